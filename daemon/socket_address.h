// SPDX-License-Identifier: AGPL-3.0-or-later
#pragma once
#include <sys/socket.h>

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace ptimed {

/// An IPv4 or IPv6 address with its port, as the kernel takes it.
class SocketAddress {
 public:
  SocketAddress() = default;

  /// "192.0.2.1", "2001:db8::1", "fe80::1%eth0" (interface name or number). Empty when it is none
  /// of these, or names an interface that is not there.
  static std::optional<SocketAddress> parse(std::string_view host, uint16_t port);
  static SocketAddress of_socket(int fd);

  bool is_ipv6() const { return storage_.ss_family == AF_INET6; }
  bool is_wildcard() const;
  uint16_t port() const;
  SocketAddress with_port(uint16_t port) const;
  /// Addresses alone; a scope counts when both sides give one.
  bool same_host(const SocketAddress& other) const;
  bool operator==(const SocketAddress& other) const {
    return port() == other.port() && same_host(other);
  }

  std::string host_text() const;
  /// "192.0.2.1:5004", "[fe80::1%2]:5004"
  std::string to_string() const;

  const sockaddr* raw() const { return reinterpret_cast<const sockaddr*>(&storage_); }
  sockaddr* raw() { return reinterpret_cast<sockaddr*>(&storage_); }
  socklen_t size() const;
  static constexpr socklen_t kCapacity = sizeof(sockaddr_storage);

 private:
  sockaddr_storage storage_{};
};

}  // namespace ptimed
