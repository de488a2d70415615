// SPDX-License-Identifier: AGPL-3.0-or-later
#include "lib/lab/ptime_steps.h"

#include <gtest/gtest.h>

#include "tests/unit/lab/recorded.h"

namespace ptimed {
namespace {

using namespace std::chrono_literals;

struct Counts {
  int changes, reversals, probes;
  bool operator==(const Counts&) const = default;
};
std::ostream& operator<<(std::ostream& out, const Counts& c) {
  return out << c.changes << " changes, " << c.reversals << " reversals, " << c.probes << " probes";
}
Counts counted(const std::vector<Stretch>& stretches) {
  const PtimeSteps steps = count_steps(track(stretches));
  return {steps.changes, steps.reversals, steps.probes};
}

TEST(PtimeSteps, AConstantPtimeHasNone) {
  EXPECT_EQ(counted({{20, 500}}), (Counts{0, 0, 0}));
  EXPECT_EQ(counted({}), (Counts{0, 0, 0}));
}

TEST(PtimeSteps, StepsInOneDirectionAreChangesWithoutReversal) {
  EXPECT_EQ(counted({{20, 50}, {30, 50}, {40, 50}}), (Counts{2, 0, 0}));
}

TEST(PtimeSteps, AStepAgainstTheOneBeforeIsAReversal) {
  EXPECT_EQ(counted({{20, 50}, {30, 100}, {20, 150}, {30, 50}}), (Counts{3, 2, 0}));
}

TEST(PtimeSteps, ADownwardStepUndoneWithinTwoSecondsIsAProbe) {
  const PtimeSteps steps = count_steps(track({{30, 50}, {20, 50}, {30, 50}}));
  EXPECT_EQ(steps.probes, 1);
  EXPECT_EQ(steps.changes, 0);
  EXPECT_EQ(steps.probing, 1010ms) << "49 intervals of 20 ms and one of 30 ms";
  EXPECT_TRUE(steps.kept.empty());
}

TEST(PtimeSteps, TwoSecondsExactlyIsAProbeAndMoreIsNot) {
  EXPECT_EQ(counted({{40, 10}, {20, 99}, {40, 10}}), (Counts{0, 0, 1}));   // 98 x 20 + 40 = 2000
  EXPECT_EQ(counted({{40, 10}, {20, 100}, {40, 10}}), (Counts{2, 1, 0}));  // 2020
}

TEST(PtimeSteps, ALossDuringIsNoProbe) {
  EXPECT_EQ(counted({{30, 50}, {20, 50, {25}}, {30, 50}}), (Counts{2, 1, 0}));
  EXPECT_EQ(counted({{30, 50, {50}}, {20, 50}, {30, 50, {1}}}), (Counts{0, 0, 1}))
      << "the losses lie before and after";
}

TEST(PtimeSteps, AnUpwardStepUndoneIsNoProbe) {
  EXPECT_EQ(counted({{20, 50}, {30, 10}, {20, 50}}), (Counts{2, 1, 0}));
}

TEST(PtimeSteps, AProbeMayTakeSeveralStepsEachWay) {
  EXPECT_EQ(counted({{40, 20}, {30, 10}, {20, 10}, {30, 10}, {40, 20}}), (Counts{0, 0, 2}));
}

TEST(PtimeSteps, AProbeHalfUndoneIsNone) {
  EXPECT_EQ(counted({{40, 20}, {20, 10}, {30, 200}}), (Counts{2, 1, 0}));
}

TEST(PtimeSteps, WhatGoesBeyondTheWayBackIsAChange) {
  const PtimeSteps steps = count_steps(track({{30, 20}, {20, 10}, {40, 20}}));
  EXPECT_EQ(steps.probes, 1);
  const std::vector<PtimeStep> expected{{kBegin + 840 * kMs, Ptime{30}, Ptime{40}}};
  EXPECT_EQ(steps.kept, expected);
}

TEST(PtimeSteps, AProbeBetweenTwoStepsUpMakesNoReversal) {
  EXPECT_EQ(counted({{20, 50}, {30, 100}, {20, 10}, {30, 100}, {40, 50}}), (Counts{2, 0, 1}));
}

TEST(PtimeSteps, ReactionRunsFromTheFirstLossToTheNextStepUp) {
  const auto packets = track({{20, 50, {10}}, {30, 50}});
  // Lost at 200 ms; the step leaves at 1030 ms.
  EXPECT_EQ(reaction_s(packets, count_steps(packets)), 0.83);
}

TEST(PtimeSteps, AStepUpBeforeTheFirstLossIsNoReaction) {
  const auto packets = track({{20, 50}, {30, 50, {10}}});
  EXPECT_FALSE(reaction_s(packets, count_steps(packets)));
}

TEST(PtimeSteps, WithoutLossThereIsNothingToReactTo) {
  const auto packets = track({{20, 50}, {30, 50}});
  EXPECT_FALSE(reaction_s(packets, count_steps(packets)));
}

}  // namespace
}  // namespace ptimed
