// SPDX-License-Identifier: AGPL-3.0-or-later
#pragma once
// A table from loss to ptime: "2:20ms,4:30ms,inf:40ms" reads "up to and with 2 % loss 20 ms, up to
// 4 % 30 ms, else 40 ms".
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "lib/base/units.h"

namespace ptimed {

class LossLadder {
 public:
  struct Rung {
    double up_to;  ///< percent, inclusive; infinite on the last rung
    Ptime ptime;
    bool operator==(const Rung&) const = default;
  };

  /// Empty unless bounds rise from 0..100 to a last "inf", and ptimes are multiples of 10 ms that
  /// do not fall.
  static std::optional<LossLadder> parse(std::string_view text);
  /// In the form parse() reads.
  std::string to_string() const;

  /// Index of the rung a loss in percent stands on.
  size_t rung_of(double loss_percent) const;
  const Rung& operator[](size_t rung) const { return rungs_[rung]; }
  size_t size() const { return rungs_.size(); }
  bool operator==(const LossLadder&) const = default;

 private:
  LossLadder() = default;
  std::vector<Rung> rungs_;  ///< at least one
};

}  // namespace ptimed
