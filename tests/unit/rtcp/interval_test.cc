// SPDX-License-Identifier: AGPL-3.0-or-later
#include "lib/rtcp/interval.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

namespace ptimed {
namespace {

RtcpIntervalInput group(int members, int senders, bool we_sent) {
  return {.members = members,
          .senders = senders,
          .we_sent = we_sent,
          .rtcp_bw = 400,
          .avg_rtcp_size = 100};
}

TEST(RtcpInterval, FewSendersShareAQuarter) {
  EXPECT_DOUBLE_EQ(rtcp_share_interval(group(100, 10, true)), 100 * 10 / (0.25 * 400));
}

TEST(RtcpInterval, ReceiversShareThreeQuartersWhileSendersAreFew) {
  EXPECT_DOUBLE_EQ(rtcp_share_interval(group(100, 10, false)), 100 * 90 / (0.75 * 400));
}

TEST(RtcpInterval, ExactlyAQuarterOfSendersIsStillFew) {
  EXPECT_DOUBLE_EQ(rtcp_share_interval(group(100, 25, true)), 100 * 25 / (0.25 * 400));
  EXPECT_DOUBLE_EQ(rtcp_share_interval(group(100, 26, true)), 100 * 100 / 400.0);
}

TEST(RtcpInterval, ManySendersAndReceiversAreTreatedTogether) {
  EXPECT_DOUBLE_EQ(rtcp_share_interval(group(2, 1, true)), 100 * 2 / 400.0);
  EXPECT_DOUBLE_EQ(rtcp_share_interval(group(2, 1, false)), 100 * 2 / 400.0);
}

TEST(RtcpInterval, MinimumHoldsForSmallGroupsOnly) {
  EXPECT_DOUBLE_EQ(deterministic_rtcp_interval(group(2, 2, true), kRtcpMinTime), 5);
  EXPECT_DOUBLE_EQ(deterministic_rtcp_interval(group(200, 200, true), kRtcpMinTime), 50);
}

TEST(RtcpInterval, WithoutBandwidthItIsEndless) {
  RtcpIntervalInput in = group(2, 2, true);
  in.rtcp_bw = 0;
  EXPECT_TRUE(std::isinf(rtcp_share_interval(in)));
}

TEST(RtcpInterval, RandomisationIsUniformOverItsBounds) {
  Rng rng(3);
  double low = 100, high = 0, sum = 0;
  constexpr int kDraws = 100'000;
  for (int i = 0; i < kDraws; ++i) {
    const double t = randomised_rtcp_interval(5, rng);
    low = std::min(low, t), high = std::max(high, t), sum += t;
  }
  EXPECT_NEAR(low, 0.5 * 5 / 1.21828, 0.001);
  EXPECT_NEAR(high, 1.5 * 5 / 1.21828, 0.001);
  EXPECT_GE(low, 2.052);
  EXPECT_LE(high, 6.1565);
  EXPECT_NEAR(sum / kDraws, 5 / 1.21828, 0.02);
}

TEST(ReducedRtcpMinimum, Is360OverKilobitsAndNeverAboveFiveSeconds) {
  EXPECT_DOUBLE_EQ(reduced_rtcp_minimum(80'000), 4.5);
  EXPECT_DOUBLE_EQ(reduced_rtcp_minimum(360'000), 1);
  EXPECT_DOUBLE_EQ(reduced_rtcp_minimum(72'000), 5);
  EXPECT_DOUBLE_EQ(reduced_rtcp_minimum(16'000), 5);
  EXPECT_DOUBLE_EQ(reduced_rtcp_minimum(0), 5);
}

}  // namespace
}  // namespace ptimed
