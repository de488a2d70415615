// SPDX-License-Identifier: AGPL-3.0-or-later
// Differentiated services code points: RFC 2474 (CS), 2597 (AF), 3246 (EF), 5865 (VA), 8622 (LE).
#include <charconv>

#include "lib/call/config.h"

namespace ptimed {
namespace {

struct CodePoint {
  std::string name;
  uint8_t value;
};

std::vector<CodePoint> code_points() {
  std::vector<CodePoint> points{{"EF", 46}, {"VA", 44}, {"LE", 1}, {"BE", 0}, {"default", 0}};
  for (int selector = 0; selector < 8; ++selector)
    points.push_back({"CS" + std::to_string(selector), static_cast<uint8_t>(8 * selector)});
  for (int group = 1; group <= 4; ++group)
    for (int drop = 1; drop <= 3; ++drop)
      points.push_back(
          {"AF" + std::to_string(10 * group + drop), static_cast<uint8_t>(8 * group + 2 * drop)});
  return points;
}

}  // namespace

std::vector<std::string> dscp_names() {
  std::vector<std::string> names;
  for (const CodePoint& point : code_points()) names.push_back(point.name);
  return names;
}

std::optional<uint8_t> parse_dscp(std::string_view text) {
  for (const CodePoint& point : code_points())
    if (point.name == text) return point.value;
  constexpr uint8_t kMaxCodePoint = 63;
  uint8_t value = 0;
  const auto [stop, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  const bool whole = error == std::errc() && stop == text.data() + text.size();
  if (!whole || value > kMaxCodePoint) return std::nullopt;
  return value;
}

}  // namespace ptimed
