// SPDX-License-Identifier: AGPL-3.0-or-later
#pragma once
// What happens to a call, as typed values. They reach events.jsonl, the daemon's log and `ptimectl
// watch`.
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "lib/base/time.h"
#include "lib/base/units.h"

namespace ptimed {

struct CallStarted {
  Ssrc ssrc;
  std::string codec, policy, rtcp_mode;
  Ptime ptime;
};
struct CallEnded {
  std::string reason;
};
/// A step of our own ptime; `reason` is the policy's or "command".
struct PtimeChanged {
  Ptime from, to;
  std::string reason;
};
/// What was asked for lies beyond a limit; `limit` names it (ptime.max, peer maxptime, mtu,
/// ptime.min).
struct PtimeLimited {
  Ptime asked, given;
  std::string limit;
};
struct PolicyChanged {
  std::string from, to;
};
/// A source became valid (RFC 3550 A.1), or its SSRC or sequence started anew.
struct SourceValid {
  Ssrc ssrc;
};
struct SourceRestarted {
  Ssrc ssrc;
  std::string what;
};
struct PeerBye {
  Ssrc ssrc;
  std::string reason;
};
/// The peer's packets now carry another ptime.
struct PeerPtimeChanged {
  Ptime from, to;
};
struct Clip {
  ExtSeq first;
  int packets;
  std::chrono::milliseconds length;
};
struct NackSent {
  std::vector<SeqNo> lost;
  int budget_left;
};
struct NackDenied {
  SeqNo first;
  int packets;
};
struct NackReceived {
  std::vector<SeqNo> lost;
};
struct PlayoutChanged {
  RtpTime media;
  int inserted, dropped;
  Duration target;
};
/// The source had no samples, or the driver was stopped: media time passed without a packet.
struct MediaSkipped {
  RtpTime from;
  Duration length;
  std::string cause;
};
/// A circuit breaker of RFC 8083 has tripped. What it measured, as far as it measures that.
struct BreakerTripped {
  std::string breaker;  ///< "rtcp timeout", "media timeout", "congestion", "usability"
  std::string action;   ///< what follows: stop, cut or note
  Duration over;        ///< the triggering interval
  std::optional<double> loss_pct;
  std::optional<Duration> rtt;
  std::optional<double> kbps, tcp_kbps;  ///< rate of the stream, and of a TCP flow in its place
  std::string text;
};

using EventBody =
    std::variant<CallStarted, CallEnded, PtimeChanged, PtimeLimited, PolicyChanged, SourceValid,
                 SourceRestarted, PeerBye, PeerPtimeChanged, Clip, NackSent, NackDenied,
                 NackReceived, PlayoutChanged, MediaSkipped, BreakerTripped>;

struct Event {
  Time at;
  EventBody body;
};

/// "ptime-changed" and the like, as in events.jsonl.
std::string_view kind_of(const EventBody& body);
/// One line for a person: "ptime 20 -> 30 ms: loss 3.1 % above 2 %".
std::string to_string(const EventBody& body);

}  // namespace ptimed
