// SPDX-License-Identifier: AGPL-3.0-or-later
#include "lib/call/config.h"

#include <tuple>

namespace ptimed {
namespace {

auto fields(const PtimeLimits& p) { return std::tie(p.min, p.max, p.optimum); }

auto fields(const QuickNackConfig& q) { return std::tie(q.share, q.window, q.packet_bytes); }

auto fields(const RtcpConfig& r) {
  return std::tuple_cat(std::tie(r.mode, r.share, r.fixed_interval, r.reduced_minimum, r.cname),
                        fields(r.quick));
}

auto fields(const BreakerConfig& b) { return std::tie(b.action, b.usability); }

auto fields(const PlayoutConfig& p) {
  return std::tie(p.headroom, p.ptime_max, p.min_jitter, p.max_jitter);
}

/// Only what its kind uses.
bool same(const SourceConfig& a, const SourceConfig& b) {
  if (a.kind != b.kind) return false;
  switch (a.kind) {
    case SourceConfig::Kind::kSilence:
      return true;
    case SourceConfig::Kind::kTone:
      return a.tone_hz == b.tone_hz;
    case SourceConfig::Kind::kWav:
      return std::tie(a.wav, a.loop) == std::tie(b.wav, b.loop);
  }
  return false;
}

bool same_policy(const CallConfig& a, const CallConfig& b) {
  return a.policy == b.policy && effective_parameters(a.policy, a.policy_parameters, a.codec) ==
                                     effective_parameters(b.policy, b.policy_parameters, b.codec);
}

auto media_fields(const CallConfig& c) {
  return std::tuple_cat(
      std::tie(c.id, c.codec, c.direction, c.ptime_initial, c.peer_maxptime, c.mtu, c.ipv6),
      fields(c.ptime), fields(c.playout));
}

auto stream_fields(const CallConfig& c) {
  return std::tie(c.ssrc, c.first_seq, c.first_timestamp, c.departure_jitter);
}

bool same(const CallConfig& a, const CallConfig& b) {
  return media_fields(a) == media_fields(b) && stream_fields(a) == stream_fields(b) &&
         fields(a.rtcp) == fields(b.rtcp) && fields(a.breaker) == fields(b.breaker) &&
         same_policy(a, b);
}

auto effective(const EndpointAddress& a, bool rtcp_mux) {
  return std::tuple(a.host, a.port, effective_rtcp_port(a, rtcp_mux));
}

auto driver_fields(const CallEntry& e) {
  return std::tie(e.rtcp_mux, e.learn_source, e.dscp, e.record, e.start, e.duration);
}

}  // namespace

bool CallEntry::operator==(const CallEntry& other) const {
  return same(call, other.call) && same(source, other.source) &&
         driver_fields(*this) == driver_fields(other) &&
         effective(local, rtcp_mux) == effective(other.local, other.rtcp_mux) &&
         effective(remote, rtcp_mux) == effective(other.remote, other.rtcp_mux);
}

uint16_t effective_rtcp_port(const EndpointAddress& address, bool rtcp_mux) {
  if (address.port == 0 || rtcp_mux) return address.port;
  return address.rtcp_port != 0 ? address.rtcp_port : static_cast<uint16_t>(address.port + 1);
}

std::string_view to_string(MediaDirection d) {
  switch (d) {
    case MediaDirection::kSendRecv:
      return "sendrecv";
    case MediaDirection::kSendOnly:
      return "sendonly";
    case MediaDirection::kRecvOnly:
      return "recvonly";
  }
  return "?";
}

std::string_view to_string(BreakerAction a) {
  switch (a) {
    case BreakerAction::kStop:
      return "stop";
    case BreakerAction::kCut:
      return "cut";
    case BreakerAction::kNote:
      return "note";
  }
  return "?";
}

std::string_view to_string(RtcpMode m) { return m == RtcpMode::kQuick2005 ? "quick-2005" : "avp"; }

}  // namespace ptimed
