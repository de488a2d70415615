// SPDX-License-Identifier: AGPL-3.0-or-later
#include "daemon/control_tables.h"

#include <algorithm>
#include <array>
#include <cstdio>
#include <nlohmann/json.hpp>
#include <vector>

namespace ptimed {
namespace {

using nlohmann::json;

/// A cell: numbers to at most two decimals, what is unknown as "-".
std::string cell(const json& value) {
  if (value.is_null()) return "-";
  if (value.is_string()) return value.get<std::string>();
  if (!value.is_number_float()) return value.dump();
  std::array<char, 32> text{};
  std::snprintf(text.data(), text.size(), "%.2f", value.get<double>());
  return text.data();
}

std::string padded(const std::string& text, size_t width) {
  return text + std::string(width - std::min(width, text.size()) + 2, ' ');
}

using Rows = std::vector<std::vector<std::string>>;

std::string aligned(const Rows& rows) {
  std::vector<size_t> widths;
  for (const auto& row : rows)
    for (size_t n = 0; n < row.size(); ++n) {
      if (widths.size() <= n) widths.push_back(0);
      widths[n] = std::max(widths[n], row[n].size());
    }
  std::string text;
  for (const auto& row : rows) {
    std::string line;
    for (size_t n = 0; n < row.size(); ++n) line += padded(row[n], widths[n]);
    text += line.substr(0, line.find_last_not_of(' ') + 1) + '\n';
  }
  return text;
}

std::string calls_table(const json& calls) {
  constexpr std::array kColumns{"id",       "state", "codec",    "policy", "ptime_ms", "sent",
                                "received", "lost",  "loss_pct", "rtt_ms", "mos_cq",   "remote"};
  Rows rows{{kColumns.begin(), kColumns.end()}};
  for (const json& call : calls) {
    rows.emplace_back();
    for (const char* column : kColumns) rows.back().push_back(cell(call.value(column, json())));
  }
  return aligned(rows);
}

/// Every leaf with its path: "sent.packets  1500".
void flatten(const std::string& path, const json& value, Rows& rows) {
  if (!value.is_object()) {
    rows.push_back({path, cell(value)});
    return;
  }
  for (const auto& [key, member] : value.items())
    flatten(path.empty() ? key : path + '.' + key, member, rows);
}

std::string fields_table(json answer) {
  answer.erase("ok");
  Rows rows;
  flatten("", answer, rows);
  return aligned(rows);
}

}  // namespace

std::string control_table(std::string_view command, const json& answer) {
  if (command == "sdp") return answer.value("sdp", "");
  if (command == "calls") return calls_table(answer.value("calls", json::array()));
  return fields_table(answer);
}

std::string watch_line(std::string_view line) {
  const json event = json::parse(line, nullptr, false);
  if (!event.is_object()) return std::string(line);
  if (event.contains("notice"))
    return "(" + cell(event.value("dropped", json())) + " events dropped: reading too slowly)";
  return cell(event.value("call", json())) + ": " + cell(event.value("text", json()));
}

}  // namespace ptimed
