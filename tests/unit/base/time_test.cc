// SPDX-License-Identifier: AGPL-3.0-or-later
#include "lib/base/time.h"

#include <gtest/gtest.h>

namespace ptimed {
namespace {

using namespace std::chrono_literals;

TEST(WallClock, TiesTheDriversTimeToUnixTime) {
  const WallClock wall(1'000'000'000s);
  EXPECT_EQ(wall.unix_ns(Time{}), 1'000'000'000'000'000'000);
  EXPECT_EQ(wall.unix_ns(Time{1ns}), 1'000'000'000'000'000'001);
}

TEST(WallClock, UnixTimeZeroIs70YearsAfterNtpTimeZero) {
  EXPECT_EQ(WallClock().ntp(Time{}).value, uint64_t{2'208'988'800} << 32);
}

TEST(WallClock, NtpFractionIsInUnitsOf2ToTheMinus32) {
  EXPECT_EQ(WallClock().ntp(Time{500ms}).value & 0xffffffff, 0x80000000u);
  EXPECT_EQ(WallClock().ntp(Time{999'999'999ns}).value & 0xffffffff, 0xfffffffbu);
  EXPECT_EQ(WallClock().ntp(Time{1s}).value & 0xffffffff, 0u);
}

TEST(WallClock, NtpSecondsWrapIn2036) {
  const auto last = std::chrono::seconds((int64_t{1} << 32) - 2'208'988'800);
  EXPECT_EQ(WallClock(last).ntp(Time{}).value >> 32, 0u);
  EXPECT_EQ(WallClock(last - 1s).ntp(Time{}).value >> 32, 0xffffffffu);
}

TEST(NtpTime, MiddleIsWhatLsrCarries) {
  EXPECT_EQ(NtpTime{0x11112222'33334444}.middle(), 0x22223333u);
}

TEST(Seconds, ConvertBothWays) {
  EXPECT_EQ(from_seconds(0.02), 20ms);
  EXPECT_EQ(from_seconds(-1.5), -1500ms);
  EXPECT_DOUBLE_EQ(to_seconds(1500ms), 1.5);
  EXPECT_DOUBLE_EQ(to_ms(250us), 0.25);
}

}  // namespace
}  // namespace ptimed
