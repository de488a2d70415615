// SPDX-License-Identifier: AGPL-3.0-or-later
#include "lib/call/ptime_limits.h"

#include <algorithm>

namespace ptimed {

Ptime longest_in_mtu(int mtu, int ip_udp_overhead, int frame_bytes) {
  const int payload = mtu - ip_udp_overhead - kRtpHeader;
  return kFrame * std::max(0, payload / frame_bytes);
}

PtimeBounds::PtimeBounds(const CallConfig& config, const CodecTraits& codec)
    : limits_(config.ptime) {
  const auto cut = [this](Ptime upper, std::string_view name) {
    if (upper >= limits_.max) return;
    limits_.max = upper / kFrame * kFrame;
    upper_name_ = name;
  };
  if (config.peer_maxptime) cut(*config.peer_maxptime, "peer.maxptime");
  const int overhead = config.ipv6 ? kUdpIpv6Overhead : kUdpIpv4Overhead;
  cut(longest_in_mtu(config.mtu, overhead, codec.frame_bytes), "mtu");
  limits_.max = std::max(limits_.max, kFrame);
  limits_.min = std::min(limits_.min, limits_.max);
  limits_.optimum = std::clamp(limits_.optimum, limits_.min, limits_.max);
}

LimitedPtime PtimeBounds::clamp(Ptime wanted) const {
  const Ptime whole = wanted / kFrame * kFrame;
  if (whole > limits_.max) return {limits_.max, upper_name_};
  if (whole < limits_.min) return {limits_.min, "ptime.min"};
  return {whole, {}};
}

}  // namespace ptimed
