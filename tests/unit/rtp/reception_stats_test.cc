// SPDX-License-Identifier: AGPL-3.0-or-later
#include "lib/rtp/reception_stats.h"

#include <gtest/gtest.h>

#include "lib/base/rng.h"

namespace ptimed {
namespace {

using namespace std::chrono_literals;
using Verdict = ReceptionStats::Verdict;

constexpr int kSamples = 160;

/// A sender of 20 ms packets over a path of constant delay.
class Reception : public ::testing::Test {
 protected:
  ReceptionStats::Result receive(int64_t seq) {
    now_ += 20ms;
    return stats_.on_packet(now_, SeqNo(static_cast<uint16_t>(seq)),
                            RtpTime(static_cast<uint32_t>(seq * kSamples)), kSamples);
  }
  void receive_all(int64_t first, int64_t last) {
    for (int64_t seq = first; seq <= last; ++seq) receive(seq);
  }
  ReceptionStats stats_;
  Time now_{};
};

TEST_F(Reception, ValidAfterTwoPacketsInSequenceAndBothCount) {
  EXPECT_FALSE(stats_.valid());
  EXPECT_EQ(receive(7).verdict, Verdict::kProbation);
  EXPECT_FALSE(stats_.valid());
  EXPECT_EQ(stats_.take_report(), std::nullopt);
  EXPECT_EQ(receive(8).verdict, Verdict::kAccepted);
  EXPECT_TRUE(stats_.valid());
  EXPECT_EQ(stats_.received(), 2u);
  EXPECT_EQ(stats_.lost(), 0);
}

TEST_F(Reception, PacketsOutOfSequenceStayInProbation) {
  for (const int seq : {10, 12, 40, 39, 39, 5000})
    EXPECT_EQ(receive(seq).verdict, Verdict::kProbation);
  EXPECT_FALSE(stats_.valid());
  EXPECT_EQ(stats_.expected(), 0);
  receive(5001);
  EXPECT_EQ(stats_.lost(), 0);
}

TEST_F(Reception, StartingAt65500WithoutLossNothingIsLost) {
  receive_all(65500, 65500 + 500);
  EXPECT_EQ(stats_.received(), 501u);
  EXPECT_EQ(stats_.lost(), 0);
  EXPECT_EQ(stats_.take_report()->extended_highest_seq, 66000u);
}

TEST_F(Reception, AWrapInsideProbationCountsACycle) {
  receive_all(65535, 65536 + 10);
  EXPECT_EQ(stats_.lost(), 0);
  EXPECT_EQ(stats_.take_report()->extended_highest_seq, 65546u);
}

TEST_F(Reception, APacketSwappedAcrossTheWrapIsNotLost) {
  receive_all(65500, 65533);
  receive(65535);
  receive(65536);
  const auto late = receive(65534);
  EXPECT_TRUE(late.reordered);
  EXPECT_FALSE(late.duplicate);
  EXPECT_EQ(late.seq, ExtSeq(65534));
  receive_all(65537, 65600);
  EXPECT_EQ(stats_.lost(), 0);
  EXPECT_EQ(stats_.reordered(), 1u);
}

TEST_F(Reception, ThreeWrapsWithTwoPercentLossKeepTheFractionRight) {
  Rng rng(3);
  receive_all(0, 1);
  int64_t dropped = 0;
  for (int64_t seq = 2; seq < 3 * 65536 + 100; ++seq) {
    if (rng.chance(0.02))
      ++dropped;
    else
      receive(seq);
    if (seq % 5000 == 0) {
      EXPECT_NEAR(stats_.take_report()->fraction_lost / 256.0, 0.02, 0.01) << seq;
    }
  }
  receive(3 * 65536 + 100);
  EXPECT_EQ(stats_.lost(), dropped);
  EXPECT_EQ(stats_.expected(), 3 * 65536 + 101);
}

TEST_F(Reception, ADuplicateIsReceivedTwiceAndLostMayBeMinusOne) {
  receive_all(100, 110);
  const auto again = receive(110);
  EXPECT_EQ(again.verdict, Verdict::kAccepted);
  EXPECT_TRUE(again.duplicate);
  EXPECT_EQ(again.seq, ExtSeq(110));
  EXPECT_EQ(stats_.duplicates(), 1u);
  EXPECT_EQ(stats_.lost(), -1);
  const auto report = stats_.take_report();
  EXPECT_EQ(report->cumulative_lost, -1);
  EXPECT_EQ(report->fraction_lost, 0);
}

TEST_F(Reception, ALatePacketIsADuplicateOnlyTheSecondTime) {
  receive_all(1, 10);
  receive_all(12, 20);
  EXPECT_FALSE(receive(11).duplicate);
  EXPECT_TRUE(receive(11).duplicate);
}

TEST_F(Reception, AGapTellsThePacketsSkipped) {
  receive_all(1, 5);
  EXPECT_EQ(receive(6).gap, 0);
  EXPECT_EQ(receive(10).gap, 3);
  EXPECT_EQ(receive(8).gap, 0);
  EXPECT_EQ(stats_.lost(), 2);
}

TEST_F(Reception, ASequenceRestartIsHeardWithinTwoPacketsAndWithoutLoss) {
  receive_all(30000, 30100);
  receive(30150);
  EXPECT_EQ(stats_.lost(), 49);
  EXPECT_EQ(receive(10).verdict, Verdict::kJump);
  EXPECT_EQ(receive(11).verdict, Verdict::kRestarted);
  EXPECT_EQ(receive(12).verdict, Verdict::kAccepted);
  EXPECT_EQ(stats_.restarts(), 1u);
  EXPECT_EQ(stats_.lost(), 0);
  EXPECT_EQ(stats_.take_report()->fraction_lost, 0);
  EXPECT_EQ(stats_.received_in_all(), 102u + 2u);
  EXPECT_EQ(stats_.expected_in_all() - static_cast<int64_t>(stats_.received_in_all()), 49);
}

TEST_F(Reception, ASingleStrayPacketIsNoRestart) {
  receive_all(100, 110);
  EXPECT_EQ(receive(40000).verdict, Verdict::kJump);
  EXPECT_EQ(receive(111).verdict, Verdict::kAccepted);
  EXPECT_EQ(stats_.lost(), 0);
  EXPECT_EQ(stats_.restarts(), 0u);
}

TEST_F(Reception, DropoutAndMisorderLimitsAreThoseOfA1) {
  receive_all(10000, 10001);
  EXPECT_EQ(receive(10001 + 2999).verdict, Verdict::kAccepted);
  EXPECT_EQ(receive(13000 + 3000).verdict, Verdict::kJump);
  EXPECT_EQ(receive(13000 - 99).verdict, Verdict::kAccepted);
  EXPECT_EQ(receive(13000 - 100).verdict, Verdict::kJump);
}

TEST_F(Reception, FractionIsOfTheIntervalNotOfTheWhole) {
  receive_all(0, 99);
  stats_.take_report();
  receive_all(150, 199);  // 50 of 100 lost
  EXPECT_EQ(stats_.take_report()->fraction_lost, 128);
  receive_all(200, 299);
  EXPECT_EQ(stats_.take_report()->fraction_lost, 0);
  EXPECT_EQ(stats_.take_report()->fraction_lost, 0);  // nothing expected
  EXPECT_EQ(stats_.lost(), 50);
}

TEST_F(Reception, CumulativeLossIsClampedTo24Bits) {
  receive_all(0, 1);
  for (int i = 1; i <= 3000; ++i) receive(1 + int64_t{i} * 2999);
  EXPECT_GT(stats_.lost(), 0x7fffff);
  EXPECT_EQ(stats_.take_report()->cumulative_lost, 0x7fffff);
}

TEST_F(Reception, PerfectSpacingHasNoJitter) {
  receive_all(0, 1000);
  EXPECT_EQ(stats_.jitter_s(), 0);
}

TEST_F(Reception, PerfectSpacingHasNoJitterAcrossPtimeChanges) {
  Time departs{};
  RtpTime timestamp(0xfffff000);
  uint16_t seq = 0;
  for (const int ms : {20, 40, 30, 60, 10}) {
    for (int i = 0; i < 50; ++i) {
      departs += Ptime{ms};
      stats_.on_packet(departs + 30ms, SeqNo(seq++), timestamp, ms * 8);
      timestamp = timestamp + ms * 8;
    }
  }
  EXPECT_EQ(stats_.jitter_s(), 0);
}

TEST_F(Reception, JitterFollowsA8) {
  stats_.on_packet(Time{0ms}, SeqNo(0), RtpTime(0));
  stats_.on_packet(Time{20ms}, SeqNo(1), RtpTime(160));
  stats_.on_packet(Time{56ms}, SeqNo(2), RtpTime(320));  // D = 16 ms
  EXPECT_NEAR(stats_.jitter_s(), 0.001, 1e-9);
  stats_.on_packet(Time{60ms}, SeqNo(3), RtpTime(480));  // D = -16 ms
  EXPECT_NEAR(stats_.jitter_s(), 0.001 + (0.016 - 0.001) / 16, 1e-9);
  EXPECT_EQ(stats_.take_report()->jitter, 15u);  // 1.9375 ms
}

}  // namespace
}  // namespace ptimed
