// SPDX-License-Identifier: AGPL-3.0-or-later
// What is particular to APP and to feedback messages other than the generic NACK.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/unit/rtcp/vectors.h"
#include "tests/unit/rtcp/wire_of.h"

namespace ptimed {
namespace {

using namespace std::chrono_literals;
using testing::SizeIs;

TEST(App, NeedsSourceAndName) {
  EXPECT_FALSE(App::parse(0, {}));
  EXPECT_FALSE(App::parse(0, from_hex("11223344")));
  EXPECT_FALSE(App::parse(0, from_hex("11223344 707469")));
}

TEST(App, DataIsWholeWords) {
  EXPECT_TRUE(App::parse(0, from_hex("11223344 70746d64 01020304")));
  EXPECT_FALSE(App::parse(0, from_hex("11223344 70746d64 0102")));
}

TEST(App, HostileNameStaysOnItsLine) {
  EXPECT_EQ((App{1, Ssrc(2), {'\n', '"', 0, 'x'}, Buffer(8)}.to_string()),
            "APP 0x00000002 \"\\x0a\\x22\\x00x\" subtype 1, 8 bytes");
}

TEST(Pli, CarriesNoFci) {
  EXPECT_FALSE(Pli::parse(from_hex("11223344")));
  EXPECT_FALSE(Pli::parse(from_hex("11223344 55667788 00000000")));
}

TEST(Afb, NeedsBothSsrcsAndWholeWords) {
  EXPECT_FALSE(Afb::parse(from_hex("11223344")));
  EXPECT_FALSE(Afb::parse(from_hex("11223344 55667788 0102")));
}

TEST(Ccfb, OddMetricsArePaddedWithZeros) {
  for (size_t metrics = 0; metrics <= 40; ++metrics) {
    const Ccfb ccfb{Ssrc(1), {{Ssrc(2), SeqNo(9), std::vector(metrics, Ccfb::Metric{true, 2, 7})}}};
    const Buffer wire = serialized(ccfb);
    EXPECT_EQ(wire.size(), 8 + 8 + (metrics + 1) / 2 * 4 + 4);
    EXPECT_EQ(Ccfb::parse(body_of(wire)), ccfb) << metrics;
  }
}

TEST(Ccfb, AQuarterOfTheSequenceNumbersIsTheMost) {
  Ccfb ccfb{Ssrc(1), {{Ssrc(2), SeqNo(9), std::vector<Ccfb::Metric>(16384)}}};
  Buffer wire = serialized(ccfb);
  EXPECT_EQ(Ccfb::parse(body_of(wire)), ccfb);
  const Buffer two_more = from_hex("00000000");
  wire.insert(wire.end() - 4, two_more.begin(), two_more.end());
  wire[14] = 0x40, wire[15] = 0x02;
  EXPECT_FALSE(Ccfb::parse(body_of(wire))) << "16386 metrics";
}

TEST(Ccfb, BitsBesideAnUnsetReceivedBitAreIgnored) {
  const auto ccfb = Ccfb::parse(from_hex("00000001 00000002 0009 0001 7fff 0000 00000000"));
  ASSERT_TRUE(ccfb);
  EXPECT_EQ(ccfb->reports.at(0).metrics.at(0), Ccfb::Metric{});
}

TEST(Ccfb, NumReportsThatLiesIsNothing) {
  for (const char* lie : {"0000", "0001", "0005", "ffff"}) {
    const Buffer body =
        from_hex("00000001 00000002 0009" + std::string(lie) + "8001 8002 8003 8004 b7052000");
    EXPECT_FALSE(Ccfb::parse(body)) << lie;
  }
  EXPECT_TRUE(Ccfb::parse(from_hex("00000001 00000002 0009 0003 8001 8002 8003 0000 b7052000")));
}

TEST(Ccfb, NeedsAReportTimestamp) {
  EXPECT_FALSE(Ccfb::parse({}));
  EXPECT_FALSE(Ccfb::parse(from_hex("00000001")));
  EXPECT_TRUE(Ccfb::parse(from_hex("00000001 b7052000")));
}

TEST(Ccfb, ArrivalOffsetsAreThoseOfSection31) {
  EXPECT_EQ(Ccfb::arrival_offset(0s), 0);
  EXPECT_EQ(Ccfb::arrival_offset(500ms), 512);
  EXPECT_EQ(Ccfb::arrival_offset(976562ns), 0);
  EXPECT_EQ(Ccfb::arrival_offset(976563ns), 1);
  EXPECT_EQ(Ccfb::arrival_offset(7997070312ns), 0x1FFC) << "just under 8189/1024 s";
  EXPECT_EQ(Ccfb::arrival_offset(7997070313ns), 0x1FFE);
  EXPECT_EQ(Ccfb::arrival_offset(Duration::max()), 0x1FFE);
  EXPECT_EQ(Ccfb::arrival_offset(-1ns), 0x1FFF);
}

TEST(Feedback, FormatsWithoutAReaderAreKept) {
  const Buffer body = from_hex("11223344 55667788 01020304");
  for (const uint8_t type : {uint8_t{205}, uint8_t{206}})
    for (uint8_t format = 0; format < 32; ++format) {
      const bool known = type == 205 ? format == 1 || format == 11 : format == 1 || format == 15;
      if (known) continue;
      const auto packet = parse_packet(type, format, body);
      ASSERT_TRUE(packet);
      EXPECT_EQ(*packet, RtcpPacket(UnknownRtcp{type, format, body}));
    }
}

TEST(Feedback, TwelveBytesAreEnoughForThoseWithoutFciAlone) {
  const Buffer no_fci = from_hex("11223344 55667788");
  EXPECT_FALSE(parse_packet(205, GenericNack::kFormat, no_fci));
  EXPECT_TRUE(parse_packet(206, Pli::kFormat, no_fci));
  EXPECT_TRUE(parse_packet(206, Afb::kFormat, no_fci));
  for (const uint8_t tmmbr : {uint8_t{3}, uint8_t{4}})
    EXPECT_EQ(parse_packet(205, tmmbr, no_fci), RtcpPacket(UnknownRtcp{205, tmmbr, no_fci}));
}

TEST(Rendering, OfFeedback) {
  EXPECT_EQ((Ccfb{Ssrc(1), {{Ssrc(2), SeqNo(5), {{true, 0, 1}, {}, {true, 0, 0}}}}, 9}.to_string()),
            "CCFB 0x00000001 at 9 {0x00000002 from 5: 2 of 3 received}");
  EXPECT_EQ((Pli{Ssrc(1), Ssrc(2)}.to_string()), "PLI 0x00000001 for 0x00000002");
  EXPECT_EQ((Afb{Ssrc(1), Ssrc(2), Buffer(12)}.to_string()),
            "AFB 0x00000001 for 0x00000002, 12 bytes");
}

}  // namespace
}  // namespace ptimed
