// SPDX-License-Identifier: AGPL-3.0-or-later
#include "lib/rtp/loss_runs.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <set>

namespace ptimed {
namespace {

using namespace std::chrono_literals;
using ::testing::ElementsAre;
using ::testing::IsEmpty;
using ::testing::Pair;

constexpr int kSamples = 160;

/// Hands over packets first..last of 20 ms, but for those in `missing`.
void deliver(LossRuns& runs, int first, int last, const std::set<int>& missing = {}) {
  for (int seq = first; seq <= last; ++seq)
    if (!missing.contains(seq))
      runs.on_packet(ExtSeq(seq), RtpTime(static_cast<uint32_t>(seq * kSamples)), kSamples);
}

TEST(LossRuns, NoLossNoClip) {
  LossRuns runs;
  deliver(runs, 65000, 66000);
  runs.finish();
  EXPECT_EQ(runs.runs(), 0u);
  EXPECT_THAT(runs.take_closed(), IsEmpty());
}

TEST(LossRuns, CountsRunsOfConsecutiveLostPackets) {
  LossRuns runs;
  deliver(runs, 1, 200, {10, 20, 21, 22, 30});
  const auto closed = runs.take_closed();
  ASSERT_EQ(closed.size(), 3u);
  EXPECT_EQ(closed[1].first, ExtSeq(20));
  EXPECT_EQ(closed[1].packets, 3);
  EXPECT_EQ(closed[1].length, 60ms);
  EXPECT_EQ(runs.runs(), 3u);
  EXPECT_EQ(runs.packets(), 5u);
  EXPECT_EQ(runs.total(), 100ms);
  EXPECT_EQ(runs.longest(), 60ms);
  EXPECT_THAT(runs.histogram(), ElementsAre(Pair(1, 2), Pair(3, 1)));
  EXPECT_THAT(runs.take_closed(), IsEmpty());
}

TEST(LossRuns, ReorderingWithinTheWindowIsNoClip) {
  LossRuns runs(32);
  deliver(runs, 1, 40, {20});
  deliver(runs, 20, 20);
  deliver(runs, 41, 200);
  EXPECT_EQ(runs.runs(), 0u);
}

TEST(LossRuns, ALateFillerSplitsARun) {
  LossRuns runs(32);
  deliver(runs, 1, 30, {10, 11, 12});
  deliver(runs, 11, 11);
  runs.finish();
  EXPECT_THAT(runs.histogram(), ElementsAre(Pair(1, 2)));
}

TEST(LossRuns, APacketIsGivenUpWhenTheWindowOfLaterOnesHasCome) {
  LossRuns runs(4);
  deliver(runs, 1, 2);
  deliver(runs, 4, 6);
  EXPECT_EQ(runs.runs(), 0u);
  deliver(runs, 7, 7);
  EXPECT_EQ(runs.runs(), 1u);
  deliver(runs, 3, 3);  // too late to matter
  deliver(runs, 8, 20);
  EXPECT_EQ(runs.runs(), 1u);
}

TEST(LossRuns, DuplicatesChangeNothing) {
  LossRuns runs(8);
  for (int seq = 1; seq <= 50; ++seq)
    for (int copy = 0; copy < 3; ++copy) deliver(runs, seq, seq);
  runs.finish();
  EXPECT_EQ(runs.runs(), 0u);
}

TEST(LossRuns, LengthComesFromTheTimestampsAcrossAPtimeChange) {
  LossRuns runs(1);
  runs.on_packet(ExtSeq(1), RtpTime(0), 160);
  runs.on_packet(ExtSeq(4), RtpTime(160 + 160 + 480), 480);  // lost: 20 ms and 60 ms
  const auto closed = runs.take_closed();
  ASSERT_EQ(closed.size(), 1u);
  EXPECT_EQ(closed[0].length, 80ms);
}

TEST(LossRuns, SenselessTimestampsFallBackToThePacketBefore) {
  LossRuns runs(1);
  runs.on_packet(ExtSeq(1), RtpTime(0), 160);
  runs.on_packet(ExtSeq(4), RtpTime(0x70000000), 160);
  runs.on_packet(ExtSeq(6), RtpTime(0), 160);
  EXPECT_EQ(runs.total(), 60ms);
}

TEST(LossRuns, FinishClosesWhatIsOpenAndAStreamBegunAnewHasNoRunBeforeIt) {
  LossRuns runs(32);
  deliver(runs, 1, 10, {9});
  runs.finish();
  EXPECT_EQ(runs.packets(), 1u);
  deliver(runs, 5000, 5010);
  runs.finish();
  EXPECT_EQ(runs.packets(), 1u);
}

}  // namespace
}  // namespace ptimed
