// SPDX-License-Identifier: AGPL-3.0-or-later
#include "lib/lab/link_drops.h"

#include <algorithm>
#include <charconv>

namespace ptimed {
namespace {

/// The next whole line, or empty at the end and before a torn last line.
std::optional<std::string_view> take_line(std::string_view& text) {
  const size_t end = text.find('\n');
  if (end == std::string_view::npos) return std::nullopt;
  const std::string_view line = text.substr(0, end);
  text.remove_prefix(end + 1);
  return line;
}

std::string_view last_field(std::string_view line) { return line.substr(line.rfind(',') + 1); }

auto commas(std::string_view line) { return std::count(line.begin(), line.end(), ','); }

std::optional<uint16_t> parse_port(std::string_view text) {
  uint16_t port = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), port);
  if (error != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return port;
}

}  // namespace

std::optional<LinkDrops> count_drops(std::string_view csv) {
  const auto header = take_line(csv);
  if (!header || last_field(*header) != "dst_port") return std::nullopt;
  LinkDrops drops;
  while (const auto line = take_line(csv)) {
    const auto port = parse_port(last_field(*line));
    if (!port || commas(*line) != commas(*header))
      ++drops.bad_lines;
    else if (*port != 0)
      ++(*port % 2 == 0 ? drops.even_port : drops.odd_port);
  }
  return drops;
}

}  // namespace ptimed
