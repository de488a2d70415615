// SPDX-License-Identifier: AGPL-3.0-or-later
#pragma once
// Vectors as they are read by eye: hex digits, spaces where they help.
#include <cassert>
#include <string_view>

#include "lib/base/bytes.h"

namespace ptimed {

inline unsigned hex_value(char digit) {
  const size_t value = std::string_view("0123456789abcdef").find(digit);
  assert(value != std::string_view::npos);
  return static_cast<unsigned>(value);
}

inline Buffer from_hex(std::string_view text) {
  Buffer bytes;
  bool low = false;
  for (const char c : text) {
    if (c == ' ') continue;
    if (low)
      bytes.back() = static_cast<uint8_t>(bytes.back() << 4 | hex_value(c));
    else
      bytes.push_back(static_cast<uint8_t>(hex_value(c)));
    low = !low;
  }
  assert(!low && "half a byte");
  return bytes;
}

}  // namespace ptimed
