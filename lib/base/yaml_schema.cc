// SPDX-License-Identifier: AGPL-3.0-or-later
#include "lib/base/yaml_schema.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <map>
#include <tuple>

#include "lib/base/quantity.h"

namespace ptimed {
namespace {

auto order_of(const Diagnostic& d) {
  return std::tie(d.line, d.column, d.key, d.problem, d.expected);
}

std::optional<double> read_number(std::string_view text) {
  double value = 0;
  const auto [stop, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || stop != text.data() + text.size() || !std::isfinite(value))
    return std::nullopt;
  return value;
}

bool is_whole_number(std::string_view text) {
  if (text.starts_with('-')) text.remove_prefix(1);
  const bool hex = text.starts_with("0x");
  if (hex) text.remove_prefix(2);
  return !text.empty() && text.find_first_not_of(hex ? "0123456789abcdefABCDEF" : "0123456789") ==
                              std::string_view::npos;
}

bool same_but_for_case(std::string_view a, std::string_view b) {
  const auto lower = [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c; };
  return std::equal(a.begin(), a.end(), b.begin(), b.end(),
                    [&](char x, char y) { return lower(x) == lower(y); });
}

/// Empty for what is no whole number and for what T cannot hold.
template <class T>
std::optional<T> read_whole(std::string_view text) {
  const bool hex = text.starts_with("0x");
  if (!is_whole_number(text)) return std::nullopt;
  if (hex) text.remove_prefix(2);
  T value{};
  const auto result = std::from_chars(text.data(), text.data() + text.size(), value, hex ? 16 : 10);
  if (result.ec != std::errc() || result.ptr != text.data() + text.size()) return std::nullopt;
  return value;
}

template <class T>
std::optional<T> read_whole(YamlMapping& mapping, std::string_view key, T low, T high) {
  const std::string range = std::to_string(low) + ".." + std::to_string(high);
  const auto text = mapping.scalar(key, "a whole number " + range);
  if (!text) return std::nullopt;
  const auto value = read_whole<T>(*text);
  if (value && *value >= low && *value <= high) return value;
  mapping.reject(
      key, shown(*text) + (is_whole_number(*text) ? " is out of range" : " is not a whole number"),
      range);
  return std::nullopt;
}

/// Sets target to a value within its range; else reports, with the bounds as `range` shows them.
template <class T>
bool accept(YamlMapping& mapping, std::string_view key, T& target, T value, T low, T high,
            const std::string& written, const std::string& range) {
  if (value < low || value > high) {
    mapping.reject(key, shown(written) + " is out of range", range);
    return false;
  }
  target = value;
  return true;
}

}  // namespace

void YamlReport::add(const YamlPlace& place, std::string problem, std::string expected) {
  problems_.push_back(
      {file_, place.line, place.column, place.path, std::move(problem), std::move(expected)});
}

Diagnostics YamlReport::take() {
  Diagnostics taken = std::exchange(problems_, {});
  std::stable_sort(taken.begin(), taken.end(), [](const Diagnostic& a, const Diagnostic& b) {
    return std::tie(a.line, a.column) < std::tie(b.line, b.column);
  });
  std::vector<Diagnostic> once;
  for (Diagnostic& d : taken)
    if (once.empty() || order_of(once.back()) != order_of(d)) once.push_back(std::move(d));
  return once;
}

std::string shown(std::string_view text) {
  constexpr size_t kLongest = 60;
  if (text.empty()) return "\"\"";
  std::string out(text.substr(0, kLongest));
  if (text.size() > kLongest) {
    while (!out.empty() && (static_cast<uint8_t>(text[out.size()]) & 0xc0) == 0x80) out.pop_back();
    out += "...";
  }
  for (char& c : out)
    if (static_cast<uint8_t>(c) < 0x20 || c == 0x7f) c = '?';
  return out;
}

std::string did_you_mean(std::string_view word, const std::vector<std::string>& candidates) {
  constexpr size_t kLongestTypo = 64;
  if (word.size() > kLongestTypo) return "";
  std::string nearest = nearest_word(word, candidates);
  for (const std::string& candidate : candidates)
    if (same_but_for_case(word, candidate)) nearest = candidate;
  return nearest.empty() ? "" : " (did you mean `" + nearest + "`?)";
}

std::string listed(const std::vector<std::string>& words) {
  std::string text;
  for (size_t i = 0; i < words.size(); ++i) {
    if (i > 0) text += i + 1 == words.size() ? " or " : ", ";
    text += words[i];
  }
  return text;
}

std::optional<double> parse_share(std::string_view text) {
  const bool percent = text.ends_with('%');
  if (percent) text.remove_suffix(1);
  const auto value = read_number(text);
  if (!value) return std::nullopt;
  return percent ? *value / 100 : *value;
}

std::string format_number(double number) {
  char text[32];
  const auto result = std::to_chars(text, text + sizeof text, number);
  return {text, result.ptr};
}

std::string format_share(double share) {
  const std::string percent = format_number(share * 100) + '%';
  return parse_share(percent) == share ? percent : format_number(share);
}

YamlMapping::YamlMapping(const YamlNode& node, std::string path, YamlReport& report)
    : node_(node), path_(std::move(path)), report_(report) {
  if (node.kind == YamlNode::Kind::kScalar || node.kind == YamlNode::Kind::kList)
    report_.add(here(), node.kind == YamlNode::Kind::kList ? "is a list" : "is a single value",
                "a mapping");
  if (node.kind == YamlNode::Kind::kRefused) report_.add(here(), node.scalar, "a mapping");
  report_duplicates();
}

void YamlMapping::report_duplicates() {
  std::map<std::string_view, int> first_line;
  for (const YamlEntry& e : entries()) {
    const auto [first, is_new] = first_line.emplace(e.key, e.line);
    if (!is_new)
      report_.add({path_of(e.key), e.line, e.column},
                  "duplicate key, first in line " + std::to_string(first->second));
  }
}

const YamlEntry* YamlMapping::entry(std::string_view key) const {
  for (const YamlEntry& e : entries())
    if (e.key == key) return &e;
  return nullptr;
}

const YamlNode* YamlMapping::find(std::string_view key) {
  if (std::find(known_.begin(), known_.end(), key) == known_.end()) known_.emplace_back(key);
  const YamlEntry* const found = entry(key);
  return found ? &found->value : nullptr;
}

std::string YamlMapping::path_of(std::string_view key) const {
  return path_.empty() ? shown(key) : path_ + '.' + shown(key);
}

YamlPlace YamlMapping::place(std::string_view key) const {
  const YamlEntry* const found = entry(key);
  if (!found) return {path_of(key), node_.line, node_.column};
  if (found->value.kind == YamlNode::Kind::kNull) return {path_of(key), found->line, found->column};
  return {path_of(key), found->value.line, found->value.column};
}

void YamlMapping::reject(std::string_view key, std::string problem, std::string expected) {
  report_.add(place(key), std::move(problem), std::move(expected));
}

void YamlMapping::require(std::string_view key, std::string_view expected) {
  const bool is_mapping =
      node_.kind == YamlNode::Kind::kMapping || node_.kind == YamlNode::Kind::kNull;
  if (is_mapping && !has(key)) reject(key, "is missing", std::string(expected));
}

void YamlMapping::finish() {
  std::map<std::string_view, bool> seen;
  for (const YamlEntry& e : entries()) {
    if (std::find(known_.begin(), known_.end(), e.key) != known_.end()) continue;
    if (!seen.emplace(e.key, true).second) continue;
    const std::string hint = did_you_mean(e.key, known_);
    report_.add({path_of(e.key), e.line, e.column}, "unknown key" + hint,
                hint.empty() ? listed(known_) : "");
  }
}

std::optional<std::string> YamlMapping::scalar(std::string_view key, std::string_view expected) {
  const YamlNode* const value = find(key);
  if (!value) return std::nullopt;
  switch (value->kind) {
    case YamlNode::Kind::kScalar:
      return value->scalar;
    case YamlNode::Kind::kNull:
      reject(key, "has no value", std::string(expected));
      break;
    case YamlNode::Kind::kList:
      reject(key, "is a list", std::string(expected));
      break;
    case YamlNode::Kind::kMapping:
      reject(key, "is a mapping", std::string(expected));
      break;
    case YamlNode::Kind::kRefused:
      reject(key, value->scalar, std::string(expected));
      break;
  }
  return std::nullopt;
}

std::optional<YamlMapping> YamlMapping::mapping(std::string_view key) {
  const YamlNode* const value = find(key);
  if (!value) return std::nullopt;
  return YamlMapping(*value, path_of(key), report_);
}

std::vector<const YamlNode*> YamlMapping::list(std::string_view key) {
  std::vector<const YamlNode*> items;
  const YamlNode* const value = find(key);
  if (!value || value->kind == YamlNode::Kind::kNull) return items;
  if (value->kind == YamlNode::Kind::kList) {
    for (const YamlNode& item : value->items) items.push_back(&item);
  } else if (value->kind == YamlNode::Kind::kRefused) {
    reject(key, value->scalar, "a list");
  } else {
    const bool is_mapping = value->kind == YamlNode::Kind::kMapping;
    reject(key, is_mapping ? "is a mapping" : "is a single value", "a list");
  }
  return items;
}

bool YamlMapping::text(std::string_view key, std::string& target) {
  const auto value = scalar(key, "text");
  if (!value) return false;
  for (const char c : *value) {
    if (static_cast<uint8_t>(c) >= 0x20 && c != 0x7f) continue;
    reject(key, "holds a control character", "text");
    return false;
  }
  target = *value;
  return true;
}

bool YamlMapping::boolean(std::string_view key, bool& target) {
  const auto value = scalar(key, "true or false");
  if (!value) return false;
  if (*value != "true" && *value != "false") {
    reject(key, shown(*value) + " is neither true nor false", "true or false");
    return false;
  }
  target = *value == "true";
  return true;
}

bool YamlMapping::number(std::string_view key, double& target, double low, double high) {
  const std::string range = format_number(low) + ".." + format_number(high);
  const auto written = scalar(key, "a number " + range);
  if (!written) return false;
  const auto value = read_number(*written);
  if (value) return accept(*this, key, target, *value, low, high, *written, range);
  reject(key, shown(*written) + " is not a number", range);
  return false;
}

bool YamlMapping::share(std::string_view key, double& target, double low, double high) {
  const std::string range = format_share(low) + ".." + format_share(high);
  const auto written = scalar(key, "a share such as 5%");
  if (!written) return false;
  const auto value = parse_share(*written);
  if (value) return accept(*this, key, target, *value, low, high, *written, range);
  reject(key, shown(*written) + " is not a share", "a share such as 5% or 0.05");
  return false;
}

bool YamlMapping::duration(std::string_view key, Duration& target, Duration low, Duration high) {
  const std::string range = format_duration(low) + ".." + format_duration(high);
  const auto written = scalar(key, "a duration such as 20ms");
  if (!written) return false;
  const auto value = parse_duration(*written);
  if (value) return accept(*this, key, target, *value, low, high, *written, range);
  if (read_number(*written) && !written->starts_with('-'))
    reject(key, shown(*written) + " has no unit", "a duration such as 20ms or 1m30s");
  else
    reject(key, shown(*written) + " is not a duration", "a duration such as 20ms or 1m30s");
  return false;
}

bool YamlMapping::rate(std::string_view key, int64_t& target, int64_t low, int64_t high) {
  const std::string range = format_rate(low) + ".." + format_rate(high);
  const auto written = scalar(key, "a rate such as 300kbit");
  if (!written) return false;
  const auto value = parse_rate(*written);
  if (value) return accept(*this, key, target, *value, low, high, *written, range);
  const bool bare = read_number(*written).has_value() && !written->starts_with('-');
  reject(key, shown(*written) + (bare ? " has no unit" : " is not a rate"),
         "a rate such as 300kbit");
  return false;
}

bool YamlMapping::choice(std::string_view key, std::string& target,
                         const std::vector<std::string>& names) {
  const auto word = scalar(key, listed(names));
  if (!word) return false;
  if (std::find(names.begin(), names.end(), *word) == names.end()) {
    reject(key, shown(*word) + " is unknown" + did_you_mean(*word, names), listed(names));
    return false;
  }
  target = *word;
  return true;
}

std::optional<int64_t> YamlMapping::whole(std::string_view key, int64_t low, int64_t high) {
  return read_whole<int64_t>(*this, key, low, high);
}

std::optional<uint64_t> YamlMapping::whole(std::string_view key, uint64_t low, uint64_t high) {
  return read_whole<uint64_t>(*this, key, low, high);
}

}  // namespace ptimed
