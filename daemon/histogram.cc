// SPDX-License-Identifier: AGPL-3.0-or-later
#include "daemon/histogram.h"

#include <algorithm>
#include <bit>
#include <cmath>

namespace ptimed {

/// Values below 2^kSubBits have a bucket each; above, the leading bit and the kSubBits after it
/// name the bucket.
size_t LogHistogram::bucket_of(uint64_t ns) {
  if (ns < (1u << kSubBits)) return static_cast<size_t>(ns);
  const auto shift = static_cast<uint64_t>(std::bit_width(ns)) - 1 - kSubBits;
  return static_cast<size_t>((shift << kSubBits) + (ns >> shift));
}

uint64_t LogHistogram::upper_edge(size_t bucket) {
  if (bucket < (1u << kSubBits)) return bucket;
  const size_t shift = (bucket >> kSubBits) - 1;
  const uint64_t mantissa = (bucket & ((1u << kSubBits) - 1)) | (1u << kSubBits);
  return ((mantissa + 1) << shift) - 1;
}

void LogHistogram::add(Duration d) {
  d = std::max(d, Duration{0});
  ++buckets_[bucket_of(static_cast<uint64_t>(d.count()))];
  ++count_;
  max_ = std::max(max_, d);
}

Duration LogHistogram::quantile(double q) const {
  const auto rank = static_cast<uint64_t>(std::ceil(q * static_cast<double>(count_)));
  uint64_t seen = 0;
  for (size_t bucket = 0; bucket < kBuckets; ++bucket) {
    seen += buckets_[bucket];
    if (seen > 0 && seen >= rank)
      return std::min(Duration(static_cast<int64_t>(upper_edge(bucket))), max_);
  }
  return Duration{0};
}

}  // namespace ptimed
