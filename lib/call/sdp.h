// SPDX-License-Identifier: AGPL-3.0-or-later
#pragma once
// A call in the words of SDP (RFC 4566), for tools that listen in or talk to it.
//
// It describes the end that this call talks to. In a session description, c= and m= say where media
// is to be received, and what this call sends goes to its peer: a player started on the peer's host
// (ffplay -protocol_whitelist file,udp,rtp CALL.sdp) opens that address and port and hears the
// call. The direction is the peer's too: of a call that only sends, a listener only receives.
#include <optional>
#include <string>

#include "codecs/codec.h"
#include "lib/call/config.h"

namespace ptimed {

struct SdpOptions {
  /// RTP/AVPF with generic NACKs and this a=rtcp-fb trr-int (RFC 4585 section 4.2); empty: RTP/AVP.
  struct Avpf {
    std::chrono::milliseconds trr_interval{0};
  };
  std::optional<Avpf> avpf = std::nullopt;
  bool voip_metrics = false;                  ///< a=rtcp-xr:voip-metrics (RFC 3611 section 5)
  std::optional<Ptime> ptime = std::nullopt;  ///< in force; empty: the call's initial one
  std::optional<Ssrc> ssrc =
      std::nullopt;  ///< of what the call sends (RFC 5576), named together with cname
  std::string cname = {};
  uint64_t session_id = 0;  ///< seconds since 1900 where the start is known (RFC 4566 section 5.2)
};

/// Every line ends in CR LF.
std::string call_sdp(const CallEntry& entry, const CodecTraits& codec, const SdpOptions& options);

}  // namespace ptimed
