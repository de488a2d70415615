// SPDX-License-Identifier: AGPL-3.0-or-later
// The parts of RFC 3550 section 6.3 that only groups use.
#include <gtest/gtest.h>

#include "lib/rtcp/schedule.h"

namespace ptimed {
namespace {

using std::chrono::seconds;

constexpr double kSize = 100;

TEST(RtcpScheduleGroup, ReverseReconsiderationScalesBothTimes) {
  Rng rng(1);
  RtcpSchedule schedule({.session_bandwidth_bps = 16'000}, Time{}, kSize, rng);
  schedule.set_members(100, 100);
  while (!schedule.on_timer(schedule.next())) {
  }
  const Time sent = schedule.next();
  schedule.on_sent(sent, kSize);
  const Time tn = schedule.next(), now = sent + seconds(10);
  schedule.set_members(25, 25);
  schedule.reverse_reconsider(now);
  EXPECT_NEAR(to_seconds(schedule.next() - now), to_seconds(tn - now) / 4, 1e-6);
  EXPECT_NEAR(to_seconds(now - schedule.previous()), 2.5, 1e-6);
  EXPECT_EQ(schedule.previous_members(), 25);
}

TEST(RtcpScheduleGroup, ReverseReconsiderationOfAGrownGroupChangesNothing) {
  Rng rng(1);
  RtcpSchedule schedule({}, Time{}, kSize, rng);
  const Time tn = schedule.next();
  schedule.set_members(100, 0);
  schedule.reverse_reconsider(Time{} + seconds(1));
  EXPECT_EQ(schedule.next(), tn);
}

TEST(RtcpScheduleGroup, FirstReportMayGoAtOnce) {
  Rng rng(1);
  RtcpSchedule schedule({.first_interval = RtcpFirstInterval::kAtOnce}, Time{}, kSize, rng);
  EXPECT_EQ(schedule.next(), Time{});
  ASSERT_TRUE(schedule.on_timer(Time{}));
  schedule.on_sent(Time{}, kSize);
  EXPECT_GE(to_seconds(schedule.next() - Time{}), 5 * 0.5 / 1.21828 - 1e-6);
}

TEST(RtcpScheduleGroup, FirstReportMayWaitForTheWholeMinimum) {
  Rng rng(1);
  RtcpSchedule schedule({.first_interval = RtcpFirstInterval::kWhole}, Time{}, kSize, rng);
  EXPECT_GE(to_seconds(schedule.next() - Time{}), 5 * 0.5 / 1.21828 - 1e-6);
}

TEST(RtcpScheduleGroup, RsAndRrTakeThePlaceOfTheQuarter) {
  Rng rng(1);
  RtcpSchedule schedule({.bandwidth = RtcpBandwidth{400, 400}}, Time{}, kSize, rng);
  schedule.set_members(100, 40);  // at most half send: each kind has 50 octets/s
  EXPECT_NEAR(to_seconds(schedule.deterministic_interval()), 60 * kSize / 50, 1e-6);
}

TEST(RtcpScheduleGroup, RrOfZeroSilencesReceivers) {
  Rng rng(1);
  RtcpSchedule schedule({.bandwidth = RtcpBandwidth{800, 0}}, Time{}, kSize, rng);
  EXPECT_GT(schedule.next(), Time{} + std::chrono::hours(24 * 365));
}

TEST(RtcpScheduleGroup, RsOfZeroTreatsSendersLikeReceivers) {
  Rng rng(1);
  RtcpSchedule schedule({.bandwidth = RtcpBandwidth{0, 800}}, Time{}, kSize, rng);
  schedule.set_members(100, 10);
  EXPECT_NEAR(to_seconds(schedule.deterministic_interval()), 100, 1e-6);
}

}  // namespace
}  // namespace ptimed
