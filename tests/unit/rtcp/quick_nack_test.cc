// SPDX-License-Identifier: AGPL-3.0-or-later
#include "lib/rtcp/quick_nack.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "lib/base/units.h"

namespace ptimed {
namespace {

using testing::ElementsAre;

/// IP, UDP and RTP headers and payload at one packet per ptime.
double session_bandwidth(int frame_bytes, Ptime ptime) {
  const int packet_bytes = kUdpIpv4Overhead + kRtpHeader + frame_bytes * frames_in(ptime);
  return 8.0 * packet_bytes / to_seconds(ptime);
}

std::vector<int> budgets(int frame_bytes, int longest_ms) {
  std::vector<int> all;
  for (int ms = 10; ms <= longest_ms; ms += 10)
    all.push_back(QuickNackBudget({}, session_bandwidth(frame_bytes, Ptime{ms})).left());
  return all;
}

TEST(QuickNackBudget, OfG711ByPtime) { EXPECT_THAT(budgets(80, 30), ElementsAre(15, 13, 12)); }

TEST(QuickNackBudget, OfG729ByPtime) {
  EXPECT_THAT(budgets(10, 80), ElementsAre(6, 3, 3, 2, 2, 2, 2, 1));
}

TEST(QuickNackBudget, IsDeniedOnceUsedUpAndCountsThat) {
  QuickNackBudget budget({}, 12'300);
  EXPECT_TRUE(budget.take());
  EXPECT_TRUE(budget.take());
  EXPECT_FALSE(budget.take());
  EXPECT_FALSE(budget.take());
  EXPECT_EQ(budget.left(), 0);
  EXPECT_EQ(budget.denied(), 2u);
}

TEST(QuickNackBudget, RefillSetsAnewAndCarriesNothingOver) {
  QuickNackBudget budget({}, 96'000);
  budget.refill(96'000);
  EXPECT_EQ(budget.left(), 15);
  budget.refill(40'000);
  EXPECT_EQ(budget.left(), 6) << "the ptime grew, the bandwidth fell";
}

TEST(QuickNackBudget, WholeNumbersStayWhole) {
  EXPECT_EQ(QuickNackBudget({}, 61'440).left(), 10);
  EXPECT_EQ(
      QuickNackBudget({.share = 0.1, .window = std::chrono::seconds(3), .packet_bytes = 75}, 14'000)
          .left(),
      7);
}

TEST(QuickNackBudget, NoShareIsNoNack) {
  QuickNackBudget budget({.share = 0}, 96'000);
  EXPECT_FALSE(budget.take());
}

}  // namespace
}  // namespace ptimed
