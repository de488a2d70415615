// SPDX-License-Identifier: AGPL-3.0-or-later
#pragma once
// The calculated RTCP interval: RFC 3550 section 6.3.1 and rtcp_interval() of A.7.
#include "lib/base/rng.h"

namespace ptimed {

/// Fixed minimum in seconds (6.2).
inline constexpr double kRtcpMinTime = 5;
/// Senders' part of the RTCP bandwidth while they are few, where no RS and RR say otherwise.
inline constexpr double kRtcpSenderBwFraction = 0.25;
/// e - 3/2: makes up for what timer reconsideration adds to the mean interval.
inline constexpr double kRtcpCompensation = 2.71828 - 1.5;

/// What the interval is computed from, with the RFC's names.
struct RtcpIntervalInput {
  int members = 1;
  int senders = 0;
  bool we_sent = false;
  double rtcp_bw = 0;        ///< octets/s
  double avg_rtcp_size = 0;  ///< octets, UDP and IP included
  /// S / (S + R) of 6.3.1, in 0..1. 0 treats senders like receivers, 1 silences receivers (RFC 3556
  /// section 2).
  double sender_fraction = kRtcpSenderBwFraction;
};

/// S and R of section 6.3.1, from b=RS and b=RR (RFC 3556), in bit/s. At least one is above 0, or
/// there is no RTCP at all.
struct RtcpBandwidth {
  double senders_bps = 0;
  double receivers_bps = 0;
  double total_bps() const { return senders_bps + receivers_bps; }
  double sender_fraction() const { return total_bps() > 0 ? senders_bps / total_bps() : 0; }
};

/// n * C of section 6.3.1 step 1, in seconds: how often this participant may report so that all of
/// its kind stay within their share. Infinite when rtcp_bw is 0.
double rtcp_share_interval(const RtcpIntervalInput& in);

/// Td, in seconds: steps 1 to 3.
double deterministic_rtcp_interval(const RtcpIntervalInput& in, double tmin);

/// T of a Td: steps 4 and 5.
double randomised_rtcp_interval(double td, Rng& rng);

/// Minimum for a session bandwidth in bit/s: 360 / kbit/s seconds, never above 5 s (6.2).
double reduced_rtcp_minimum(double session_bandwidth_bps);

}  // namespace ptimed
