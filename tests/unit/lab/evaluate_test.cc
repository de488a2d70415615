// SPDX-License-Identifier: AGPL-3.0-or-later
#include "lib/lab/evaluate.h"

#include <gtest/gtest.h>

#include "tests/unit/lab/recorded.h"

namespace ptimed {
namespace {

using namespace std::chrono_literals;

/// Ten packets of 20 ms; packet n (from 0) takes 30 + n ms, the third, fourth and eighth are lost.
struct TenPackets : ::testing::Test {
  TenPackets() {
    for (int n = 0; n < 10; ++n) {
      const auto timestamp = static_cast<uint32_t>(160 * n);
      west.packets.push_back(sent(n, timestamp, 20 * n));
      if (n != 2 && n != 3 && n != 7)
        east.packets.push_back(received(n, timestamp, 20 * n + 30 + n));
    }
  }
  StreamResult result() const { return evaluate_stream(west, east, join_stream(west, east)); }

  CallEnd west = end_of("west"), east = end_of("east");
};

TEST_F(TenPackets, LossIsCountedInPacketsAndInMediaTime) {
  const StreamResult r = result();
  EXPECT_EQ(r.sent, 10u);
  EXPECT_EQ(r.lost, 3u);
  EXPECT_EQ(r.loss_pct, 30.0);
  EXPECT_EQ(r.loss_s, 0.06);
  EXPECT_EQ(r.clips, 2);
  EXPECT_EQ(r.avg_clip_ms, 30.0);
  EXPECT_EQ(r.max_clip_ms, 40.0);
  EXPECT_EQ(r.mean_ptime_ms, 20.0);
  EXPECT_EQ(r.sent_media_s, 0.2);
  EXPECT_DOUBLE_EQ(r.received_media_s, 0.14);
  EXPECT_EQ(r.rtp_octets, 2000u);
}

TEST_F(TenPackets, NamesTheCallAndBothEnds) {
  const StreamResult r = result();
  EXPECT_EQ(r.call, "call-1");
  EXPECT_EQ(r.from, "west");
  EXPECT_EQ(r.to, "east");
}

TEST_F(TenPackets, DelayPercentilesAreOfThePacketsThatCame) {
  const StreamResult r = result();  // 30 31 34 35 36 38 39
  EXPECT_EQ(r.owd_p50_ms, 35.0);
  EXPECT_EQ(r.owd_p95_ms, 39.0);
}

TEST_F(TenPackets, DelaysBetweenTwoClocksAreNull) {
  east.summary.clock_id = "elsewhere";
  east.summary.received.mean_playout_delay = 40ms;
  const StreamResult r = result();
  EXPECT_FALSE(r.owd_p50_ms || r.owd_p95_ms || r.mouth_to_ear_ms);
  EXPECT_EQ(r.lost, 3u) << "loss needs no clock";
}

TEST_F(TenPackets, AClipOfMixedPtimesIsAsLongAsItsMedia) {
  west.packets[3].ptime = Ptime{30};
  const StreamResult r = result();
  EXPECT_EQ(r.max_clip_ms, 50.0);
  EXPECT_EQ(r.loss_s, 0.07);
  EXPECT_EQ(r.mean_ptime_ms, 21.0);
}

TEST_F(TenPackets, FeedbackIsTheReceiversAndDeparturesAreTheSenders) {
  east.summary.sent.nacks = 3, east.summary.sent.nacks_denied = 2;
  west.summary.sent.nacks = 9;
  west.summary.departure = CallSummary::DepartureError{0ms, 1'500us, 3ms};
  const StreamResult r = result();
  EXPECT_EQ(r.nacks, 3u);
  EXPECT_EQ(r.nacks_denied, 2u);
  EXPECT_EQ(r.departure_p99_ms, 1.5);
}

TEST_F(TenPackets, WithoutTrueDelayTheReceiversOwnRatingStands) {
  east.summary.mos_cq = 3.5;
  EXPECT_EQ(result().mos_cq, 3.5);
  east.summary.mos_cq.reset();
  EXPECT_FALSE(result().mos_cq);
}

TEST_F(TenPackets, NothingReceivedIsNeverRated) {
  east.packets.clear();
  east.summary.mos_cq = 4.4;
  east.summary.received.mean_playout_delay = 40ms;
  const StreamResult r = result();
  EXPECT_EQ(r.loss_pct, 100.0);
  EXPECT_EQ(r.clips, 1);
  EXPECT_EQ(r.max_clip_ms, 200.0);
  EXPECT_FALSE(r.mos_cq || r.owd_p50_ms || r.mouth_to_ear_ms);
}

TEST_F(TenPackets, LatePacketsAndLossLowerTheRating) {
  east.summary.received.mean_playout_delay = 40ms;
  const auto with_loss = result().mos_cq;
  east.summary.received.late_packets = 2;
  const auto with_late = result().mos_cq;
  ASSERT_TRUE(with_loss && with_late);
  EXPECT_LT(*with_loss, 3.0);
  EXPECT_LT(*with_late, *with_loss);
}

TEST(Evaluate, MouthToEarAndRatingOfAPerfectStream) {
  CallEnd west = end_of("west", {sent(1, 0, 20), sent(2, 160, 40), sent(3, 320, 60)});
  CallEnd east = end_of("east", {received(1, 0, 52), received(2, 160, 70), received(3, 320, 95)});
  east.summary.received.mean_playout_delay = 40ms;
  east.summary.mos_cq = 2;  // by half the round trip; the true delay is known here
  const StreamResult r = evaluate_stream(west, east, join_stream(west, east));
  // Fastest 30, one frame 10, G.711 no look-ahead, playout 40.
  ASSERT_TRUE(r.mouth_to_ear_ms);
  EXPECT_DOUBLE_EQ(*r.mouth_to_ear_ms, 80.0);
  // R = 93.2 - 0.024 x 80 = 91.28; MOS = 1 + 0.035 R + 7e-6 R (R - 60) (100 - R) = 4.369.
  ASSERT_TRUE(r.mos_cq);
  EXPECT_NEAR(*r.mos_cq, 4.369, 0.0005);
}

TEST(Evaluate, TheLookAheadOfTheCodecIsPartOfMouthToEar) {
  CallEnd west = end_of("west", {sent(1, 0, 20)}), east = end_of("east", {received(1, 0, 50)});
  west.summary.codec = "g729";
  east.summary.received.mean_playout_delay = 40ms;
  EXPECT_EQ(evaluate_stream(west, east, join_stream(west, east)).mouth_to_ear_ms, 85.0);
}

TEST(Evaluate, TheFloorOfTheDelayFollowsTheLoad) {
  // 30 ms in the first 2 s, 50 ms in the next: mean floor 40.
  const CallEnd west = end_of(
      "west", {sent(1, 0, 0), sent(2, 160, 1'000), sent(3, 320, 2'000), sent(4, 480, 3'000)});
  CallEnd east = end_of("east", {received(1, 0, 30), received(2, 160, 1'045),
                                 received(3, 320, 2'050), received(4, 480, 3'060)});
  east.summary.received.mean_playout_delay = 40ms;
  EXPECT_EQ(evaluate_stream(west, east, join_stream(west, east)).mouth_to_ear_ms, 90.0);
}

TEST(Evaluate, AStreamNobodyCouldHearHasNoLossFigure) {
  const CallEnd west = end_of("west", {sent(1, 0, 59'500)});
  const CallEnd east = end_of("east");
  const StreamResult r = evaluate_stream(west, east, join_stream(west, east));
  EXPECT_EQ(r.unheard, 1u);
  EXPECT_FALSE(r.loss_pct || r.mean_ptime_ms);
}

}  // namespace
}  // namespace ptimed
