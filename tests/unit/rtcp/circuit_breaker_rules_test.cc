// SPDX-License-Identifier: AGPL-3.0-or-later
#include "lib/rtcp/circuit_breaker_rules.h"

#include <gtest/gtest.h>

#include <cmath>

namespace ptimed {
namespace {

using namespace std::chrono_literals;

TEST(BreakerRules, FiveSecondReportsOverAnOrdinaryPath) {
  const BreakerIntervals intervals{.td = 5s, .tdr = 5s};
  EXPECT_EQ(rtcp_timeout(intervals), 15s);
  EXPECT_EQ(media_timeout(intervals, 20ms, 60ms), 5);
  EXPECT_EQ(cb_interval(intervals, 20ms, 60ms), 3);
}

TEST(BreakerRules, MediaTimeoutGrowsWhereReportsComeFasterThanPackets) {
  EXPECT_EQ(media_timeout({.td = 5s, .tdr = 100ms}, 200ms, 0ms), 10) << "Tf is the longest";
  EXPECT_EQ(media_timeout({.td = 5s, .tdr = 100ms}, 20ms, 450ms), 23) << "ceil(5 * 450 / 100)";
  EXPECT_EQ(media_timeout({.td = 5s, .tdr = 100ms}, 20ms, 50ms), 5);
}

TEST(BreakerRules, CbIntervalIsTenRoundTripsOrGroupsOfFramesWithinBounds) {
  EXPECT_EQ(cb_interval({.td = 5s, .tdr = 1s}, 20ms, 60ms), 3) << "three reports at least";
  EXPECT_EQ(cb_interval({.td = 5s, .tdr = 1s}, 20ms, 800ms), 8) << "ten round trips";
  EXPECT_EQ(cb_interval({.td = 5s, .tdr = 300ms}, 200ms, 60ms), 7) << "ten frames: ceil(2 / 0.3)";
  EXPECT_EQ(cb_interval({.td = 5s, .tdr = 1s}, 20ms, 4s), 15) << "but no more than 15 s";
  EXPECT_EQ(cb_interval({.td = 6s, .tdr = 1s}, 20ms, 4s), 18) << "or three Td";
  EXPECT_EQ(cb_interval({.td = 5s, .tdr = 10s}, 20ms, 60ms), 2) << "ceil(15 / 10)";
  EXPECT_EQ(cb_interval({.td = 5s, .tdr = 1s, .t_rr_interval = 4s}, 20ms, 800ms), 3);
}

TEST(BreakerRules, CbIntervalOfThreeIntervalsIsThreeWhateverTheyAre) {
  for (int64_t ns = 100'000'001; ns < 5'000'000'000; ns += 49'999'991)
    EXPECT_EQ(cb_interval({.td = 5s, .tdr = Duration(ns)}, 0ms, 0ms), 3) << ns;
}

TEST(BreakerRules, SimplifiedTcpThroughput) {
  EXPECT_DOUBLE_EQ(tcp_throughput(172, 1s, 0.06), 172 / std::sqrt(0.04)) << "860 octets/s";
  EXPECT_DOUBLE_EQ(tcp_throughput(172, 500ms, 0.06), 2 * 172 / std::sqrt(0.04));
  EXPECT_TRUE(std::isinf(tcp_throughput(172, 1s, 0)));
  EXPECT_TRUE(std::isinf(tcp_throughput(172, 0s, 0.1)));
}

}  // namespace
}  // namespace ptimed
