// SPDX-License-Identifier: AGPL-3.0-or-later
#include <gtest/gtest.h>

#include "daemon/call_opening.h"

namespace ptimed {
namespace {

TEST(CallSeed, DependsOnSeedEndpointAndCallAndOnNothingElse) {
  const uint64_t seed = call_seed(7, "left", "x");
  EXPECT_EQ(call_seed(7, "left", "x"), seed);
  EXPECT_NE(call_seed(8, "left", "x"), seed);
  EXPECT_NE(call_seed(7, "right", "x"), seed) << "both ends would draw the same SSRC";
  EXPECT_NE(call_seed(7, "left", "y"), seed);
}

}  // namespace
}  // namespace ptimed
