// SPDX-License-Identifier: AGPL-3.0-or-later
#pragma once
#include "lib/sim/group_simulation.h"

namespace ptimed {

/// Two agents over one link of 10 ms; A1 sends.
inline GroupPlan pair_plan(double session_bps) {
  GroupPlan plan;
  plan.links = {{.from = "A1", .to = "A2", .delay = std::chrono::milliseconds(10)}};
  plan.agents = {{.node = "A1", .sends = true}, {.node = "A2"}};
  plan.session_bps = session_bps;
  plan.duration = std::chrono::seconds(1000);
  return plan;
}

/// A1 sends to A5 and A6 behind A2, 20 ms and 40 ms away, which share the losses from A1 to A2; A3
/// loses nothing (scenario 3 of RFC 4586 section 6).
inline GroupPlan shared_loss_plan(double l) {
  using std::chrono::milliseconds;
  GroupPlan plan;
  plan.links = {{.from = "A1", .to = "A2", .delay = milliseconds(10), .packet_loss = 0.01},
                {.from = "A1", .to = "A3", .delay = milliseconds(10)},
                {.from = "A2", .to = "A5", .delay = milliseconds(20)},
                {.from = "A2", .to = "A6", .delay = milliseconds(40)}};
  plan.agents = {{.node = "A1", .sends = true}, {.node = "A5"}, {.node = "A6"}, {.node = "A3"}};
  plan.session_bps = 100'000;
  plan.rtp_packet_bytes = 500;
  plan.feedback.point_to_point = false;
  plan.feedback.dither_fraction = l;
  plan.duration = std::chrono::seconds(2000);
  return plan;
}

/// `members` at the end of one link; the first sends from the other end.
inline GroupPlan crowd_plan(int members, double session_bps) {
  GroupPlan plan;
  plan.links = {{.from = "root", .to = "leaf", .delay = std::chrono::milliseconds(20)}};
  plan.agents = {{.node = "root", .sends = true}};
  for (int n = 1; n < members; ++n) plan.agents.push_back({.node = "leaf"});
  plan.session_bps = session_bps;
  plan.rtp_packets_per_s = 5;
  plan.feedback.point_to_point = false;
  return plan;
}

}  // namespace ptimed
