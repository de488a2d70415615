// SPDX-License-Identifier: AGPL-3.0-or-later
#include "lib/call/config_address.h"

#include <algorithm>
#include <charconv>
#include <vector>

namespace ptimed {
namespace {

/// A number of at most `digits` digits up to `max`, and nothing else.
std::optional<unsigned> parse_group(std::string_view text, int base, size_t digits, unsigned max) {
  if (text.empty() || text.size() > digits) return std::nullopt;
  unsigned value = 0;
  const auto [stop, error] = std::from_chars(text.data(), text.data() + text.size(), value, base);
  if (error != std::errc() || stop != text.data() + text.size() || value > max) return std::nullopt;
  return value;
}

std::vector<std::string_view> split(std::string_view text, char separator) {
  std::vector<std::string_view> parts;
  while (true) {
    const size_t end = text.find(separator);
    parts.push_back(text.substr(0, end));
    if (end == std::string_view::npos) return parts;
    text.remove_prefix(end + 1);
  }
}

/// Leading zeros are refused: some readers take them for octal.
std::optional<std::array<uint8_t, 4>> parse_ipv4(std::string_view text) {
  const auto parts = split(text, '.');
  std::array<uint8_t, 4> bytes{};
  if (parts.size() != bytes.size()) return std::nullopt;
  for (size_t i = 0; i < bytes.size(); ++i) {
    const auto value = parse_group(parts[i], 10, 3, 255);
    if (!value || (parts[i].size() > 1 && parts[i][0] == '0')) return std::nullopt;
    bytes[i] = static_cast<uint8_t>(*value);
  }
  return bytes;
}

/// Groups of 16 bits, the last of which may be a dotted quad of two. "" has none.
std::optional<std::vector<uint8_t>> parse_groups(std::string_view text, bool quad_allowed) {
  std::vector<uint8_t> bytes;
  if (text.empty()) return bytes;
  const auto parts = split(text, ':');
  for (size_t i = 0; i < parts.size(); ++i) {
    if (quad_allowed && i + 1 == parts.size() && parts[i].find('.') != std::string_view::npos) {
      const auto quad = parse_ipv4(parts[i]);
      if (!quad) return std::nullopt;
      bytes.insert(bytes.end(), quad->begin(), quad->end());
    } else {
      const auto value = parse_group(parts[i], 16, 4, 0xffff);
      if (!value) return std::nullopt;
      bytes.push_back(static_cast<uint8_t>(*value >> 8));
      bytes.push_back(static_cast<uint8_t>(*value & 0xff));
    }
  }
  return bytes;
}

std::optional<std::array<uint8_t, 16>> parse_ipv6(std::string_view text) {
  std::array<uint8_t, 16> bytes{};
  const size_t gap = text.find("::");
  const bool has_gap = gap != std::string_view::npos;
  const auto head = parse_groups(text.substr(0, gap), !has_gap);
  const auto tail = parse_groups(has_gap ? text.substr(gap + 2) : "", true);
  if (!head || !tail) return std::nullopt;
  const size_t given = head->size() + tail->size();
  if (has_gap ? given > bytes.size() - 2 : given != bytes.size()) return std::nullopt;
  std::copy(head->begin(), head->end(), bytes.begin());
  std::copy_backward(tail->begin(), tail->end(), bytes.end());
  return bytes;
}

/// An interface name as Linux takes it, or an index.
bool is_scope(std::string_view text) {
  constexpr size_t kLongestName = 15;  // IFNAMSIZ - 1
  return !text.empty() && text.size() <= kLongestName &&
         std::all_of(text.begin(), text.end(),
                     [](char c) { return c > ' ' && c < 0x7f && c != '/' && c != '%'; });
}

bool starts_with(const NumericAddress& address, std::initializer_list<uint8_t> prefix) {
  return std::equal(prefix.begin(), prefix.end(), address.bytes.begin());
}

}  // namespace

bool NumericAddress::is_unspecified() const {
  return std::all_of(bytes.begin(), bytes.end(), [](uint8_t b) { return b == 0; });
}

bool NumericAddress::is_multicast() const {
  if (ipv6) return bytes[0] == 0xff;
  return (bytes[0] & 0xf0) == 0xe0 || starts_with(*this, {255, 255, 255, 255});
}

bool NumericAddress::is_link_local() const {
  return ipv6 && bytes[0] == 0xfe && (bytes[1] & 0xc0) == 0x80;
}

bool NumericAddress::is_ipv4_mapped() const {
  return ipv6 && starts_with(*this, {0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xff, 0xff});
}

std::optional<NumericAddress> parse_address(std::string_view text) {
  NumericAddress address;
  if (const auto ipv4 = parse_ipv4(text)) {
    std::copy(ipv4->begin(), ipv4->end(), address.bytes.begin());
    return address;
  }
  address.ipv6 = true;
  const size_t percent = text.find('%');
  if (percent != std::string_view::npos) {
    address.scope = text.substr(percent + 1);
    if (!is_scope(address.scope)) return std::nullopt;
    text = text.substr(0, percent);
  }
  const auto ipv6 = parse_ipv6(text);
  if (!ipv6) return std::nullopt;
  address.bytes = *ipv6;
  return address;
}

bool overlap(const NumericAddress& a, const NumericAddress& b) {
  return a.ipv6 == b.ipv6 && (a == b || a.is_unspecified() || b.is_unspecified());
}

}  // namespace ptimed
