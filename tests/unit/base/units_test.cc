// SPDX-License-Identifier: AGPL-3.0-or-later
#include "lib/base/units.h"

#include <gtest/gtest.h>

#include <type_traits>

namespace ptimed {
namespace {

using namespace std::chrono_literals;

TEST(SeqNo, ArithmeticIsModulo65536) {
  EXPECT_EQ(SeqNo(65535) + 1, SeqNo(0));
  EXPECT_EQ(SeqNo(0) + -1, SeqNo(65535));
  EXPECT_EQ(SeqNo(10) + 65536, SeqNo(10));
}

TEST(SeqNo, DistanceIsSignedAcrossTheWrap) {
  EXPECT_EQ(SeqNo(1).since(SeqNo(65534)), 3);
  EXPECT_EQ(SeqNo(65534).since(SeqNo(1)), -3);
  EXPECT_EQ(SeqNo(32767).since(SeqNo(0)), 32767);
  EXPECT_EQ(SeqNo(32768).since(SeqNo(0)), -32768);
  EXPECT_EQ(SeqNo(7).since(SeqNo(7)), 0);
}

TEST(RtpTime, ArithmeticIsModulo32Bits) {
  EXPECT_EQ(RtpTime(0xffffff60) + 160, RtpTime(0));
  EXPECT_EQ(RtpTime(0) + -80, RtpTime(0xffffffb0));
}

TEST(RtpTime, DistanceIsSignedAcrossTheWrap) {
  EXPECT_EQ(RtpTime(80).since(RtpTime(0xffffffb0)), 160);
  EXPECT_EQ(RtpTime(0xffffffb0).since(RtpTime(80)), -160);
  EXPECT_EQ(RtpTime(0x80000000).since(RtpTime(0)), INT32_MIN);
}

TEST(Ptime, CountsFramesAndSamples) {
  EXPECT_EQ(frames_in(Ptime{30}), 3);
  EXPECT_EQ(samples_in(Ptime{20}), 160);
  EXPECT_EQ(samples_in(Ptime{0}), 0);
}

TEST(MediaTime, IsExactToTheSample) {
  EXPECT_EQ(media_time(8000), 1s);
  EXPECT_EQ(media_time(1), 125us);
  EXPECT_EQ(media_time(-80), -10ms);
}

TEST(Units, ValuesOfDifferentMeaningDoNotMix) {
  static_assert(!std::is_convertible_v<uint32_t, Ssrc>);
  static_assert(!std::is_convertible_v<Ssrc, RtpTime>);
  static_assert(!std::is_convertible_v<ExtSeq, SeqNo>);
  EXPECT_LT(ExtSeq(65535), ExtSeq(65536));
}

}  // namespace
}  // namespace ptimed
