// SPDX-License-Identifier: AGPL-3.0-or-later
#include "lib/call/sdp.h"

#include <cmath>
#include <sstream>
#include <string_view>

#include "lib/call/ptime_limits.h"

namespace ptimed {
namespace {

/// RFC 3556 section 2: of the RTCP bandwidth a quarter is the senders', the rest the receivers'.
constexpr double kSendersShare = 0.25;

class Lines {
 public:
  template <class... Parts>
  void add(const Parts&... parts) {
    (out_ << ... << parts) << "\r\n";
  }
  std::string text() const { return out_.str(); }

 private:
  std::ostringstream out_;
};

/// "IN IP6 fe80::1": an address alone, as a zone (RFC 4007) means nothing on another host.
std::string connection(const std::string& host, bool ipv6) {
  return (ipv6 ? "IN IP6 " : "IN IP4 ") + host.substr(0, host.find('%'));
}

std::string_view direction_of_peer(MediaDirection own) {
  switch (own) {
    case MediaDirection::kSendOnly:
      return to_string(MediaDirection::kRecvOnly);
    case MediaDirection::kRecvOnly:
      return to_string(MediaDirection::kSendOnly);
    case MediaDirection::kSendRecv:
      break;
  }
  return to_string(MediaDirection::kSendRecv);
}

/// The nominal bandwidth of RFC 3550 section 6.2, IP and UDP headers included.
double session_bps(const CallConfig& call, const CodecTraits& codec, Ptime ptime) {
  const int headers = (call.ipv6 ? kUdpIpv6Overhead : kUdpIpv4Overhead) + kRtpHeader;
  return 8.0 * (headers + codec.frame_bytes * frames_in(ptime)) / to_seconds(ptime);
}

void add_bandwidth(Lines& lines, const CallConfig& call, double bps) {
  const double rtcp = call.rtcp.share * bps;
  lines.add("b=AS:", std::lround(std::ceil(bps / 1000)));
  lines.add("b=RS:", std::lround(kSendersShare * rtcp));
  lines.add("b=RR:", std::lround((1 - kSendersShare) * rtcp));
}

void add_format(Lines& lines, const CodecTraits& codec) {
  const int type = codec.payload_type;
  lines.add("a=rtpmap:", type, ' ', codec.encoding, '/', kSampleRate);
  if (codec.encoding == "G729") lines.add("a=fmtp:", type, " annexb=no");
}

void add_rtcp(Lines& lines, const CallEntry& entry, const SdpOptions& options) {
  lines.add("a=rtcp:", effective_rtcp_port(entry.remote, entry.rtcp_mux));
  if (entry.rtcp_mux) lines.add("a=rtcp-mux");
  if (options.avpf) {
    lines.add("a=rtcp-fb:* nack");
    lines.add("a=rtcp-fb:* trr-int ", options.avpf->trr_interval.count());
  }
  if (options.voip_metrics) lines.add("a=rtcp-xr:voip-metrics");
}

void add_media(Lines& lines, const CallEntry& entry, const CodecTraits& codec,
               const SdpOptions& options) {
  const CallConfig& call = entry.call;
  const PtimeBounds bounds(call, codec);
  const Ptime ptime = options.ptime.value_or(bounds.clamp(call.ptime_initial).ptime);
  lines.add("m=audio ", entry.remote.port, options.avpf ? " RTP/AVPF " : " RTP/AVP ",
            static_cast<int>(codec.payload_type));
  add_bandwidth(lines, call, session_bps(call, codec, ptime));
  add_format(lines, codec);
  lines.add("a=ptime:", ptime.count());
  lines.add("a=maxptime:", bounds.limits().max.count());
  lines.add("a=", direction_of_peer(call.direction));
  add_rtcp(lines, entry, options);
  if (options.ssrc && !options.cname.empty())
    lines.add("a=ssrc:", options.ssrc->value, " cname:", options.cname);
}

}  // namespace

std::string call_sdp(const CallEntry& entry, const CodecTraits& codec, const SdpOptions& options) {
  const bool ipv6 = entry.call.ipv6;
  Lines lines;
  lines.add("v=0");
  lines.add("o=- ", options.session_id, ' ', options.session_id, ' ',
            connection(entry.local.host, ipv6));
  lines.add("s=", entry.call.id);
  lines.add("c=", connection(entry.remote.host, ipv6));
  lines.add("t=0 0");
  add_media(lines, entry, codec, options);
  return lines.text();
}

}  // namespace ptimed
