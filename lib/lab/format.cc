// SPDX-License-Identifier: AGPL-3.0-or-later
#include "lib/lab/format.h"

#include <array>
#include <charconv>

namespace ptimed {

std::string fixed(const std::optional<double>& value, int decimals, const std::string& unknown) {
  if (!value) return unknown;
  std::array<char, 400> text;  // the largest double has 309 digits
  const auto [end, error] =
      std::to_chars(text.begin(), text.end(), *value, std::chars_format::fixed, decimals);
  return error == std::errc() ? std::string(text.begin(), end) : unknown;
}

std::string csv_field(const std::string& text) {
  if (text.find_first_of(",\"\r\n") == std::string::npos) return text;
  std::string quoted = "\"";
  for (const char c : text) quoted += c == '"' ? std::string("\"\"") : std::string(1, c);
  return quoted + '"';
}

}  // namespace ptimed
