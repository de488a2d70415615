// SPDX-License-Identifier: AGPL-3.0-or-later
#pragma once
// Numeric addresses as text: IPv4 dotted quads, IPv6 of RFC 4291 section 2.2, scopes of RFC 4007
// section 11.
#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace ptimed {

struct NumericAddress {
  bool ipv6 = false;
  std::array<uint8_t, 16> bytes{};  ///< network order; IPv4 in the first four
  std::string scope;                ///< interface name or index of "fe80::1%eth0"
  bool operator==(const NumericAddress&) const = default;

  bool is_unspecified() const;
  bool is_multicast() const;   ///< or IPv4 broadcast
  bool is_link_local() const;  ///< IPv6 only
  bool is_ipv4_mapped() const;
};

/// Empty for anything but a numeric address; names are never looked up.
std::optional<NumericAddress> parse_address(std::string_view text);

/// True when sockets bound to both (and one port) would collide: same address, or one is the
/// family's unspecified one.
bool overlap(const NumericAddress& a, const NumericAddress& b);

}  // namespace ptimed
