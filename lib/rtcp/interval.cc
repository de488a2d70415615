// SPDX-License-Identifier: AGPL-3.0-or-later
#include "lib/rtcp/interval.h"

#include <algorithm>
#include <limits>

namespace ptimed {

double rtcp_share_interval(const RtcpIntervalInput& in) {
  double bandwidth = in.rtcp_bw;
  int n = in.members;
  if (in.senders <= in.members * in.sender_fraction) {
    bandwidth *= in.we_sent ? in.sender_fraction : 1 - in.sender_fraction;
    n = in.we_sent ? in.senders : in.members - in.senders;
  }
  if (bandwidth <= 0) return std::numeric_limits<double>::infinity();
  return in.avg_rtcp_size * n / bandwidth;
}

double deterministic_rtcp_interval(const RtcpIntervalInput& in, double tmin) {
  return std::max(tmin, rtcp_share_interval(in));
}

double randomised_rtcp_interval(double td, Rng& rng) {
  return td * rng.uniform(0.5, 1.5) / kRtcpCompensation;
}

double reduced_rtcp_minimum(double session_bandwidth_bps) {
  if (session_bandwidth_bps <= 0) return kRtcpMinTime;
  return std::min(kRtcpMinTime, 360 / (session_bandwidth_bps / 1000));
}

}  // namespace ptimed
