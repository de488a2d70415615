// SPDX-License-Identifier: AGPL-3.0-or-later
#include "lib/rtcp/text.h"

namespace ptimed {
namespace {

std::string hex_digits(uint32_t value, int digits) {
  std::string text;
  for (int shift = 4 * (digits - 1); shift >= 0; shift -= 4)
    text += "0123456789abcdef"[value >> shift & 15];
  return text;
}

bool is_plain(unsigned char c) { return c >= 0x20 && c != 0x7F && c != '"' && c != '\\'; }

}  // namespace

std::string hex(Ssrc ssrc) { return "0x" + hex_digits(ssrc.value, 8); }

std::string quoted(std::string_view text) {
  std::string line = "\"";
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    if (is_plain(byte))
      line += c;
    else
      line += "\\x" + hex_digits(byte, 2);
  }
  return line + '"';
}

}  // namespace ptimed
