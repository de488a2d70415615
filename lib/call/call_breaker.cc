// SPDX-License-Identifier: AGPL-3.0-or-later
#include "lib/call/call_breaker.h"

#include <algorithm>

#include "lib/rtcp/interval.h"

namespace ptimed {
namespace {

/// Stands for "never" where there is no RTCP bandwidth.
constexpr double kLongestInterval = 24 * 3600;

std::optional<double> kbps(std::optional<double> octets_per_second) {
  if (!octets_per_second) return std::nullopt;
  return *octets_per_second * 8 / 1000;
}

}  // namespace

BreakerIntervals breaker_intervals(const RtcpConfig& config, Duration td, const PeerTiming& peer) {
  if (config.fixed_interval) return {.td = td, .tdr = *config.fixed_interval};
  const RtcpIntervalInput input{.members = 2,
                                .senders = (peer.we_send ? 1 : 0) + (peer.peer_sends ? 1 : 0),
                                .we_sent = peer.peer_sends,
                                .rtcp_bw = config.share * peer.session_bps / 8,
                                .avg_rtcp_size = peer.average_rtcp_size};
  const double tmin =
      config.reduced_minimum ? reduced_rtcp_minimum(peer.session_bps) : kRtcpMinTime;
  const double tdr = std::min(deterministic_rtcp_interval(input, tmin), kLongestInterval);
  return {.td = td, .tdr = from_seconds(tdr)};
}

CallBreaker::Decision CallBreaker::decide(const BreakerTrip& trip, bool can_cut) {
  ++trips_;
  BreakerAction action = action_;
  if (action == BreakerAction::kCut) {
    const bool cut = trip.breaker == Breaker::kCongestion && can_cut && !has_cut_;
    action = cut ? BreakerAction::kCut : BreakerAction::kStop;
    has_cut_ = true;
  }
  if (action == BreakerAction::kCut) circuit.on_rate_cut();
  return {action,
          {.breaker = std::string(to_string(trip.breaker)),
           .action = std::string(to_string(action)),
           .over = trip.over,
           .loss_pct = trip.loss ? std::optional(100 * *trip.loss) : std::nullopt,
           .rtt = trip.rtt,
           .kbps = kbps(trip.rate),
           .tcp_kbps = kbps(trip.tcp_throughput),
           .text = trip.text}};
}

}  // namespace ptimed
