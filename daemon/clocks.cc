// SPDX-License-Identifier: AGPL-3.0-or-later
#include "daemon/clocks.h"

namespace ptimed {
namespace {

Duration read_clock(clockid_t id) {
  timespec t{};
  clock_gettime(id, &t);
  return to_duration(t);
}

}  // namespace

Time monotonic_now() { return Time(read_clock(CLOCK_MONOTONIC)); }

WallClock wall_clock_now() {
  const Duration before = read_clock(CLOCK_MONOTONIC);
  const Duration realtime = read_clock(CLOCK_REALTIME);
  const Duration after = read_clock(CLOCK_MONOTONIC);
  return WallClock(realtime - (before + (after - before) / 2));
}

timespec to_timespec(Duration d) {
  const auto seconds = std::chrono::floor<std::chrono::seconds>(d);
  return {.tv_sec = seconds.count(), .tv_nsec = (d - seconds).count()};
}

StampConverter::StampConverter()
    : now_(monotonic_now()), realtime_now_(read_clock(CLOCK_REALTIME)) {}

Time StampConverter::arrival(Duration realtime_stamp) const {
  const Duration age = realtime_now_ - realtime_stamp;
  return age < Duration{0} || age > kOldest ? now_ : now_ - age;
}

}  // namespace ptimed
