// SPDX-License-Identifier: AGPL-3.0-or-later
#include "lib/policy/loss_ladder.h"

#include <gtest/gtest.h>

namespace ptimed {
namespace {

TEST(LossLadder, PrintsWhatItReads) {
  for (const char* text : {"inf:20ms", "2:20ms,inf:30ms", "0:10ms,0.5:10ms,100:200ms,inf:200ms"})
    EXPECT_EQ(LossLadder::parse(text)->to_string(), text);
}

TEST(LossLadder, LossOnABoundIsStillOnItsRung) {
  const auto ladder = *LossLadder::parse("2:20ms,4:30ms,inf:40ms");
  EXPECT_EQ(ladder.rung_of(0), 0u);
  EXPECT_EQ(ladder.rung_of(2), 0u);
  EXPECT_EQ(ladder.rung_of(2.001), 1u);
  EXPECT_EQ(ladder.rung_of(4), 1u);
  EXPECT_EQ(ladder.rung_of(100), 2u);
}

TEST(LossLadder, RefusesWhatIsNoLadder) {
  for (const char* text : {"",
                           ",",
                           "2",
                           "2:",
                           ":20ms",
                           "2:20ms",
                           "2:20ms,",
                           "inf:20ms,inf:30ms",
                           "4:20ms,2:30ms,inf:40ms",
                           "2:20ms,2:30ms,inf:40ms",
                           "2:30ms,inf:20ms",
                           "2:25ms,inf:30ms",
                           "2:0ms,inf:30ms",
                           "-1:20ms,inf:30ms",
                           "101:20ms,inf:30ms",
                           "nan:20ms,inf:30ms",
                           "2:20ms inf:30ms",
                           "2:20,inf:30",
                           "2:20ms,inf:210ms",
                           "2x:20ms,inf:30ms",
                           "2:20ms,,inf:30ms"})
    EXPECT_FALSE(LossLadder::parse(text)) << text;
}

}  // namespace
}  // namespace ptimed
