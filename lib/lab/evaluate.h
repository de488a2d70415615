// SPDX-License-Identifier: AGPL-3.0-or-later
#pragma once
// What became of one call in one direction, and of a scenario as a whole.
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "lib/lab/join.h"
#include "lib/lab/ptime_steps.h"

namespace ptimed {

struct StreamResult {
  std::string call, from, to;  ///< call id and endpoint names
  std::string codec;
  uint64_t sent = 0, lost = 0, unheard = 0;
  double loss_pct = 0;
  double loss_s = 0;  ///< media time of the lost packets
  int clips = 0;      ///< runs of consecutive lost packets
  double avg_clip_ms = 0, max_clip_ms = 0;
  PtimeSteps steps;
  double mean_ptime_ms = 0;  ///< media time per packet
  std::optional<double> reaction_s;
  std::optional<double> owd_p50_ms, owd_p95_ms;
  std::optional<double> mouth_to_ear_ms;  ///< mean; capture to playout
  std::optional<double> mos_cq;
  double sent_media_s = 0, received_media_s = 0;
  double rtp_octets = 0;                 ///< IP bytes
  uint64_t nacks = 0, nacks_denied = 0;  ///< sent by the receiver of this stream
  std::optional<double> departure_p99_ms;
};

StreamResult evaluate_stream(const CallEnd& from, const CallEnd& to, const JoinedStream& stream);

/// What scenario.yaml says of a run; everything but the name may be empty.
struct ScenarioInfo {
  std::string experiment, scenario, backend, policy, rtcp_mode, calls, bandwidth_kbps, seed,
      duration_s;
};

struct Verdict {
  bool valid = true;
  std::string reason;
};

struct ScenarioResult {
  ScenarioInfo info;
  std::vector<StreamResult> streams;
  std::optional<double> settle_s, rtcp_share_pct, jain;
  Verdict verdict;
};

struct Pair {
  CallEnd west, east;  ///< the two ends of one call, in either order
};

/// `drops` is the forwarder's drop log, if there is one.
ScenarioResult evaluate_scenario(const ScenarioInfo& info, const std::vector<Pair>& calls,
                                 const std::optional<std::string>& drops);

/// Jain's fairness index of received/sent media time; empty without streams.
std::optional<double> jain_index(const std::vector<double>& shares);

/// RTP packets in a drop log: IP bytes on an even destination port (RFC 3550 section 11).
uint64_t dropped_rtp(std::string_view drops_csv);

}  // namespace ptimed
