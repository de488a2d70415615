// SPDX-License-Identifier: AGPL-3.0-or-later
#include "lib/rtcp/round_trip.h"

#include <gtest/gtest.h>

namespace ptimed {
namespace {

using std::chrono::milliseconds;
using std::chrono::nanoseconds;

/// The middle 32 bits as an arrival time carries them.
NtpTime arrival(uint32_t middle) { return {uint64_t{middle} << 16}; }

ReportBlock block(uint32_t lsr, uint32_t dlsr) {
  ReportBlock b;
  b.lsr = lsr;
  b.dlsr = dlsr;
  return b;
}

TEST(RoundTrip, Rfc3550Figure2) {
  EXPECT_EQ(round_trip(arrival(0xb7108000), block(0xb7052000, 0x00054000)), milliseconds(6125));
}

TEST(RoundTrip, WithoutASenderReportThereIsNone) {
  EXPECT_EQ(round_trip(arrival(0xb7108000), block(0, 0)), std::nullopt);
  EXPECT_EQ(round_trip(arrival(0xb7108000), block(0, 0x00054000)), std::nullopt);
}

TEST(RoundTrip, CountsModulo32Bits) {
  EXPECT_EQ(round_trip(arrival(0x00010000), block(0xffff0000, 0x00008000)), milliseconds(1500));
}

TEST(RoundTrip, SlightlyNegativeIsZero) {
  EXPECT_EQ(round_trip(arrival(0x00020000), block(0x00010000, 0x00010001)), Duration{0});
  EXPECT_EQ(round_trip(arrival(0x00020000), block(0x00010000, 0x00012000)), Duration{0});
}

TEST(RoundTrip, ImpossibleDelayIsUnknownRatherThanGood) {
  EXPECT_EQ(round_trip(arrival(0x00020000), block(0x00010000, 0x00012001)), std::nullopt);
  EXPECT_EQ(round_trip(arrival(0x00020000), block(0x00010000, 0x7fffffff)), std::nullopt);
}

TEST(RoundTrip, ResolvesOneUnit) {
  EXPECT_EQ(round_trip(arrival(0x00010001), block(0x00010000, 0)), nanoseconds(15258));
}

}  // namespace
}  // namespace ptimed
