// SPDX-License-Identifier: AGPL-3.0-or-later
// Feedback in groups, in the terms of RFC 4586 sections 5 and 6.
#include <gtest/gtest.h>

#include "tests/sim/group_plans.h"

namespace ptimed {
namespace {

TEST(GroupFeedback, EveryLossEndsOnce) {
  const GroupResult result = GroupSimulation(shared_loss_plan(0.5)).run();
  for (const GroupAgentResult& agent : result.agents) {
    const GroupMemberStats& stats = agent.stats;
    EXPECT_LE(stats.lost - (stats.sent + stats.suppressed + stats.discarded), 2u)
        << agent.node << ": all but what waits at the end";
  }
  EXPECT_EQ(result.agents[1].stats.lost, result.agents[2].stats.lost) << "shared";
  EXPECT_EQ(result.agents[3].stats.lost, 0u);
  EXPECT_NEAR(static_cast<double>(result.lost_packets), 500, 70);
}

TEST(GroupFeedback, MoreDitherSuppressesMoreAndDelaysMore) {
  std::vector<GroupResult> results;
  for (const double l : {0.1, 0.5, 1.0})
    results.push_back(GroupSimulation(shared_loss_plan(l)).run());
  for (size_t n = 1; n < results.size(); ++n) {
    EXPECT_GT(results[n].agents[1].stats.not_sent_rate(),
              results[n - 1].agents[1].stats.not_sent_rate());
    EXPECT_GT(results[n].report_delay_s, results[n - 1].report_delay_s);
    EXPECT_LT(results[n].failure_rate, results[n - 1].failure_rate);
  }
}

TEST(GroupFeedback, BeyondTheIntervalMoreDitherChangesNothing) {
  const GroupResult one = GroupSimulation(shared_loss_plan(1)).run();
  const GroupResult four = GroupSimulation(shared_loss_plan(4)).run();
  EXPECT_NEAR(one.report_delay_s, four.report_delay_s, 0.02);
  EXPECT_NEAR(one.failure_rate, four.failure_rate, 0.02);
}

/// Table 7 of RFC 4586 is 1 - Table 5 - Table 6: a loss is told by one, or by both.
TEST(GroupFeedback, FailureIsWhatBothReport) {
  const GroupResult result = GroupSimulation(shared_loss_plan(0.5)).run();
  const double a5 = result.agents[1].stats.not_sent_rate();
  const double a6 = result.agents[2].stats.not_sent_rate();
  EXPECT_NEAR(result.failure_rate, 1 - a5 - a6, 0.06) << "apart from losses both discarded";
}

TEST(GroupFeedback, SharedLossesAreSuppressedDistributedOnesAreNot) {
  GroupPlan plan = shared_loss_plan(0.5);
  const GroupResult shared = GroupSimulation(plan).run();
  plan.links[0].packet_loss = 0;
  plan.links[2].packet_loss = plan.links[3].packet_loss = 0.01;
  const GroupResult distributed = GroupSimulation(plan).run();
  EXPECT_GT(shared.agents[1].stats.suppressed, 20 * distributed.agents[1].stats.suppressed);
  EXPECT_LT(shared.agents[1].stats.mean_waiting_s(), distributed.agents[1].stats.mean_waiting_s());
}

TEST(GroupFeedback, BottleneckLosesPacketsAndReportsThem) {
  GroupPlan plan = pair_plan(20'000);
  plan.links[0].rate_bps = 19'800;
  plan.links[0].queue_packets = 10;
  const GroupResult result = GroupSimulation(plan).run();
  EXPECT_GT(result.agents[1].stats.lost, 100u);
  EXPECT_LE(result.rtcp_pct, 5.5);
}

TEST(GroupFeedback, NackEntriesHoldSeventeenPackets) {
  EXPECT_EQ(nack_entries({}), 0);
  EXPECT_EQ(nack_entries({5}), 1);
  EXPECT_EQ(nack_entries({21, 5}), 1);
  EXPECT_EQ(nack_entries({5, 22}), 2);
}

}  // namespace
}  // namespace ptimed
