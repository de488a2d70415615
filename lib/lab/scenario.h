// SPDX-License-Identifier: AGPL-3.0-or-later
#pragma once
// What became of all calls of a scenario, and whether the run may be believed.
#include <optional>
#include <string>
#include <vector>

#include "lib/lab/evaluate.h"
#include "lib/lab/link_drops.h"
#include "lib/lab/scenario_info.h"

namespace ptimed {

struct Pair {
  CallEnd west, east;  ///< the two ends of one call, in either order
};

/// What a run left behind.
struct Recording {
  std::vector<Pair> calls;
  std::vector<std::string> one_ended;  ///< calls without a usable record at the other end
  std::optional<LinkDrops> drops;      ///< where the link kept a log
};

struct Verdict {
  bool valid = true;
  std::string reason;
};

/// The figures of all streams together.
struct Totals {
  uint64_t sent = 0, lost = 0, unheard = 0;
  std::optional<double> loss_pct;
  double loss_s = 0;
  int clips = 0;
  double avg_clip_ms = 0, max_clip_ms = 0;
  int changes = 0, reversals = 0, probes = 0;
  std::optional<double> mean_ptime_ms;
  std::optional<double> reaction_s;              ///< median over the streams that reacted
  std::optional<double> owd_p50_ms, owd_p95_ms;  ///< over all packets
  std::optional<double> mos_cq;                  ///< mean; empty while one stream's is not known
  uint64_t nacks = 0, nacks_denied = 0;
};

struct ScenarioResult {
  ScenarioInfo info;
  std::vector<StreamResult> streams;  ///< per call first west's, then east's
  Totals totals;
  /// From the start of the last call to the last non-probe step; empty without a common clock.
  std::optional<double> settle_s;
  std::optional<double> rtcp_share_pct;  ///< RTCP octets in percent of RTP octets, both with IP
  std::optional<double> jain;            ///< of received/sent media time over the streams
  Verdict verdict;
};

ScenarioResult evaluate_scenario(const ScenarioInfo& info, const Recording& recording);

Totals total(const std::vector<StreamResult>& streams);

/// Jain's fairness index; empty without a share above 0.
std::optional<double> jain_index(const std::vector<double>& shares);

}  // namespace ptimed
