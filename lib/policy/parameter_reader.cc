// SPDX-License-Identifier: AGPL-3.0-or-later
#include "lib/policy/parameter_reader.h"

#include <algorithm>

#include "lib/base/quantity.h"
#include "lib/policy/parameter_text.h"

namespace ptimed {
namespace {

std::string in_quotes(std::string_view text) { return '"' + std::string(text) + '"'; }

}  // namespace

template <class Value, class Parse, class Format>
Value ParameterReader::read(const std::string& key, const Value& fallback, Parse parse,
                            Format format, const std::string& expected) {
  std::optional<Value> value = fallback;
  if (const auto given = given_.find(key); given != given_.end()) {
    value = parse(given->second);
    if (!value) complain(key, in_quotes(given->second) + " is not valid", expected);
  }
  effective_[key] = format(value.value_or(fallback));
  return value.value_or(fallback);
}

double ParameterReader::number(const std::string& key, double fallback, Range range) {
  const auto parse = [range](std::string_view text) {
    const auto value = parse_number(text);
    return value && *value >= range.low && *value <= range.high ? value : std::nullopt;
  };
  return read(key, fallback, parse, exact_text,
              "a number from " + exact_text(range.low) + " to " + exact_text(range.high));
}

Ptime ParameterReader::ptime(const std::string& key, Ptime fallback, Ptime low) {
  const auto parse = [low](std::string_view text) {
    const auto value = parse_ptime(text);
    return value && *value >= low ? value : std::nullopt;
  };
  return read(
      key, fallback, parse, [](Ptime p) { return format_duration(p); },
      "a multiple of 10ms from " + format_duration(low) + " to " + format_duration(kLongestPtime));
}

std::string ParameterReader::choice(const std::string& key, const std::string& fallback,
                                    const std::vector<std::string>& words) {
  const auto parse = [&words](const std::string& text) {
    return std::find(words.begin(), words.end(), text) != words.end() ? std::optional(text)
                                                                      : std::nullopt;
  };
  const auto given = given_.find(key);
  return read(
      key, fallback, parse, [](const std::string& word) { return word; },
      expected_word(given == given_.end() ? "" : given->second, words));
}

LossLadder ParameterReader::ladder(const std::string& key, const LossLadder& fallback) {
  return read(
      key, fallback, LossLadder::parse, [](const LossLadder& l) { return l.to_string(); },
      "rising percent:ptime pairs up to inf, such as " + fallback.to_string());
}

void ParameterReader::complain(const std::string& key, std::string problem, std::string expected) {
  problems_.push_back({key, std::move(problem), std::move(expected)});
}

std::vector<PolicyProblem> ParameterReader::problems() const {
  std::vector<std::string> known;
  for (const auto& [key, value] : effective_) known.push_back(key);
  std::vector<PolicyProblem> all = problems_;
  for (const auto& [key, value] : given_)
    if (!effective_.contains(key))
      all.push_back({key, "unknown parameter", expected_word(key, known)});
  return all;
}

}  // namespace ptimed
