// SPDX-License-Identifier: AGPL-3.0-or-later
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/unit/policy/path.h"

namespace ptimed {
namespace {

using testing::ElementsAre;

std::string reason(PtimePolicy& policy, int current_ms, std::optional<double> loss_percent) {
  return policy.on_report({}, path_of(current_ms, loss_percent)).reason;
}

TEST(Busse1996, ClearPathGoesDownToTheMinimumNotTheOptimum) {
  const auto policy = policy_of("busse-1996");
  EXPECT_THAT(trace(*policy, 30, {0, 0, 0}), ElementsAre(20, 10, 10));
}

// lambda = 0.7 * lambda + 0.3 * b from 0.
TEST(Busse1996, OneBadReportIsSmoothedIntoTheDeadZone) {
  const auto policy = policy_of("busse-1996");
  // lambda 3, 2.1, 1.47, 1.029
  EXPECT_THAT(trace(*policy, 20, {10, 0, 0, 0}), ElementsAre(20, 20, 10, 10));
}

TEST(Busse1996, HeavyLossKeepsRaisingForAReportAfterItEnded) {
  const auto policy = policy_of("busse-1996");
  // lambda 6, 4.2, 2.94, 2.058, 1.4406
  EXPECT_THAT(trace(*policy, 20, {20, 0, 0, 0, 0}, kG729Limits), ElementsAre(30, 40, 40, 40, 30));
}

TEST(Busse1996, SteadyLossBetweenTheThresholdsIsNeverAnswered) {
  const auto policy = policy_of("busse-1996");
  // lambda 0.9, 1.53, 1.971, 2.2797, ... towards 3: two thresholds passed upwards, the upper never
  // reached
  EXPECT_THAT(trace(*policy, 30, {3, 3, 3, 3, 3, 3, 3, 3}),
              ElementsAre(20, 10, 10, 10, 10, 10, 10, 10));
}

TEST(Busse1996, SteadyLossAboveCongestedTakesReportsToBeSeen) {
  const auto policy = policy_of("busse-1996");
  // lambda 1.5, 2.55, 3.285, 3.7995, 4.15965
  EXPECT_THAT(trace(*policy, 20, {5, 5, 5, 5, 5}), ElementsAre(10, 10, 10, 10, 20));
}

TEST(Busse1996, ThresholdsThemselvesAreInTheDeadZone) {
  const PolicyParameters unsmoothed{{"alpha", "1"}};
  EXPECT_EQ(policy_of("busse-1996", unsmoothed)->on_report({}, path_of(20, 2)).ptime, Ptime{20});
  EXPECT_EQ(policy_of("busse-1996", unsmoothed)->on_report({}, path_of(20, 4)).ptime, Ptime{20});
  EXPECT_EQ(policy_of("busse-1996", unsmoothed)->on_report({}, path_of(20, 1.99)).ptime, Ptime{10});
  EXPECT_EQ(policy_of("busse-1996", unsmoothed)->on_report({}, path_of(20, 4.01)).ptime, Ptime{30});
}

TEST(Busse1996, StopsAtTheMaximum) {
  const auto policy = policy_of("busse-1996");
  EXPECT_THAT(trace(*policy, 20, {100, 100, 100}), ElementsAre(30, 30, 30));
}

TEST(Busse1996, NackRaisesAtOnceAndLeavesLambdaAlone) {
  const auto policy = policy_of("busse-1996");
  const auto untold = policy_of("busse-1996");
  EXPECT_EQ(policy->on_nack({}, {2}, path_of(20, {})).ptime, Ptime{30});
  EXPECT_EQ(policy->on_nack({}, {2}, path_of(30, {})).ptime, Ptime{30});
  const std::vector<double> losses{8, 8, 8, 0, 0};
  EXPECT_EQ(trace(*policy, 20, losses), trace(*untold, 20, losses));
}

TEST(Busse1996, NackWithoutLossInTheReportsIsTakenBackByThem) {
  const auto policy = policy_of("busse-1996");
  ASSERT_EQ(policy->on_nack({}, {1}, path_of(10, {})).ptime, Ptime{20});
  EXPECT_EQ(policy->on_report({}, path_of(20, 0)).ptime, Ptime{10});
}

TEST(Busse1996, EveryNumberIsAParameter) {
  const auto policy = policy_of("busse-1996", {{"alpha", "0.5"},
                                               {"unloaded", "1"},
                                               {"congested", "3"},
                                               {"step", "20ms"},
                                               {"nack_step", "30ms"}});
  EXPECT_THAT(trace(*policy, 20, {7, 0, 0}, kG729Limits),
              ElementsAre(40, 40, 20));  // lambda 3.5, 1.75, 0.875
  EXPECT_EQ(policy->on_nack({}, {1}, path_of(20, {}, kG729Limits)).ptime, Ptime{50});
}

TEST(Busse1996, NackStepOfZeroIgnoresNacks) {
  const auto policy = policy_of("busse-1996", {{"nack_step", "0"}});
  EXPECT_EQ(policy->on_nack({}, {5}, path_of(20, 50)).ptime, Ptime{20});
}

TEST(Busse1996, SaysWhy) {
  const auto policy = policy_of("busse-1996");
  EXPECT_EQ(reason(*policy, 20, {}), "no loss figure yet");
  EXPECT_EQ(reason(*policy, 20, 20), "smoothed loss 6 % > 4 %: 20 -> 30 ms");
  EXPECT_EQ(reason(*policy, 30, 0), "smoothed loss 4.2 % > 4 %: hold 30 ms");
  EXPECT_EQ(reason(*policy, 30, 0), "smoothed loss 2.94 %: hold 30 ms");
  EXPECT_EQ(reason(*policy, 30, 0), "smoothed loss 2.06 %: hold 30 ms");
  EXPECT_EQ(reason(*policy, 30, 0), "smoothed loss 1.44 % < 2 %: 30 -> 20 ms");
  EXPECT_EQ(policy->on_nack({}, {1}, path_of(20, {})).reason, "NACK of 1 packet: 20 -> 30 ms");
  EXPECT_EQ(policy->on_nack({}, {7}, path_of(30, {})).reason, "NACK of 7 packets: hold 30 ms");
}

}  // namespace
}  // namespace ptimed
