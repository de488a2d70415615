// SPDX-License-Identifier: AGPL-3.0-or-later
#include "daemon/socket_address.h"

#include <arpa/inet.h>
#include <net/if.h>
#include <netinet/in.h>

#include <array>
#include <charconv>
#include <cstring>

namespace ptimed {
namespace {

const sockaddr_in& as_v4(const sockaddr_storage& s) {
  return reinterpret_cast<const sockaddr_in&>(s);
}
const sockaddr_in6& as_v6(const sockaddr_storage& s) {
  return reinterpret_cast<const sockaddr_in6&>(s);
}
sockaddr_in& as_v4(sockaddr_storage& s) { return reinterpret_cast<sockaddr_in&>(s); }
sockaddr_in6& as_v6(sockaddr_storage& s) { return reinterpret_cast<sockaddr_in6&>(s); }

/// Interface index of "eth0" or "2"; 0 when there is none.
uint32_t scope_of(const std::string& zone) {
  if (const unsigned index = if_nametoindex(zone.c_str())) return index;
  uint32_t index = 0;
  const auto [end, error] = std::from_chars(zone.data(), zone.data() + zone.size(), index);
  return error == std::errc() && end == zone.data() + zone.size() ? index : 0;
}

}  // namespace

std::optional<SocketAddress> SocketAddress::parse(std::string_view host, uint16_t port) {
  SocketAddress address;
  const size_t percent = host.find('%');
  const std::string literal(host.substr(0, percent));
  if (percent == host.npos &&
      inet_pton(AF_INET, literal.c_str(), &as_v4(address.storage_).sin_addr) == 1) {
    address.storage_.ss_family = AF_INET;
    return address.with_port(port);
  }
  sockaddr_in6& v6 = as_v6(address.storage_);
  if (inet_pton(AF_INET6, literal.c_str(), &v6.sin6_addr) != 1) return std::nullopt;
  v6.sin6_family = AF_INET6;
  if (percent != host.npos) {
    v6.sin6_scope_id = scope_of(std::string(host.substr(percent + 1)));
    if (v6.sin6_scope_id == 0) return std::nullopt;
  }
  return address.with_port(port);
}

SocketAddress SocketAddress::of_socket(int fd) {
  SocketAddress address;
  socklen_t length = kCapacity;
  getsockname(fd, address.raw(), &length);
  return address;
}

bool SocketAddress::is_wildcard() const {
  return is_ipv6() ? IN6_IS_ADDR_UNSPECIFIED(&as_v6(storage_).sin6_addr) != 0
                   : as_v4(storage_).sin_addr.s_addr == htonl(INADDR_ANY);
}

uint16_t SocketAddress::port() const {
  return ntohs(is_ipv6() ? as_v6(storage_).sin6_port : as_v4(storage_).sin_port);
}

SocketAddress SocketAddress::with_port(uint16_t port) const {
  SocketAddress changed = *this;
  (is_ipv6() ? as_v6(changed.storage_).sin6_port : as_v4(changed.storage_).sin_port) = htons(port);
  return changed;
}

bool SocketAddress::same_host(const SocketAddress& other) const {
  if (storage_.ss_family != other.storage_.ss_family) return false;
  if (!is_ipv6()) return as_v4(storage_).sin_addr.s_addr == as_v4(other.storage_).sin_addr.s_addr;
  const sockaddr_in6 &a = as_v6(storage_), &b = as_v6(other.storage_);
  const bool scopes_agree =
      a.sin6_scope_id == 0 || b.sin6_scope_id == 0 || a.sin6_scope_id == b.sin6_scope_id;
  return scopes_agree && std::memcmp(&a.sin6_addr, &b.sin6_addr, sizeof a.sin6_addr) == 0;
}

std::string SocketAddress::host_text() const {
  std::array<char, INET6_ADDRSTRLEN> text{};
  const void* bytes = is_ipv6() ? static_cast<const void*>(&as_v6(storage_).sin6_addr)
                                : static_cast<const void*>(&as_v4(storage_).sin_addr);
  if (!inet_ntop(storage_.ss_family, bytes, text.data(), text.size())) return "?";
  std::string host = text.data();
  if (is_ipv6() && as_v6(storage_).sin6_scope_id != 0)
    host += '%' + std::to_string(as_v6(storage_).sin6_scope_id);
  return host;
}

std::string SocketAddress::to_string() const {
  const std::string port_text = ':' + std::to_string(port());
  return is_ipv6() ? '[' + host_text() + ']' + port_text : host_text() + port_text;
}

socklen_t SocketAddress::size() const {
  return is_ipv6() ? sizeof(sockaddr_in6) : sizeof(sockaddr_in);
}

}  // namespace ptimed
