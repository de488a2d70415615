// SPDX-License-Identifier: AGPL-3.0-or-later
#pragma once
// RFC 4586 section 7.2.1: NEWPRED agents over a link that loses packets at a constant rate.
#include <cstdint>
#include <vector>

#include "lib/base/time.h"
#include "lib/base/yaml_schema.h"

namespace ptimed {

/// One pair of agents. Every segment is one RTP packet.
struct NewpredPlan {
  double session_bps = 32'000;  ///< bw
  double frames_per_s = 4;      ///< f
  int segments = 3;             ///< seg
  double packet_loss = 0.01;    ///< Plr on link 2
  bool loss_both_ways = true;
  Duration link2_delay = std::chrono::milliseconds(10);  ///< D
  Duration edge_delay = std::chrono::milliseconds(10);   ///< links 1 and 3
  Duration t_max_fb_delay = std::chrono::seconds(1);
  Duration duration = std::chrono::seconds(1000);
  uint64_t seed = 1;
};

struct NewpredResult {
  uint64_t recovered = 0;
  double waiting_ms = 0;  ///< mean of recovery time less the round trip
};
NewpredResult run_newpred(const NewpredPlan& plan);

/// The parameter sets of one cell of Figure 4, each over all delays of link 2.
struct NewpredSweep {
  NewpredPlan plan;
  std::vector<double> frames_per_s{4};
  std::vector<Duration> link2_delays{std::chrono::milliseconds(10)};
};
/// Smallest and largest of the sets' means over the delays.
struct NewpredRange {
  double low_ms = 0, high_ms = 0;
};
NewpredRange run_newpred(const NewpredSweep& sweep);
void read_newpred_sweep(YamlMapping& mapping, NewpredSweep& sweep);

}  // namespace ptimed
