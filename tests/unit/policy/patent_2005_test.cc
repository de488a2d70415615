// SPDX-License-Identifier: AGPL-3.0-or-later
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/unit/policy/path.h"

namespace ptimed {
namespace {

using testing::ElementsAre;

PtimeDecision report(PtimePolicy& policy, int current_ms, double loss_percent,
                     PtimeLimits limits = kG711Limits) {
  return policy.on_report({}, path_of(current_ms, loss_percent, limits));
}

TEST(Patent2005, G711KnowsTwoPtimes) {
  for (const char* codec : {"pcmu", "pcma", "sized:pcmu"}) {
    const auto policy = policy_of("patent-2005", {}, codec);
    EXPECT_THAT(trace(*policy, 20, {0, 2, 2.01, 50, 3, 2, 0}),
                ElementsAre(20, 20, 30, 30, 30, 20, 20))
        << codec;
  }
}

TEST(Patent2005, G729ClimbsItsLadderRungByRung) {
  for (const char* codec : {"g729", "sized:g729"}) {
    const auto policy = policy_of("patent-2005", {}, codec);
    EXPECT_THAT(trace(*policy, 30, {2, 4, 6, 8, 10, 10.1, 100}, kG729Limits),
                ElementsAre(30, 40, 50, 60, 70, 80, 80))
        << codec;
  }
}

TEST(Patent2005, BoundsBelongToTheRungBelow) {
  const auto policy = policy_of("patent-2005", {}, "g729");
  for (const auto& [bound, ptime] : {std::pair{2, 30}, {4, 40}, {6, 50}, {8, 60}, {10, 70}}) {
    EXPECT_EQ(report(*policy, ptime, bound, kG729Limits).ptime, Ptime{ptime}) << bound;
    EXPECT_EQ(report(*policy, ptime, bound + 0.01, kG729Limits).ptime, Ptime{ptime + 10}) << bound;
  }
}

TEST(Patent2005, FarTargetIsReachedOneStepPerReport) {
  const auto policy = policy_of("patent-2005", {}, "g729");
  EXPECT_THAT(trace(*policy, 30, {50, 50, 50, 50, 50, 50}, kG729Limits),
              ElementsAre(40, 50, 60, 70, 80, 80));
  EXPECT_THAT(trace(*policy, 80, {0, 0, 0, 0, 0, 0}, kG729Limits),
              ElementsAre(70, 60, 50, 40, 30, 30));
}

TEST(Patent2005, StepGoesDownAsFarAsTheRungOfTheLoss) {
  const auto policy = policy_of("patent-2005", {}, "g729");
  EXPECT_THAT(trace(*policy, 80, {5, 5, 5, 5, 5}, kG729Limits), ElementsAre(70, 60, 50, 50, 50));
}

TEST(Patent2005, JumpReturnsAtOnceButOnlyFromTheLowestRung) {
  const auto policy = policy_of("patent-2005", {{"down", "jump"}}, "g729");
  EXPECT_THAT(trace(*policy, 80, {9, 5, 2.1, 2}, kG729Limits), ElementsAre(80, 80, 80, 30));
}

TEST(Patent2005, JumpStillClimbsStepByStep) {
  const auto policy = policy_of("patent-2005", {{"down", "jump"}}, "g729");
  EXPECT_THAT(trace(*policy, 30, {100, 100, 0}, kG729Limits), ElementsAre(40, 50, 30));
}

TEST(Patent2005, NeverGoesBelowTheOptimum) {
  PtimeLimits limits{Ptime{10}, Ptime{60}, Ptime{40}};
  EXPECT_THAT(trace(*policy_of("patent-2005"), 60, {0, 0, 0}, limits), ElementsAre(50, 40, 40));
  EXPECT_THAT(trace(*policy_of("patent-2005", {{"down", "jump"}}), 60, {0}, limits),
              ElementsAre(40));
}

TEST(Patent2005, FromBelowTheOptimumItComesUpToIt) {
  EXPECT_THAT(trace(*policy_of("patent-2005"), 10, {0, 0}), ElementsAre(20, 20));
}

TEST(Patent2005, MaximumCutsTheLadder) {
  const PtimeLimits limits{Ptime{10}, Ptime{50}, Ptime{30}};
  EXPECT_THAT(trace(*policy_of("patent-2005", {}, "g729"), 40, {90, 90, 90}, limits),
              ElementsAre(50, 50, 50));
}

TEST(Patent2005, RemembersNothing) {
  const auto policy = policy_of("patent-2005");
  for (int i = 0; i < 20; ++i) report(*policy, 20, 100);
  EXPECT_EQ(report(*policy, 30, 0).ptime, Ptime{20});
}

TEST(Patent2005, NackRaisesAtOnceUpToTheMaximum) {
  const auto policy = policy_of("patent-2005");
  EXPECT_EQ(policy->on_nack({}, {1}, path_of(20, {})).ptime, Ptime{30});
  EXPECT_EQ(policy->on_nack({}, {1}, path_of(30, {})).ptime, Ptime{30});
  EXPECT_EQ(policy_of("patent-2005", {{"nack_step", "0"}})->on_nack({}, {1}, path_of(20, {})).ptime,
            Ptime{20});
}

TEST(Patent2005, LadderAndStepAreParameters) {
  const auto policy =
      policy_of("patent-2005", {{"ladder", "1:20ms,5.5:40ms,inf:70ms"}, {"step", "20ms"}});
  EXPECT_THAT(trace(*policy, 20, {5.5, 6, 6, 6, 0, 0, 0}, kG729Limits),
              ElementsAre(40, 60, 70, 70, 50, 30, 30));
}

TEST(Patent2005, SaysWhy) {
  const auto g711 = policy_of("patent-2005");
  EXPECT_EQ(g711->on_report({}, path_of(20, {})).reason, "no loss figure yet");
  EXPECT_EQ(report(*g711, 20, 3.1).reason, "loss 3.1 % > 2 %: 20 -> 30 ms");
  EXPECT_EQ(report(*g711, 30, 3.1).reason, "loss 3.1 %: hold 30 ms");
  EXPECT_EQ(report(*g711, 30, 0).reason, "loss 0 % <= 2 %: 30 -> 20 ms");
  EXPECT_EQ(report(*g711, 10, 0).reason, "loss 0 % <= 2 %: 10 -> 20 ms");
  EXPECT_EQ(report(*g711, 50, 9, kG729Limits).reason, "loss 9 % > 2 %: 50 -> 40 ms");
  const auto jump = policy_of("patent-2005", {{"down", "jump"}}, "g729");
  EXPECT_EQ(report(*jump, 80, 5, kG729Limits).reason, "loss 5 % <= 6 %: hold 80 ms");
}

}  // namespace
}  // namespace ptimed
