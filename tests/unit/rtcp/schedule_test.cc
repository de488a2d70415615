// SPDX-License-Identifier: AGPL-3.0-or-later
#include "lib/rtcp/schedule.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>

namespace ptimed {
namespace {

using std::chrono::milliseconds;
using std::chrono::seconds;
using testing::Each;
using testing::ElementsAre;

constexpr Time kStart{};
constexpr double kSize = 96;
constexpr double kLow = 0.5 / 1.21828, kHigh = 1.5 / 1.21828;

RtcpSchedule call_schedule(const RtcpScheduleConfig& config, Rng& rng) {
  RtcpSchedule schedule(config, kStart, kSize, rng);
  schedule.set_members(2, 2);
  schedule.set_we_sent(true);
  return schedule;
}

/// Ticks until one report has been sent; its time.
Time send_next(RtcpSchedule& schedule, double size = kSize) {
  Time now = schedule.next();
  while (!schedule.on_timer(now)) now = schedule.next();
  schedule.on_sent(now, size);
  return now;
}

/// Seconds between reports, the first `skip` left out.
std::vector<double> gaps(RtcpSchedule& schedule, int reports, int skip = 1) {
  std::vector<double> all;
  Time last = kStart;
  for (int i = 0; i < reports; ++i) {
    const Time sent = send_next(schedule);
    if (i >= skip) all.push_back(to_seconds(sent - last));
    last = sent;
  }
  return all;
}

double mean(const std::vector<double>& values) {
  return std::accumulate(values.begin(), values.end(), 0.0) / static_cast<double>(values.size());
}

TEST(RtcpSchedule, FirstReportWaitsForHalfTheMinimumRandomised) {
  std::vector<double> first;
  for (uint64_t seed = 1; seed <= 500; ++seed) {
    Rng rng(seed);
    auto schedule = call_schedule({}, rng);
    first.push_back(to_seconds(send_next(schedule) - kStart));
  }
  EXPECT_THAT(first,
              Each(testing::AllOf(testing::Ge(2.5 * kLow - 1e-6), testing::Le(2.5 * kHigh))));
  EXPECT_NEAR(mean(first), 2.5, 0.1) << "reconsideration and e - 3/2 cancel out";
}

TEST(RtcpSchedule, ReducedMinimumHalvesForTheFirstReportToo) {
  for (uint64_t seed = 1; seed <= 200; ++seed) {
    Rng rng(seed);
    auto schedule = call_schedule({.session_bandwidth_bps = 80'000, .reduced_minimum = true}, rng);
    const double first = to_seconds(send_next(schedule) - kStart);
    EXPECT_GE(first, 2.25 * kLow - 1e-6);
    EXPECT_LE(first, 2.25 * kHigh);
  }
}

TEST(RtcpSchedule, GapsLieInTheRandomisedRangeAroundFiveSeconds) {
  for (uint64_t seed = 1; seed <= 50; ++seed) {
    Rng rng(seed);
    auto schedule = call_schedule({}, rng);
    for (const double gap : gaps(schedule, 100)) {
      EXPECT_GE(gap, 5 * kLow - 1e-6);
      EXPECT_LE(gap, 5 * kHigh);
    }
  }
}

TEST(RtcpSchedule, MeanGapIsTheDeterministicInterval) {
  Rng rng(11);
  auto schedule = call_schedule({}, rng);
  EXPECT_NEAR(mean(gaps(schedule, 40'000, 2)), 5, 0.02);
}

TEST(RtcpSchedule, MeanGapWithTheReducedMinimum) {
  Rng rng(12);
  auto schedule = call_schedule({.session_bandwidth_bps = 360'000, .reduced_minimum = true}, rng);
  EXPECT_NEAR(mean(gaps(schedule, 40'000, 2)), 1, 0.005);
}

TEST(RtcpSchedule, DifferentSeedsDoNotReportTogether) {
  Rng one(1), other(2);
  auto a = call_schedule({}, one);
  auto b = call_schedule({}, other);
  EXPECT_NE(gaps(a, 5), gaps(b, 5));
}

TEST(RtcpSchedule, SameSeedRepeats) {
  Rng one(5), other(5);
  auto a = call_schedule({}, one);
  auto b = call_schedule({}, other);
  EXPECT_EQ(gaps(a, 50), gaps(b, 50));
}

TEST(RtcpSchedule, GrownGroupPutsTheReportOff) {
  Rng rng(4);
  auto schedule = call_schedule({.session_bandwidth_bps = 16'000}, rng);
  const Time sent = send_next(schedule);
  const Time due = schedule.next();
  schedule.set_members(100, 100);  // Td = 100 * 96 / 100 = 96 s
  EXPECT_FALSE(schedule.on_timer(due));
  EXPECT_GT(schedule.next(), due);
  EXPECT_GE(to_seconds(schedule.next() - sent), 96 * kLow - 1e-3);
  EXPECT_LE(to_seconds(schedule.next() - sent), 96 * kHigh);
}

TEST(RtcpSchedule, EarlyTickChangesNothing) {
  Rng rng(4);
  auto schedule = call_schedule({}, rng);
  const Time due = schedule.next();
  EXPECT_FALSE(schedule.on_timer(due - Duration{1}));
  EXPECT_EQ(schedule.next(), due);
}

TEST(RtcpSchedule, FixedIntervalIsExactFromTheFirstReportOn) {
  Rng rng(1);
  auto schedule = call_schedule({.fixed_interval = seconds(5)}, rng);
  std::vector<Time> sent;
  for (int i = 0; i < 4; ++i) sent.push_back(send_next(schedule));
  EXPECT_THAT(sent, ElementsAre(kStart + seconds(5), kStart + seconds(10), kStart + seconds(15),
                                kStart + seconds(20)));
}

TEST(RtcpSchedule, FixedIntervalKeepsItsGridWhenTicksComeLate) {
  Rng rng(1);
  auto schedule = call_schedule({.fixed_interval = seconds(5)}, rng);
  ASSERT_TRUE(schedule.on_timer(kStart + milliseconds(5003)));
  schedule.on_sent(kStart + milliseconds(5003), kSize);
  EXPECT_EQ(schedule.next(), kStart + seconds(10));
  ASSERT_TRUE(schedule.on_timer(kStart + seconds(27)));
  schedule.on_sent(kStart + seconds(27), kSize);
  EXPECT_EQ(schedule.next(), kStart + seconds(30)) << "one report for a stall, not a burst";
}

TEST(RtcpSchedule, EachSizeCountsASixteenth) {
  Rng rng(1);
  auto schedule = call_schedule({}, rng);
  schedule.on_received(112);
  EXPECT_DOUBLE_EQ(schedule.average_size(), 97);
  schedule.on_sent(kStart + seconds(3), 81);
  EXPECT_DOUBLE_EQ(schedule.average_size(), 96);
}

TEST(RtcpSchedule, ReceptionMovesNoTimer) {
  Rng rng(1);
  auto schedule = call_schedule({}, rng);
  const Time due = schedule.next();
  schedule.on_received(500);
  EXPECT_EQ(schedule.next(), due);
}

TEST(RtcpSchedule, TimeoutsUseTheFixedMinimumAndAReceiversShare) {
  Rng rng(1);
  auto schedule = call_schedule({.session_bandwidth_bps = 360'000, .reduced_minimum = true}, rng);
  EXPECT_EQ(schedule.deterministic_interval(), seconds(5));
  schedule.set_session_bandwidth(16'000);
  schedule.set_members(100, 1);
  EXPECT_NEAR(to_seconds(schedule.deterministic_interval()), 96 * 99 / (0.75 * 100), 1e-6);
}

TEST(RtcpSchedule, TimeoutsAllowForALongFixedInterval) {
  Rng rng(1);
  auto schedule = call_schedule({.fixed_interval = seconds(20)}, rng);
  EXPECT_EQ(schedule.deterministic_interval(), seconds(20));
}

TEST(RtcpSchedule, WithoutRtcpBandwidthNothingIsEverDue) {
  Rng rng(1);
  auto schedule = call_schedule({.rtcp_fraction = 0}, rng);
  EXPECT_GT(schedule.next(), kStart + std::chrono::hours(24 * 365));
  EXPECT_GT(5 * schedule.deterministic_interval(), Duration{0});
}

/// Share of the session bandwidth that two parties' RTCP takes over a day, each hearing the other.
double share_of_two(const RtcpScheduleConfig& config, uint64_t seed) {
  Rng rng(seed);
  RtcpSchedule pair[2] = {call_schedule(config, rng), call_schedule(config, rng)};
  constexpr Time kEnd = kStart + std::chrono::hours(24);
  double octets = 0;
  for (;;) {
    const int turn = pair[0].next() <= pair[1].next() ? 0 : 1;
    const Time now = pair[turn].next();
    if (now > kEnd) break;
    if (!pair[turn].on_timer(now)) continue;
    const double size = rng.chance(0.5) ? 76 : 116;
    pair[turn].on_sent(now, size);
    pair[1 - turn].on_received(size);
    octets += size;
  }
  return octets * 8 / to_seconds(kEnd - kStart) / config.session_bandwidth_bps;
}

TEST(RtcpSchedule, TwoPartiesStayWithinTheirShare) {
  for (uint64_t seed = 1; seed <= 5; ++seed) {
    EXPECT_LE(share_of_two({.session_bandwidth_bps = 80'000, .reduced_minimum = true}, seed), 0.05);
    EXPECT_LE(share_of_two({.session_bandwidth_bps = 12'000}, seed), 0.05);
  }
}

TEST(RtcpSchedule, ShareBindsWhereTheMinimumDoesNot) {
  for (uint64_t seed = 1; seed <= 5; ++seed)
    EXPECT_NEAR(share_of_two({.session_bandwidth_bps = 2'000}, seed), 0.05, 0.001);
}

}  // namespace
}  // namespace ptimed
