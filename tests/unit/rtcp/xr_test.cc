// SPDX-License-Identifier: AGPL-3.0-or-later
// Extended reports: blocks that do not fit are skipped, blocks nobody knows are kept.
#include "lib/rtcp/xr.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/unit/rtcp/vectors.h"
#include "tests/unit/rtcp/wire_of.h"

namespace ptimed {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;
using testing::SizeIs;

constexpr const char* kSender = "11223344";
constexpr const char* kRrtr = "04000002 e3d1a2b7 80000000";
const XrBlock kRrtrValue = Rrtr{NtpTime{0xe3d1a2b780000000}};

std::optional<Xr> parse(const std::string& blocks) { return Xr::parse(from_hex(kSender + blocks)); }

TEST(Xr, ZeroBlocksAreAnEmptyReport) {
  const auto xr = parse("");
  ASSERT_TRUE(xr);
  EXPECT_THAT(xr->blocks, IsEmpty());
  EXPECT_EQ(xr->malformed, 0);
}

TEST(Xr, NeedsASender) {
  EXPECT_FALSE(Xr::parse({}));
  EXPECT_FALSE(Xr::parse(from_hex("112233")));
}

TEST(Xr, OfTwelveBytesHoldsABlockWithoutContents) {
  EXPECT_THAT(parse("ff550000")->blocks, ElementsAre(XrBlock(UnknownXrBlock{255, 0x55, {}})));
  for (const char* known : {"04000000", "05000000", "06000000", "07000000"}) {
    EXPECT_THAT(parse(known)->blocks, IsEmpty());
    EXPECT_EQ(parse(known)->malformed, 1) << known;
  }
}

TEST(Xr, BlockLengthPastThePacketIsNothing) {
  for (const char* lie : {"0003", "0009", "ffff"}) {
    const std::string block = "04 00" + std::string(lie) + "e3d1a2b7 80000000";
    EXPECT_FALSE(parse(block)) << lie;
    EXPECT_FALSE(parse(kRrtr + block)) << lie << " behind a good block";
  }
}

TEST(Xr, BlockLengthTooShortIsSkippedAndItsRestReadAsBlocks) {
  const auto xr = parse("04000001 e3d1a2b7 80000000");
  ASSERT_TRUE(xr);
  EXPECT_EQ(xr->malformed, 1);
  EXPECT_THAT(xr->blocks, ElementsAre(XrBlock(UnknownXrBlock{0x80, 0, {}})));
}

TEST(Xr, HalfABlockHeaderIsNothing) {
  EXPECT_FALSE(Xr::parse(from_hex("11223344 04")));
  EXPECT_FALSE(Xr::parse(from_hex("11223344 040000")));
}

TEST(Xr, MalformedBlockIsSkippedAndTheOthersCount) {
  const auto xr = parse("07000001 55667788" + std::string(kRrtr));
  ASSERT_TRUE(xr);
  EXPECT_EQ(xr->malformed, 1);
  EXPECT_THAT(xr->blocks, ElementsAre(kRrtrValue));
  EXPECT_EQ(serialized(*xr), from_hex("80cf0004 11223344" + std::string(kRrtr)));
}

TEST(Xr, CountBitsOfItsHeaderAreReserved) {
  EXPECT_EQ(parse_packet(207, 31, from_hex(kSender + std::string(kRrtr))),
            RtcpPacket(Xr{Ssrc(0x11223344), {kRrtrValue}}));
}

TEST(Rrtr, HasOneLength) {
  EXPECT_TRUE(Rrtr::parse(0, Buffer(8)));
  EXPECT_FALSE(Rrtr::parse(0, Buffer(4)));
  EXPECT_FALSE(Rrtr::parse(0, Buffer(12)));
}

TEST(Rrtr, ReservedBitsAreIgnored) { EXPECT_TRUE(Rrtr::parse(0xFF, Buffer(8))); }

TEST(Dlrr, IsOneOrMoreSubBlocks) {
  for (size_t words = 0; words <= 30; ++words) {
    const auto block = Dlrr::parse(0, Buffer(words * 4));
    EXPECT_EQ(block.has_value(), words > 0 && words % 3 == 0) << words;
    EXPECT_EQ(block.value_or(Dlrr{}).receivers.size(), words % 3 == 0 ? words / 3 : 0);
  }
}

TEST(StatisticsSummary, HasOneLength) {
  for (size_t words = 0; words <= 12; ++words)
    EXPECT_EQ(StatisticsSummary::parse(0, Buffer(words * 4)).has_value(), words == 9) << words;
}

TEST(StatisticsSummary, AValueFlaggedAsUnreportedVoidsTheBlock) {
  for (size_t at = 8; at < 36; ++at) {
    Buffer contents(36);
    contents[at] = 1;
    EXPECT_FALSE(StatisticsSummary::parse(0, contents)) << "octet " << at;
    EXPECT_TRUE(StatisticsSummary::parse(0xE8, contents)) << "octet " << at;
  }
}

TEST(StatisticsSummary, EachFlagReportsItsOwnFields) {
  const Buffer zeros(36);
  EXPECT_EQ(StatisticsSummary::parse(0x80, zeros)->lost, 0u);
  EXPECT_EQ(StatisticsSummary::parse(0x40, zeros)->duplicates, 0u);
  EXPECT_EQ(StatisticsSummary::parse(0x20, zeros)->jitter, StatisticsSummary::Jitter{});
  EXPECT_EQ(StatisticsSummary::parse(0x08, zeros)->hops->kind, StatisticsSummary::Hops::kIpv4Ttl);
  EXPECT_EQ(StatisticsSummary::parse(0x10, zeros)->hops->kind,
            StatisticsSummary::Hops::kIpv6HopLimit);
}

TEST(StatisticsSummary, TheUndefinedHopKindVoidsTheBlock) {
  EXPECT_FALSE(StatisticsSummary::parse(0x18, Buffer(36)));
}

TEST(StatisticsSummary, ReservedBitsAreIgnored) {
  EXPECT_EQ(StatisticsSummary::parse(0x07, Buffer(36)), StatisticsSummary{});
}

TEST(VoipMetrics, HasNineWordsWhateverTheTextSays) {
  for (size_t words = 0; words <= 12; ++words)
    EXPECT_EQ(VoipMetrics::parse(0, Buffer(words * 4)).has_value(), words == 8) << words;
  EXPECT_THAT(serialized(VoipMetrics{}), SizeIs(36));
}

TEST(VoipMetrics, LevelsAreSigned) {
  VoipMetrics block;
  for (const int level : {-128, -1, 0, 1, 127}) {
    block.signal_level = static_cast<int8_t>(level);
    block.noise_level = static_cast<int8_t>(-1 - level);
    EXPECT_EQ(VoipMetrics::parse(0, body_of(serialized(block))), block);
  }
}

TEST(VoipMetrics, EveryReceiverConfigurationRoundTrips) {
  Buffer contents(32);
  for (unsigned octet = 0; octet < 256; ++octet) {
    contents[24] = static_cast<uint8_t>(octet);
    EXPECT_EQ(serialized(*VoipMetrics::parse(0, contents))[28], octet);
  }
}

TEST(VoipMetrics, ReservedOctetsAreIgnoredAndSentAsZero) {
  Buffer contents(32);
  contents[25] = 0xFF;
  const Buffer wire = serialized(*VoipMetrics::parse(0xFF, contents));
  EXPECT_EQ(wire[1], 0);
  EXPECT_EQ(wire[29], 0);
}

TEST(Rendering, OfExtendedReports) {
  EXPECT_EQ((Xr{Ssrc(1), {Rrtr{NtpTime{0x0000000200030000}}, UnknownXrBlock{13, 2, Buffer(8)}}}
                 .to_string()),
            "XR 0x00000001 RRTR 131075 BT 13 type-specific 2, 8 bytes");
  EXPECT_EQ((Dlrr{{{Ssrc(2), 3, 4}}}.to_string()), "DLRR {0x00000002 lrr 3 dlrr 4}");
  EXPECT_EQ((StatisticsSummary{.source = Ssrc(2), .begin = SeqNo(1), .end = SeqNo(9), .lost = 3}
                 .to_string()),
            "statistics {0x00000002 packets 1 to before 9 lost 3}");
  EXPECT_EQ(voip_vector().to_string(),
            "VoIP {0x55667788 loss 12/256 discard 12/256 burst 84/256 120 ms gap 10/256 520 ms "
            "round trip 60 ms end system 80 ms R 93 MOS-LQ 44 MOS-CQ 43 jitter buffer 40..60 of "
            "200 ms}");
  EXPECT_THAT(VoipMetrics{}.to_string(), testing::HasSubstr("R ? MOS-LQ ? MOS-CQ ?"));
}

}  // namespace
}  // namespace ptimed
