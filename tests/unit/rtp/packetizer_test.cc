// SPDX-License-Identifier: AGPL-3.0-or-later
#include "lib/rtp/packetizer.h"

#include <gtest/gtest.h>

namespace ptimed {
namespace {

using namespace std::chrono_literals;

constexpr Time kStart{1s};

TEST(Packetizer, APacketLeavesWhenItsMediaIsComplete) {
  Packetizer p(kStart, RtpTime(1000), Ptime{20});
  EXPECT_EQ(p.next_departure(), kStart + 20ms);
  EXPECT_EQ(p.begins(), kStart);
  EXPECT_EQ(p.timestamp(), RtpTime(1000));
  p.advance();
  EXPECT_EQ(p.next_departure(), kStart + 40ms);
  EXPECT_EQ(p.timestamp(), RtpTime(1160));
}

TEST(Packetizer, ANewPtimeBeginsWithTheNextPacket) {
  Packetizer p(kStart, RtpTime(0), Ptime{20});
  p.set_ptime(Ptime{50});
  EXPECT_EQ(p.ptime(), Ptime{50});
  EXPECT_EQ(p.filling(), Ptime{20});
  EXPECT_EQ(p.next_departure(), kStart + 20ms);
  p.advance();
  EXPECT_EQ(p.filling(), Ptime{50});
  EXPECT_EQ(p.next_departure(), kStart + 70ms);
}

TEST(Packetizer, DeparturesAreSpacedByThePtimeInForceAndTimestampsBySamplesSent) {
  Packetizer p(kStart, RtpTime(0xffffff00), Ptime{10});
  Time departed = kStart;
  RtpTime expected(0xffffff00);
  for (const int ms : {20, 40, 30, 60, 10}) {
    p.set_ptime(Ptime{ms});
    p.advance();  // the packet at the old ptime
    departed = p.begins();
    expected = p.timestamp();
    for (int i = 0; i < 100; ++i) {
      EXPECT_EQ(p.next_departure() - departed, Ptime{ms});
      EXPECT_EQ(p.timestamp(), expected);
      departed = p.next_departure();
      expected = expected + ms * 8;
      p.advance();
    }
  }
}

TEST(Packetizer, TheLastOfSeveralPtimesCounts) {
  Packetizer p(kStart, RtpTime(0), Ptime{20});
  p.set_ptime(Ptime{30});
  p.set_ptime(Ptime{10});
  p.advance();
  EXPECT_EQ(p.filling(), Ptime{10});
}

TEST(Packetizer, AStoppedDriverSkipsWholeFramesOfMedia) {
  Packetizer p(kStart, RtpTime(0), Ptime{20});
  EXPECT_EQ(p.skip_to(kStart + 20ms), 0);
  EXPECT_EQ(p.skip_to(kStart + 1005ms), 990 * 8);
  EXPECT_EQ(p.timestamp(), RtpTime(990 * 8));
  EXPECT_EQ(p.begins(), kStart + 990ms);
  EXPECT_GE(p.next_departure(), kStart + 1005ms);
  EXPECT_LT(p.next_departure(), kStart + 1015ms);
  EXPECT_EQ(p.skip_to(kStart + 1005ms), 0);
}

TEST(Packetizer, SkippingForHoursKeepsTimestampsModulo32Bits) {
  Packetizer p(kStart, RtpTime(5), Ptime{20});
  const int64_t samples = p.skip_to(kStart + 200h);
  EXPECT_EQ(p.timestamp(), RtpTime(static_cast<uint32_t>(5 + samples)));
  EXPECT_EQ(p.next_departure(), kStart + 200h);
}

}  // namespace
}  // namespace ptimed
