// SPDX-License-Identifier: AGPL-3.0-or-later
#include "lib/rtcp/circuit_breaker_rules.h"

#include <algorithm>
#include <cassert>
#include <cmath>

namespace ptimed {
namespace {

/// In whole nanoseconds, so that three intervals out of three stay three.
int ceil_ratio(Duration a, Duration b) {
  assert(b > Duration{0});
  return static_cast<int>((a.count() + b.count() - 1) / b.count());
}

}  // namespace

Duration rtcp_timeout(const BreakerIntervals& intervals) { return 3 * intervals.td; }

int media_timeout(const BreakerIntervals& intervals, Duration tf, Duration tr) {
  return ceil_ratio(kNonReportingThreshold * std::max({tf, tr, intervals.tdr}), intervals.tdr);
}

int cb_interval(const BreakerIntervals& intervals, Duration tf, Duration tr) {
  const Duration tdr = std::max(intervals.t_rr_interval, intervals.tdr);
  const Duration wanted = std::max({10 * kFrameGroup * tf, 10 * tr, 3 * tdr});
  const Duration longest = std::max<Duration>(std::chrono::seconds(15), 3 * intervals.td);
  return ceil_ratio(3 * std::min(wanted, longest), 3 * tdr);
}

double tcp_throughput(double s, Duration tr, double p) {
  return s / (to_seconds(tr) * std::sqrt(2 * kPacketsPerAck * p / 3));
}

}  // namespace ptimed
