// SPDX-License-Identifier: AGPL-3.0-or-later
#pragma once
// Reads a policy's parameters from text. Each read names a parameter with its default; what is
// wrong is collected, not thrown, so that all problems of a policy come out in one go.
#include <string>
#include <string_view>
#include <vector>

#include "lib/policy/loss_ladder.h"
#include "lib/policy/registry.h"

namespace ptimed {

class ParameterReader {
 public:
  explicit ParameterReader(const PolicyParameters& given) : given_(given) {}

  struct Range {
    double low, high;
  };
  double number(const std::string& key, double fallback, Range range);
  /// A multiple of 10 ms, `low` to 200 ms (RFC 3551 section 4.2).
  Ptime ptime(const std::string& key, Ptime fallback, Ptime low);
  std::string choice(const std::string& key, const std::string& fallback,
                     const std::vector<std::string>& words);
  LossLadder ladder(const std::string& key, const LossLadder& fallback);

  /// A problem with values that are each good alone.
  void complain(const std::string& key, std::string problem, std::string expected);
  /// Every problem met, and every given parameter that nobody read.
  std::vector<PolicyProblem> problems() const;
  /// All parameters read, with the values in force.
  const PolicyParameters& effective() const { return effective_; }

 private:
  template <class Value, class Parse, class Format>
  Value read(const std::string& key, const Value& fallback, Parse parse, Format format,
             const std::string& expected);

  const PolicyParameters& given_;
  PolicyParameters effective_;
  std::vector<PolicyProblem> problems_;
};

}  // namespace ptimed
