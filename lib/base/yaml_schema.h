// SPDX-License-Identifier: AGPL-3.0-or-later
#pragma once
// Strict reading of YAML: a text becomes a tree of values with their places, and a mapping is read
// key by key, each with its type and range. Problems are collected, none ends the reading. Use:
//
//   YamlReport report("wan.yaml");
//   if (const auto root = parse_yaml(text, report)) {
//     YamlMapping top(*root, "", report);
//     top.integer("seed", profile.seed, 0, UINT64_MAX);        // leaves the target alone when the
//     key is absent if (auto forward = top.mapping("forward")) {
//       forward->require("rate");
//       forward->rate("rate", profile.forward.rate_bps, 8'000, 10'000'000'000);
//       forward->finish();                                     // reports every key that was not
//       asked for
//     }
//     top.finish();
//   }
//   if (!report.ok()) return report.take();
#include <concepts>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include "lib/base/diagnostic.h"
#include "lib/base/time.h"

namespace ptimed {

/// Longest text parse_yaml takes, and deepest nesting.
inline constexpr size_t kMaxYamlBytes = size_t{4} << 20;
inline constexpr int kMaxYamlDepth = 32;

/// A value and where it stands.
struct YamlPlace {
  std::string path;  ///< "calls[0].ptime.initial"
  int line = 0;
  int column = 0;
};

/// Collects the problems of one text.
class YamlReport {
 public:
  explicit YamlReport(std::string_view file) : file_(file) {}

  void add(const YamlPlace& place, std::string problem, std::string expected = "");
  bool ok() const { return problems_.empty(); }
  /// All problems in the order of the text, identical ones once.
  Diagnostics take();

 private:
  std::string file_;
  Diagnostics problems_;
};

struct YamlEntry;

struct YamlNode {
  enum class Kind : uint8_t { kNull, kScalar, kList, kMapping, kRefused };
  Kind kind = Kind::kNull;
  int line = 0;
  int column = 0;
  std::string scalar;              ///< kScalar: the text; kRefused: why, "is an alias"
  std::vector<YamlNode> items;     ///< kList
  std::vector<YamlEntry> entries;  ///< kMapping, in the order of the text, duplicates included
};

struct YamlEntry {
  std::string key;
  int line = 0;  ///< of the key
  int column = 0;
  YamlNode value;
};

/// The one document of a text. Empty, with the problem reported, for bad syntax, bad UTF-8, control
/// characters, a second document, no document, or a text beyond the limits above. Never throws.
std::optional<YamlNode> parse_yaml(std::string_view text, YamlReport& report);

/// `text` as it may stand in a message: cut when long, control characters replaced.
std::string shown(std::string_view text);
/// "" or " (did you mean `word`?)" for the nearest of the candidates.
std::string did_you_mean(std::string_view word, const std::vector<std::string>& candidates);
/// "a, b or c".
std::string listed(const std::vector<std::string>& words);

/// A share as "5%" or "0.05". Empty for anything else.
std::optional<double> parse_share(std::string_view text);
/// The percentage when it reads back to the same value, else the number.
std::string format_share(double share);
/// The shortest text that reads back to the same value.
std::string format_number(double number);

/// One mapping under reading. Readers return true when they set the target; when the key is absent
/// or its value wrong (then reported) they leave it alone. A key becomes known by being asked for.
class YamlMapping {
 public:
  /// `path` leads to this mapping, "" at the top. An empty node counts as an empty mapping. `node`
  /// must outlive this.
  YamlMapping(const YamlNode& node, std::string path, YamlReport& report);

  bool text(std::string_view key, std::string& target);
  bool boolean(std::string_view key, bool& target);
  bool number(std::string_view key, double& target, double low, double high);
  bool share(std::string_view key, double& target, double low, double high);
  bool duration(std::string_view key, Duration& target, Duration low, Duration high);
  bool rate(std::string_view key, int64_t& target, int64_t low, int64_t high);
  /// Decimal, or hexadecimal with 0x.
  template <std::integral T>
  bool integer(std::string_view key, T& target, std::type_identity_t<T> low,
               std::type_identity_t<T> high);
  /// One of the names.
  bool choice(std::string_view key, std::string& target, const std::vector<std::string>& names);
  /// One of the names, as the value that goes with it.
  template <class E>
  bool choice(std::string_view key, E& target, const std::vector<std::pair<std::string, E>>& names);

  /// The text of a scalar; reports anything else, saying that `expected` should stand there.
  std::optional<std::string> scalar(std::string_view key, std::string_view expected);
  std::optional<YamlMapping> mapping(std::string_view key);
  /// The items of a list; empty when there are none.
  std::vector<const YamlNode*> list(std::string_view key);
  /// The value as it stands; null when the key is absent.
  const YamlNode* find(std::string_view key);

  /// Reports when the key is absent.
  void require(std::string_view key, std::string_view expected = "");
  /// Reports a problem at the key's value.
  void reject(std::string_view key, std::string problem, std::string expected = "");
  /// Reports every key that was not asked for. Call once, last.
  void finish();

  bool has(std::string_view key) const { return entry(key) != nullptr; }
  /// Of the key's value; of the key itself when it has none; of this mapping when the key is
  /// absent.
  YamlPlace place(std::string_view key) const;
  YamlPlace here() const { return {path_, node_.line, node_.column}; }
  YamlReport& report() const { return report_; }
  std::string path_of(std::string_view key) const;
  const std::vector<YamlEntry>& entries() const { return node_.entries; }

 private:
  const YamlEntry* entry(std::string_view key) const;
  void report_duplicates();
  std::optional<int64_t> whole(std::string_view key, int64_t low, int64_t high);
  std::optional<uint64_t> whole(std::string_view key, uint64_t low, uint64_t high);

  const YamlNode& node_;
  std::string path_;
  YamlReport& report_;
  std::vector<std::string> known_;
};

template <std::integral T>
bool YamlMapping::integer(std::string_view key, T& target, std::type_identity_t<T> low,
                          std::type_identity_t<T> high) {
  using Wide = std::conditional_t<std::is_signed_v<T>, int64_t, uint64_t>;
  const std::optional<Wide> value = whole(key, Wide{low}, Wide{high});
  if (value) target = static_cast<T>(*value);
  return value.has_value();
}

template <class E>
bool YamlMapping::choice(std::string_view key, E& target,
                         const std::vector<std::pair<std::string, E>>& names) {
  std::vector<std::string> words;
  for (const auto& [name, value] : names) words.push_back(name);
  std::string word;
  if (!choice(key, word, words)) return false;
  for (const auto& [name, value] : names)
    if (name == word) target = value;
  return true;
}

}  // namespace ptimed
