// SPDX-License-Identifier: AGPL-3.0-or-later
#include "lib/rtcp/bye_backoff.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <list>

namespace ptimed {
namespace {

using std::chrono::seconds;

constexpr double kByeSize = 60;

TEST(ByeBackoff, SmallGroupsHearItAtOnce) {
  Rng rng(1);
  ByeBackoff backoff({}, 50, Time{} + seconds(3), kByeSize, rng);
  EXPECT_EQ(backoff.next(), Time{} + seconds(3));
  EXPECT_TRUE(backoff.on_timer(Time{} + seconds(3)));
}

TEST(ByeBackoff, LargeGroupsWaitForHalfTheMinimumAtLeast) {
  for (uint64_t seed = 1; seed <= 100; ++seed) {
    Rng rng(seed);
    ByeBackoff backoff({}, 51, Time{}, kByeSize, rng);
    while (!backoff.on_timer(backoff.next())) {
    }
    EXPECT_GE(to_seconds(backoff.next() - Time{}), 2.5 * 0.5 / 1.21828 - 1e-6);
  }
}

/// A thousand leave at once: their BYEs stay within the 5 % that 6.3.7 grants them.
TEST(ByeBackoff, FloodOfByesKeepsToItsShare) {
  Rng rng(2);
  const RtcpScheduleConfig config{.session_bandwidth_bps = 64'000};
  std::list<ByeBackoff> leaving;
  for (int n = 0; n < 1000; ++n) leaving.emplace_back(config, 1000, Time{}, kByeSize, rng);
  double octets = 0;
  Time now{};
  while (!leaving.empty() && now < Time{} + seconds(3600)) {
    const auto first = std::min_element(
        leaving.begin(), leaving.end(),
        [](const ByeBackoff& a, const ByeBackoff& b) { return a.next() < b.next(); });
    now = first->next();
    if (!first->on_timer(now)) continue;
    octets += kByeSize;
    leaving.erase(first);
    for (ByeBackoff& other : leaving) other.on_bye(kByeSize);
  }
  EXPECT_TRUE(leaving.empty());
  const double share = octets * 8 / to_seconds(now - Time{}) / 64'000;
  EXPECT_LE(share, 0.06);
  EXPECT_GE(share, 0.02);
}

}  // namespace
}  // namespace ptimed
