// SPDX-License-Identifier: AGPL-3.0-or-later
#include "lib/sim/group_newpred.h"

#include <gtest/gtest.h>

namespace ptimed {
namespace {

NewpredPlan plan(double session_bps, double packet_loss) {
  return {.session_bps = session_bps, .packet_loss = packet_loss, .loss_both_ways = false};
}

TEST(GroupNewpred, NothingLostIsNothingRecovered) {
  EXPECT_EQ(run_newpred(plan(32'000, 0)).recovered, 0u);
}

TEST(GroupNewpred, WaitGrowsWithLossAndFallsWithBandwidth) {
  const double few = run_newpred(plan(32'000, 0.01)).waiting_ms;
  EXPECT_GT(run_newpred(plan(32'000, 0.1)).waiting_ms, few);
  EXPECT_LT(run_newpred(plan(64'000, 0.01)).waiting_ms, few);
}

/// With bandwidth to spare a NACK leaves at once, and what is left is the wait for the next frame:
/// from 0 to a frame interval.
TEST(GroupNewpred, AmpleBandwidthLeavesOnlyTheWaitForAFrame) {
  for (const double frames_per_s : {4.0, 10.0, 30.0}) {
    NewpredPlan ample = plan(10e6, 0.01);
    ample.frames_per_s = frames_per_s;
    const NewpredResult result = run_newpred(ample);
    EXPECT_GT(result.recovered, 50u);
    EXPECT_GE(result.waiting_ms, 0);
    EXPECT_LE(result.waiting_ms, 1000 / frames_per_s * 1.1);
  }
}

}  // namespace
}  // namespace ptimed
