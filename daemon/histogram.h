// SPDX-License-Identifier: AGPL-3.0-or-later
#pragma once
// Durations counted in logarithmic buckets of a fixed number: nothing grows, a quantile is right to
// 1/16.
#include <array>
#include <cstdint>

#include "lib/base/time.h"

namespace ptimed {

class LogHistogram {
 public:
  /// Negative durations count as 0.
  void add(Duration d);

  uint64_t count() const { return count_; }
  Duration max() const { return max_; }
  /// The value below which a share `q` (0..1) of all lies: the upper edge of its bucket, never
  /// above max(). 0 when nothing was counted.
  Duration quantile(double q) const;

 private:
  static constexpr int kSubBits = 4;  // 16 buckets per octave
  static constexpr size_t kBuckets = (64 - kSubBits) << kSubBits;
  static size_t bucket_of(uint64_t ns);
  static uint64_t upper_edge(size_t bucket);

  std::array<uint64_t, kBuckets> buckets_{};
  uint64_t count_ = 0;
  Duration max_{0};
};

}  // namespace ptimed
