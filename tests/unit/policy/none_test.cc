// SPDX-License-Identifier: AGPL-3.0-or-later
#include <gtest/gtest.h>

#include "tests/unit/policy/path.h"

namespace ptimed {
namespace {

TEST(NonePolicy, IgnoresReportsAndNacks) {
  const auto policy = policy_of("none");
  EXPECT_EQ(trace(*policy, 20, {0, 50, 100, 0}), (std::vector{20, 20, 20, 20}));
  EXPECT_EQ(policy->on_nack({}, {3}, path_of(20, 50)).ptime, Ptime{20});
  EXPECT_EQ(policy->next_timeout(), kNever);
}

}  // namespace
}  // namespace ptimed
