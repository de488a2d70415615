// SPDX-License-Identifier: AGPL-3.0-or-later
#include "lib/lab/scenario.h"

#include <gtest/gtest.h>

#include "tests/unit/lab/recorded.h"

namespace ptimed {
namespace {

using namespace std::chrono_literals;

/// Call 1: west sends 4 packets of 20 ms, the second is lost; east sends 2 of 30 ms, both arrive.
struct OneCall : ::testing::Test {
  OneCall() {
    const CallEnd west =
        end_of("west", {sent(1, 0, 20), sent(2, 160, 40), sent(3, 320, 60), sent(4, 480, 80),
                        received(1, 0, 70, 30, 2), received(2, 240, 100, 30, 2)});
    const CallEnd east =
        end_of("east", {sent(1, 0, 30, 30, 2), sent(2, 240, 60, 30, 2), received(1, 0, 50),
                        received(3, 320, 91), received(4, 480, 112)});
    recording.calls = {{west, east}};
  }
  ScenarioResult result() const { return evaluate_scenario(info, recording); }
  CallEnd& west() { return recording.calls[0].west; }
  CallEnd& east() { return recording.calls[0].east; }

  ScenarioInfo info{.experiment = "demo",
                    .scenario = "none",
                    .backend = "wire",
                    .policy = "none",
                    .rtcp_mode = "avp",
                    .calls = "1xpcmu",
                    .bandwidth_kbps = "300",
                    .seed = "5",
                    .duration_s = "60"};
  Recording recording;
};

TEST_F(OneCall, IsTwoStreams) {
  const ScenarioResult r = result();
  ASSERT_EQ(r.streams.size(), 2u);
  EXPECT_EQ(r.streams[0].from, "west");
  EXPECT_EQ(r.streams[1].from, "east");
  EXPECT_TRUE(r.verdict.valid) << r.verdict.reason;
}

TEST_F(OneCall, TotalsAreOverBothStreams) {
  const Totals t = result().totals;
  EXPECT_EQ(t.sent, 6u);
  EXPECT_EQ(t.lost, 1u);
  EXPECT_NEAR(*t.loss_pct, 100.0 / 6, 1e-9);
  EXPECT_EQ(t.loss_s, 0.02);
  EXPECT_EQ(t.clips, 1);
  EXPECT_EQ(t.avg_clip_ms, 20.0);
  EXPECT_EQ(t.max_clip_ms, 20.0);
  EXPECT_DOUBLE_EQ(*t.mean_ptime_ms, 140.0 / 6);  // 4 x 20 + 2 x 30
  EXPECT_EQ(t.owd_p50_ms, 32.0);                  // 30 31 32 40 40
  EXPECT_EQ(t.owd_p95_ms, 40.0);
}

TEST_F(OneCall, FairnessIsOfTheMediaTimeThatArrived) {
  // Shares 0.75 and 1: 1.75 squared over 2 x 1.5625.
  EXPECT_DOUBLE_EQ(*result().jain, 0.98);
}

TEST_F(OneCall, RtcpShareIsInPercentOfTheRtpOctets) {
  west().summary.sent.rtcp_octets = 30, east().summary.sent.rtcp_octets = 38;
  EXPECT_DOUBLE_EQ(*result().rtcp_share_pct, 5.0);  // 68 of 4 x 200 + 2 x 280 = 1360
}

TEST_F(OneCall, OneUnratedStreamLeavesTheMeanUnknown) {
  east().summary.mos_cq = 3.0;
  EXPECT_FALSE(result().totals.mos_cq);
  west().summary.mos_cq = 4.0;
  EXPECT_EQ(result().totals.mos_cq, 3.5);
}

TEST_F(OneCall, SettlesWithItsLastStepAfterTheLastStart) {
  EXPECT_EQ(result().settle_s, 0.0) << "no step at all";
  west().packets[3] = sent(4, 480, 1'080, 30);
  east().packets[4] = received(4, 480, 1'112, 30);
  east().summary.started_unix_ns = kBegin + 80 * kMs;
  EXPECT_EQ(result().settle_s, 1.0);
  east().summary.clock_id = "elsewhere";
  EXPECT_FALSE(result().settle_s) << "no common clock";
}

TEST_F(OneCall, ReactionIsTheMedianOfTheStreamsThatReacted) {
  StreamResult a, b, c;
  a.reaction_s = 1.0, b.reaction_s = 4.0;
  EXPECT_EQ(total({a, b, c}).reaction_s, 2.5);
  EXPECT_FALSE(total({c}).reaction_s);
}

TEST_F(OneCall, ADropLogThatAgreesIsValid) {
  recording.drops = LinkDrops{.even_port = 1};
  EXPECT_TRUE(result().verdict.valid);
}

TEST_F(OneCall, MoreLostThanDroppedIsInvalid) {
  recording.drops = LinkDrops{};
  const Verdict v = result().verdict;
  EXPECT_FALSE(v.valid);
  EXPECT_EQ(v.reason, "the link dropped 0 RTP packets, the receivers miss 1");
}

TEST_F(OneCall, MoreDroppedThanLostIsInvalid) {
  recording.drops = LinkDrops{.even_port = 2};
  EXPECT_EQ(result().verdict.reason, "the link dropped 2 RTP packets, the receivers miss 1");
}

TEST_F(OneCall, PacketsUnderWayAtTheEndMayBeDroppedOrNot) {
  west().packets.push_back(sent(5, 640, 59'500));
  for (const uint64_t dropped : {1u, 2u}) {
    recording.drops = LinkDrops{.even_port = dropped};
    EXPECT_TRUE(result().verdict.valid) << dropped;
  }
  recording.drops = LinkDrops{.even_port = 3};
  EXPECT_EQ(result().verdict.reason, "the link dropped 3 RTP packets, the receivers miss 1 to 2");
}

TEST_F(OneCall, RtcpDroppedOnASharedPortIsNotTakenForRtp) {
  west().summary.sent.rtcp_packets = 5, east().summary.received.rtcp_packets = 4;
  recording.drops = LinkDrops{.even_port = 2};
  EXPECT_TRUE(result().verdict.valid) << "one of them may have been RTCP";
  recording.drops = LinkDrops{.even_port = 2, .odd_port = 1};
  EXPECT_FALSE(result().verdict.valid) << "RTCP went to the odd port";
}

TEST_F(OneCall, LateDeparturesAreInvalidFromTheBackendsLimitOn) {
  west().summary.departure = CallSummary::DepartureError{0ms, 2ms, 9ms};
  EXPECT_TRUE(result().verdict.valid);
  west().summary.departure->p99 = 2'250us;
  EXPECT_EQ(result().verdict.reason,
            "departures of call-1 from west were late: p99 2.25 ms, at most 2 ms is valid");
  info.backend = "uml";
  EXPECT_TRUE(result().verdict.valid);
  west().summary.departure->p99 = 6'010us;
  EXPECT_FALSE(result().verdict.valid);
}

TEST_F(OneCall, ACallOfWhichOneEndIsMissingIsInvalid) {
  recording.one_ended = {"call-2", "call-3"};
  EXPECT_EQ(result().verdict.reason, "recorded at one end only: call-2, call-3");
}

TEST(Scenario, WithoutAPacketNothingIsClaimed) {
  Recording recording;
  recording.calls = {{end_of("west"), end_of("east")}};
  const ScenarioResult r = evaluate_scenario({}, recording);
  EXPECT_EQ(r.verdict.reason, "no packet was sent");
  EXPECT_FALSE(r.totals.loss_pct || r.totals.mos_cq || r.totals.mean_ptime_ms || r.jain ||
               r.settle_s || r.rtcp_share_pct);
}

TEST(Jain, IsOneForEqualSharesAndOneOverNForOneTaker) {
  EXPECT_EQ(jain_index({0.5, 0.5, 0.5, 0.5}), 1.0);
  EXPECT_EQ(jain_index({1, 0, 0, 0}), 0.25);
  EXPECT_DOUBLE_EQ(*jain_index({1, 0.5}), 0.9);
  EXPECT_FALSE(jain_index({}));
  EXPECT_FALSE(jain_index({0, 0}));
}

}  // namespace
}  // namespace ptimed
