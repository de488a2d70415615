// SPDX-License-Identifier: AGPL-3.0-or-later
#pragma once
// What became of one call in one direction.
#include <optional>
#include <string>
#include <vector>

#include "lib/lab/join.h"
#include "lib/lab/ptime_steps.h"

namespace ptimed {

struct StreamResult {
  std::string call, from, to;  ///< call id and endpoint names
  std::string codec;
  uint64_t sent = 0, lost = 0, unheard = 0;
  std::optional<double> loss_pct;  ///< of the sent packets
  double loss_s = 0;               ///< media time of the lost packets
  int clips = 0;                   ///< runs of consecutive lost packets
  double avg_clip_ms = 0, max_clip_ms = 0;
  PtimeSteps steps;
  std::optional<double> mean_ptime_ms;  ///< media time per packet
  std::optional<double> reaction_s;
  std::vector<double> delays_ms;  ///< one-way, per packet received; none without a common clock
  std::optional<double> owd_p50_ms, owd_p95_ms;
  std::optional<double> mouth_to_ear_ms;  ///< mean; capture to playout
  std::optional<double> mos_cq;           ///< null when nothing was received
  double sent_media_s = 0, received_media_s = 0;
  uint64_t rtp_octets = 0;               ///< IP bytes
  uint64_t nacks = 0, nacks_denied = 0;  ///< by the receiver of this stream
  std::optional<double> departure_p99_ms;
};

StreamResult evaluate_stream(const CallEnd& from, const CallEnd& to, const JoinedStream& stream);

}  // namespace ptimed
