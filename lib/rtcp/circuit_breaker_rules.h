// SPDX-License-Identifier: AGPL-3.0-or-later
#pragma once
// The formulas of RFC 8083, with its names for the variables (section 3).
#include <cstdint>

#include "lib/base/time.h"

namespace ptimed {

/// RTCP reporting intervals, as far as a sender knows them.
struct BreakerIntervals {
  Duration td{std::chrono::seconds(5)};   ///< own, deterministic, with Tmin of 5 s
  Duration tdr{std::chrono::seconds(5)};  ///< the receiver's deterministic one, as estimated here
  Duration t_rr_interval{0};              ///< of RTP/AVPF; 0 elsewhere
};

/// Non-reporting threshold, RECOMMENDED in section 4.2.
inline constexpr int kNonReportingThreshold = 5;
/// Frames per change of the rate: a packet can be made longer than the one before it.
inline constexpr int kFrameGroup = 1;
/// Packets acknowledged by one TCP acknowledgement.
inline constexpr double kPacketsPerAck = 1;
/// The order of magnitude by which a stream may exceed a TCP flow (section 4.3).
inline constexpr double kTcpMargin = 10;

/// Section 4.1: silence of the receiver for this long.
Duration rtcp_timeout(const BreakerIntervals& intervals);

/// Section 4.2: consecutive reports without progress. Tf and Tr as in section 3; Tr 0 while
/// unknown.
int media_timeout(const BreakerIntervals& intervals, Duration tf, Duration tr);

/// Section 4.3: reporting intervals to average the loss over.
int cb_interval(const BreakerIntervals& intervals, Duration tf, Duration tr);

/// Section 4.3: X, the throughput in octets/s of a TCP flow with packets of s octets at loss event
/// rate p, by the simplified equation. Infinite without loss or round trip.
double tcp_throughput(double s, Duration tr, double p);

}  // namespace ptimed
