// SPDX-License-Identifier: AGPL-3.0-or-later
#include "lib/rtcp/bye_backoff.h"

namespace ptimed {
namespace {

/// The back-off is the schedule of a participant that has just come, with its half interval.
RtcpScheduleConfig leaving(RtcpScheduleConfig config) {
  config.first_interval = RtcpFirstInterval::kHalf;
  config.fixed_interval.reset();
  return config;
}

}  // namespace

ByeBackoff::ByeBackoff(const RtcpScheduleConfig& config, int members, Time now, double bye_size,
                       Rng& rng)
    : at_once_(members <= kByeAtOnceMembers),
      now_(now),
      schedule_(leaving(config), now, bye_size, rng) {}

void ByeBackoff::on_bye(double size) {
  ++members_;
  schedule_.set_members(members_, 0);
  schedule_.on_received(size);
}

}  // namespace ptimed
