// SPDX-License-Identifier: AGPL-3.0-or-later
#include "lib/quality/e_model.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace ptimed {
namespace {

using std::chrono::milliseconds;
using testing::AllOf;
using testing::DoubleNear;
using testing::Field;

/// G.113 Appendix I.
struct Robustness {
  double ie, bpl;
};
constexpr Robustness kG711{0, 4.3}, kG711Plc{0, 25.1}, kG729a{11, 19.0};

SpeechQuality without_delay(Robustness codec, double loss_pct, double burst = 1) {
  return *rate_speech({.one_way = Duration{0},
                       .loss_pct = loss_pct,
                       .burst_ratio = burst,
                       .ie = codec.ie,
                       .bpl = codec.bpl});
}

auto Rates(double r, double mos) {
  return AllOf(Field(&SpeechQuality::r, DoubleNear(r, 0.005)),
               Field(&SpeechQuality::mos_cq, DoubleNear(mos, 0.0006)));
}

TEST(EModel, DelayAloneGivesTheSimplifiedModelsRatings) {
  const std::pair<int, double> kRatings[] = {{60, 91.76},  {90, 91.04},  {120, 90.32},
                                             {150, 89.60}, {200, 85.90}, {270, 76.52},
                                             {300, 72.50}, {400, 59.10}};
  for (const auto& [ms, r] : kRatings)
    EXPECT_NEAR(93.2 - delay_impairment(milliseconds(ms)), r, 0.006) << ms << " ms";
}

TEST(EModel, DelayImpairmentBendsAtItsKnee) {
  const auto slope = [](int from_us, int to_us) {
    return (delay_impairment(std::chrono::microseconds(to_us)) -
            delay_impairment(std::chrono::microseconds(from_us))) *
           1000 / (to_us - from_us);
  };
  EXPECT_NEAR(slope(100'000, 177'300), 0.024, 1e-9);
  EXPECT_NEAR(slope(177'300, 300'000), 0.134, 1e-9);
}

TEST(EModel, G711WithoutConcealment) {
  EXPECT_THAT(without_delay(kG711, 1), Rates(75.28, 3.834));
  EXPECT_THAT(without_delay(kG711, 2), Rates(63.04, 3.256));
  EXPECT_THAT(without_delay(kG711, 5), Rates(42.12, 2.169));
}

TEST(EModel, G711WithConcealment) {
  EXPECT_THAT(without_delay(kG711Plc, 1), Rates(89.56, 4.328));
  EXPECT_THAT(without_delay(kG711Plc, 2), Rates(86.19, 4.235));
  EXPECT_THAT(without_delay(kG711Plc, 5), Rates(77.42, 3.923));
  EXPECT_THAT(without_delay(kG711Plc, 10), Rates(66.13, 3.411));
}

TEST(EModel, G729a) {
  EXPECT_THAT(without_delay(kG729a, 0), Rates(82.20, 4.104));
  EXPECT_THAT(without_delay(kG729a, 1), Rates(78.00, 3.946));
  EXPECT_THAT(without_delay(kG729a, 2), Rates(74.20, 3.787));
  EXPECT_THAT(without_delay(kG729a, 5), Rates(64.70, 3.340));
}

TEST(EModel, LossInBurstsHurtsMore) {
  EXPECT_NEAR(without_delay(kG711Plc, 5, 2).r, 75.99, 0.005);
  EXPECT_NEAR(without_delay(kG729a, 5, 2).r, 62.67, 0.005);
}

TEST(EModel, MosOfTheSatisfactionBands) {
  EXPECT_NEAR(mos_from_r(90), 4.339, 0.0005);
  EXPECT_NEAR(mos_from_r(80), 4.024, 0.0005);
  EXPECT_NEAR(mos_from_r(70), 3.597, 0.0005);
  EXPECT_NEAR(mos_from_r(60), 3.100, 0.0005);
  EXPECT_NEAR(mos_from_r(50), 2.575, 0.0005);
  EXPECT_NEAR(mos_from_r(93.2), 4.409, 0.0005);
}

TEST(EModel, MosStaysWithinItsScale) {
  EXPECT_EQ(mos_from_r(-20), 1);
  EXPECT_EQ(mos_from_r(0), 1);
  EXPECT_EQ(mos_from_r(3), 1) << "the formula dips below 1 here";
  EXPECT_EQ(mos_from_r(6.4), 1);
  EXPECT_GT(mos_from_r(7), 1);
  EXPECT_EQ(mos_from_r(100), 4.5);
  EXPECT_EQ(mos_from_r(120), 4.5);
}

TEST(EModel, AdvantageAddsToTheRating) {
  const auto rate = [](double advantage) {
    return rate_speech(
               {.one_way = Duration{0}, .loss_pct = 0, .burst_ratio = {}, .advantage = advantage})
        ->r;
  };
  EXPECT_NEAR(rate(10) - rate(0), 10, 1e-9);
}

TEST(EModel, UnknownDelayOrLossIsNoRating) {
  EXPECT_FALSE(rate_speech({}));
  EXPECT_FALSE(rate_speech({.one_way = milliseconds(50), .loss_pct = {}, .burst_ratio = {}}));
  EXPECT_FALSE(rate_speech({.one_way = {}, .loss_pct = 0, .burst_ratio = {}}));
}

TEST(EModel, UnknownBurstinessCountsAsRandom) {
  const auto rating = rate_speech(
      {.one_way = Duration{0}, .loss_pct = 5, .burst_ratio = {}, .ie = kG711.ie, .bpl = kG711.bpl});
  EXPECT_NEAR(rating->r, 42.12, 0.005);
}

TEST(EModel, AllLostIsTheWorstButFinite) {
  const auto rating = without_delay(kG711, 100);
  EXPECT_NEAR(rating.r, 93.2 - 95 * 100 / 104.3, 0.005);
  EXPECT_NEAR(loss_impairment(11, 19, 0), 11, 1e-12);
}

TEST(BurstRatio, RandomLossIsOne) { EXPECT_NEAR(*burst_ratio(1 / (1 - 0.2), 0.2), 1, 1e-12); }

TEST(BurstRatio, IsTheMeanRunOverTheRandomOne) { EXPECT_NEAR(*burst_ratio(4, 0.5), 2, 1e-12); }

TEST(BurstRatio, NeedsALossAndAnArrival) {
  EXPECT_FALSE(burst_ratio(0, 0));
  EXPECT_FALSE(burst_ratio(1, 0));
  EXPECT_FALSE(burst_ratio(50, 1));
  EXPECT_FALSE(burst_ratio(0, 0.1));
}

}  // namespace
}  // namespace ptimed
