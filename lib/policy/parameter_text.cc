// SPDX-License-Identifier: AGPL-3.0-or-later
#include "lib/policy/parameter_text.h"

#include <charconv>
#include <cmath>

#include "lib/base/diagnostic.h"
#include "lib/base/quantity.h"

namespace ptimed {

std::optional<double> parse_number(std::string_view text) {
  double value = 0;
  const char* const end = text.data() + text.size();
  const auto [rest, error] = std::from_chars(text.data(), end, value);
  if (error != std::errc() || rest != end || !std::isfinite(value)) return std::nullopt;
  return value;
}

std::string exact_text(double value) {
  char text[32];
  const auto [end, error] = std::to_chars(text, text + sizeof text, value);
  return {text, end};
}

std::optional<Ptime> parse_ptime(std::string_view text) {
  const auto duration = parse_duration(text);
  if (!duration || *duration > kLongestPtime || *duration % kFrame != Duration::zero())
    return std::nullopt;
  return std::chrono::duration_cast<Ptime>(*duration);
}

std::string expected_word(std::string_view word, const std::vector<std::string>& known) {
  if (known.empty()) return "no parameters";
  if (const std::string near = nearest_word(word, known); !near.empty()) return '"' + near + '"';
  std::string list;
  for (const std::string& one : known) list += (list.empty() ? "one of " : ", ") + one;
  return list;
}

}  // namespace ptimed
