// SPDX-License-Identifier: AGPL-3.0-or-later
// Groups of every size: the share of RTCP, its distribution over time, and joining all at once.
#include <gtest/gtest.h>

#include <algorithm>
#include <map>

#include "tests/sim/group_plans.h"

namespace ptimed {
namespace {

using std::chrono::seconds;

/// Share of the session bandwidth from `start` s to the end, in %.
double share_after(const GroupResult& result, const GroupPlan& plan, int start) {
  double octets = 0;
  const auto& seconds_ = result.rtcp_octets_by_second;
  for (size_t s = static_cast<size_t>(start); s < seconds_.size(); ++s) octets += seconds_[s];
  return 100 * octets * 8 / (to_seconds(plan.duration) - start) / plan.session_bps;
}

TEST(GroupTiming, PairsUseFivePercentSplitBySize) {
  for (const double session : {20'000.0, 200'000.0}) {
    const GroupResult result = GroupSimulation(pair_plan(session)).run();
    EXPECT_NEAR(result.rtcp_pct, 5, 0.1);
    EXPECT_NEAR(result.agents[0].rtcp_pct / result.agents[1].rtcp_pct, 72.0 / 76, 0.04);
  }
}

TEST(GroupTiming, AvpAgentKeepsFiveSecondsBesideAvpf) {
  GroupPlan plan = pair_plan(20'000);
  plan.agents[0].profile = FeedbackProfile::kAvp;
  const GroupResult result = GroupSimulation(plan).run();
  EXPECT_NEAR(result.agents[0].rtcp_pct, 100 * 72 * 8 / 5.0 / 20'000, 0.03);
  EXPECT_NEAR(result.agents[1].rtcp_pct, 2.5, 0.1);
}

TEST(GroupTiming, ShareHoldsFromTwoToFiveHundredMembers) {
  for (const int members : {2, 4, 16, 100, 499}) {
    GroupPlan plan = crowd_plan(members, 64'000);
    plan.duration = seconds(members > 100 ? 400 : 1000);
    const GroupResult result = GroupSimulation(plan).run();
    EXPECT_LE(share_after(result, plan, 60), 5.1) << members;
    EXPECT_GE(share_after(result, plan, 60), 4.0) << members;
  }
}

/// From 5 s to the end of the run no second carries more than chance allows.
TEST(GroupTiming, StepJoinOfAThousandDoesNotSynchronise) {
  GroupPlan plan = crowd_plan(1000, 64'000);
  plan.duration = seconds(900);
  std::map<int, int> by_second;
  GroupSimulation simulation(plan);
  simulation.on_rtcp = [&](Time now, const GroupPacket&) {
    ++by_second[static_cast<int>(to_seconds(now.time_since_epoch()))];
  };
  const GroupResult result = simulation.run();
  double sum = 0, squares = 0;
  constexpr int kFrom = 300, kTo = 900;
  for (int s = kFrom; s < kTo; ++s) sum += by_second[s];
  const double mean = sum / (kTo - kFrom);
  for (int s = kFrom; s < kTo; ++s) squares += (by_second[s] - mean) * (by_second[s] - mean);
  EXPECT_LE(squares / (kTo - kFrom) / mean, 1.5) << "1 is what independent members give";
  EXPECT_LE(share_after(result, plan, kFrom), 5.3);
}

TEST(GroupTiming, LateJoinOfAThousandIsTakenInByReconsideration) {
  GroupPlan plan = crowd_plan(1010, 64'000);
  for (size_t n = 10; n < plan.agents.size(); ++n) plan.agents[n].join = seconds(100);
  plan.duration = seconds(700);
  const GroupResult result = GroupSimulation(plan).run();
  EXPECT_LE(share_after(result, plan, 300), 5.3);
  EXPECT_GE(share_after(result, plan, 300), 4.5);
}

TEST(GroupTiming, LeavingMembersLetTheOthersReportAgain) {
  GroupPlan plan = crowd_plan(100, 16'000);
  for (size_t n = 10; n < plan.agents.size(); ++n) plan.agents[n].leave = seconds(600);
  plan.duration = seconds(1200);
  GroupSimulation simulation(plan);
  std::map<int, int> byes;
  simulation.on_rtcp = [&](Time now, const GroupPacket& packet) {
    if (packet.kind == GroupPacket::Kind::kBye)
      ++byes[static_cast<int>(to_seconds(now.time_since_epoch()))];
  };
  simulation.run();
  int largest = 0, all = 0;
  for (const auto& [second, count] : byes) largest = std::max(largest, count), all += count;
  EXPECT_EQ(all, 90);
  EXPECT_LE(largest, 20) << "backed off: 90 members leave, more than 50";
  EXPECT_EQ(simulation.members()[0]->schedule().rtcp().members(), 10);
}

TEST(GroupTiming, SameSeedRepeats) {
  const GroupPlan plan = shared_loss_plan(0.5);
  const GroupResult one = GroupSimulation(plan).run(), other = GroupSimulation(plan).run();
  EXPECT_EQ(one.rtcp_octets_by_second, other.rtcp_octets_by_second);
}

}  // namespace
}  // namespace ptimed
