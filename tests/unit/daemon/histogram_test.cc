// SPDX-License-Identifier: AGPL-3.0-or-later
#include "daemon/histogram.h"

#include <gtest/gtest.h>

namespace ptimed {
namespace {

using std::chrono::microseconds;

TEST(LogHistogram, KnowsNothingAtFirst) {
  const LogHistogram histogram;
  EXPECT_EQ(histogram.count(), 0u);
  EXPECT_EQ(histogram.quantile(0.5), Duration{0});
}

TEST(LogHistogram, QuantilesAreRightToASixteenth) {
  LogHistogram histogram;
  for (int us = 1; us <= 1000; ++us) histogram.add(microseconds(us));
  for (const double q : {0.01, 0.25, 0.5, 0.9, 0.99}) {
    const double exact = q * 1000, found = to_seconds(histogram.quantile(q)) * 1e6;
    EXPECT_GE(found, exact) << q;
    EXPECT_LE(found, exact * (1 + 1.0 / 16)) << q;
  }
  EXPECT_EQ(histogram.max(), microseconds(1000));
  EXPECT_EQ(histogram.quantile(1), microseconds(1000));
}

TEST(LogHistogram, ASingleValueIsEveryQuantile) {
  LogHistogram histogram;
  histogram.add(microseconds(137));
  EXPECT_EQ(histogram.quantile(0), microseconds(137));
  EXPECT_EQ(histogram.quantile(0.99), microseconds(137));
}

TEST(LogHistogram, TakesEveryDuration) {
  LogHistogram histogram;
  histogram.add(Duration(-5));
  EXPECT_EQ(histogram.quantile(1), Duration{0});
  histogram.add(Duration::max());
  EXPECT_EQ(histogram.quantile(1), Duration::max());
}

}  // namespace
}  // namespace ptimed
