// SPDX-License-Identifier: AGPL-3.0-or-later
#pragma once
// The only place that asks the system what time it is. Time zero is that of CLOCK_MONOTONIC.
#include <time.h>

#include "lib/base/time.h"

namespace ptimed {

Time monotonic_now();
/// Ties the monotonic time line to Unix time as it is known now.
WallClock wall_clock_now();

constexpr Duration to_duration(const timespec& t) {
  return std::chrono::seconds(t.tv_sec) + std::chrono::nanoseconds(t.tv_nsec);
}
timespec to_timespec(Duration d);

/// Places kernel realtime stamps on the monotonic time line by the offset in force now, so that a
/// step of the system clock during the run moves no arrival time.
class StampConverter {
 public:
  /// Reads both clocks; make one per batch of received datagrams.
  StampConverter();
  StampConverter(Time now, Duration realtime_now) : now_(now), realtime_now_(realtime_now) {}

  Time now() const { return now_; }
  /// A stamp from the future or older than kOldest (the clock was stepped in between) counts as
  /// now.
  Time arrival(Duration realtime_stamp) const;

 private:
  static constexpr Duration kOldest = std::chrono::seconds(5);
  Time now_;
  Duration realtime_now_;
};

}  // namespace ptimed
