// SPDX-License-Identifier: AGPL-3.0-or-later
#include "lib/base/rng.h"

#include <gtest/gtest.h>

#include <algorithm>

namespace ptimed {
namespace {

TEST(Rng, TheSameSeedGivesTheSameSequenceOnEveryPlatform) {
  Rng rng(5489);  // [rand.predef]: the 10000th value of mt19937_64 with the default seed
  uint64_t last = 0;
  for (int i = 0; i < 10'000; ++i) last = rng.bits();
  EXPECT_EQ(last, 9981545732273789042u);
}

TEST(Rng, UniformStaysInItsRangeAndFillsIt) {
  Rng rng(1);
  double sum = 0, lowest = 1, highest = 0;
  for (int i = 0; i < 100'000; ++i) {
    const double u = rng.unit();
    ASSERT_GE(u, 0);
    ASSERT_LT(u, 1);
    sum += u;
    lowest = std::min(lowest, u);
    highest = std::max(highest, u);
  }
  EXPECT_NEAR(sum / 100'000, 0.5, 0.01);
  EXPECT_LT(lowest, 0.001);
  EXPECT_GT(highest, 0.999);
  EXPECT_GE(rng.uniform(0.5, 1.5), 0.5);
}

TEST(Rng, ChanceComesTrueAsOftenAsItsProbability) {
  Rng rng(2);
  int hits = 0;
  for (int i = 0; i < 100'000; ++i) hits += rng.chance(0.02);
  EXPECT_NEAR(hits, 2000, 200);
  EXPECT_FALSE(rng.chance(0));
  EXPECT_TRUE(rng.chance(1));
}

}  // namespace
}  // namespace ptimed
