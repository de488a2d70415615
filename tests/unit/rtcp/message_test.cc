// SPDX-License-Identifier: AGPL-3.0-or-later
// What is particular to one kind of message.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <set>

#include "tests/unit/rtcp/vectors.h"
#include "tests/unit/rtcp/wire_of.h"

namespace ptimed {
namespace {

using testing::ElementsAre;
using testing::SizeIs;

TEST(ReportBlock, CumulativeLossIsSigned24Bits) {
  for (const int32_t lost : {-(1 << 23), -1, 0, 1, (1 << 23) - 1}) {
    ReportBlock block = block_vector();
    block.cumulative_lost = lost;
    const Buffer wire = serialized(ReceiverReport{Ssrc(1), {block}});
    EXPECT_EQ(ReceiverReport::parse(1, body_of(wire))->blocks[0].cumulative_lost, lost);
  }
}

TEST(SenderReport, CarriesThirtyOneBlocks) {
  const SenderReport sr{Ssrc(1), {}, {}, 0, 0, std::vector(31, block_vector())};
  const Buffer wire = serialized(sr);
  EXPECT_THAT(wire, SizeIs(28 + 31 * 24));
  EXPECT_EQ(SenderReport::parse(31, body_of(wire)), sr);
}

TEST(SenderReport, IgnoresProfileSpecificExtensions) {
  const SenderReport sr{Ssrc(1), {}, {}, 0, 0, {block_vector()}};
  Buffer wire = serialized(sr);
  wire.insert(wire.end(), 8, 0xEE);
  EXPECT_EQ(SenderReport::parse(1, body_of(wire)), sr);
}

TEST(SenderReport, CountLargerThanTheBodyIsNothing) {
  const Buffer wire = serialized(SenderReport{Ssrc(1), {}, {}, 0, 0, {block_vector()}});
  EXPECT_FALSE(SenderReport::parse(2, body_of(wire)));
  EXPECT_FALSE(SenderReport::parse(31, body_of(wire)));
}

TEST(ReceiverReport, IgnoresProfileSpecificExtensions) {
  const ReceiverReport rr{Ssrc(1), {block_vector()}};
  Buffer wire = serialized(rr);
  wire.insert(wire.end(), 4, 0xEE);
  EXPECT_EQ(ReceiverReport::parse(1, body_of(wire)), rr);
}

TEST(ReceiverReport, CountLargerThanTheBodyIsNothing) {
  const Buffer wire = serialized(ReceiverReport{Ssrc(1), {block_vector()}});
  EXPECT_FALSE(ReceiverReport::parse(2, body_of(wire)));
}

TEST(Sdes, EveryTextLengthRoundTripsInWholeWords) {
  for (size_t length = 0; length <= 255; ++length) {
    const Sdes sdes = Sdes::cname(Ssrc(7), std::string(length, 'x'));
    const Buffer wire = serialized(sdes);
    EXPECT_EQ(wire.size(), 4 + 4 + (2 + length + 4) / 4 * 4) << length;
    EXPECT_EQ(wire.back(), 0);
    EXPECT_EQ(Sdes::parse(1, body_of(wire)), sdes) << length;
  }
}

TEST(Sdes, TextMayHoldNulls) {
  const Sdes sdes = Sdes::cname(Ssrc(7), std::string("a\0b", 3));
  EXPECT_EQ(Sdes::parse(1, body_of(serialized(sdes))), sdes);
}

TEST(Sdes, MissingTerminatorIsNothing) {
  EXPECT_FALSE(Sdes::parse(1, from_hex("11223344 01026162")));
}

TEST(Sdes, ItemLengthPastTheEndIsNothing) {
  EXPECT_FALSE(Sdes::parse(1, from_hex("11223344 01ff6162 00000000")));
  EXPECT_FALSE(Sdes::parse(1, from_hex("11223344 01066162 00000000")));
}

TEST(Sdes, CountMustFillTheBody) {
  const Buffer two = from_hex("11223344 00000000 55667788 00000000");
  EXPECT_TRUE(Sdes::parse(2, two));
  EXPECT_FALSE(Sdes::parse(1, two));
  EXPECT_FALSE(Sdes::parse(3, two));
  EXPECT_TRUE(Sdes::parse(0, {}));
}

TEST(Sdes, HostileTextStaysOnItsLine) {
  EXPECT_EQ(Sdes::cname(Ssrc(1), "a\n\"b\x1b").to_string(),
            "SDES 0x00000001 CNAME \"a\\x0a\\x22b\\x1b\"");
}

TEST(Bye, ReasonLengthPastTheEndIsNothing) {
  EXPECT_FALSE(Bye::parse(1, from_hex("11223344 04627965")));
  EXPECT_FALSE(Bye::parse(1, from_hex("11223344 ff627965")));
}

TEST(Bye, CountLargerThanTheBodyIsNothing) { EXPECT_FALSE(Bye::parse(2, from_hex("11223344"))); }

TEST(Bye, WordsAfterTheReasonAreIgnored) {
  EXPECT_EQ(Bye::parse(1, from_hex("11223344 03627965 00000000")),
            (Bye{{Ssrc(0x11223344)}, "bye"}));
}

TEST(Bye, EmptyReasonIsNoReason) {
  EXPECT_EQ(Bye::parse(1, from_hex("11223344 00000000")), (Bye{{Ssrc(0x11223344)}, ""}));
}

TEST(Bye, EveryReasonLengthRoundTrips) {
  for (size_t length = 0; length <= 255; ++length) {
    const Bye bye{{Ssrc(1)}, std::string(length, 'r')};
    EXPECT_EQ(Bye::parse(1, body_of(serialized(bye))), bye) << length;
  }
}

TEST(GenericNack, NeedsAnFci) {
  EXPECT_FALSE(GenericNack::parse(from_hex("00000001 00000002")));
  EXPECT_FALSE(GenericNack::parse({}));
}

TEST(GenericNack, SeventeenInARowFillOneFci) {
  GenericNack nack{Ssrc(1), Ssrc(2), {}};
  for (int i = 0; i < 17; ++i) nack.lost.push_back(SeqNo(1000) + i);
  EXPECT_EQ(serialized(nack), from_hex("81cd0003 00000001 00000002 03e8ffff"));
  nack.lost.push_back(SeqNo(1017));
  EXPECT_EQ(serialized(nack), from_hex("81cd0004 00000001 00000002 03e8ffff 03f90000"));
}

TEST(GenericNack, AnyAscendingListRoundTripsAcrossTheWrap) {
  for (const int stride : {1, 2, 7, 16, 17, 1000}) {
    GenericNack nack{Ssrc(1), Ssrc(2), {}};
    for (int i = 0; i < 40; ++i) nack.lost.push_back(SeqNo(65500) + i * stride);
    EXPECT_EQ(GenericNack::parse(body_of(serialized(nack))), nack) << "stride " << stride;
  }
}

TEST(GenericNack, LongestOutageFitsOnePacket) {
  GenericNack nack{Ssrc(1), Ssrc(2), {}};
  for (int i = 0; i < 65536; ++i) nack.lost.push_back(SeqNo(0) + i);
  const Buffer wire = serialized(nack);
  EXPECT_EQ(wire.size(), 12u + 4 * 3856);
  EXPECT_EQ(GenericNack::parse(body_of(wire)), nack);
}

TEST(GenericNack, OlderNumberStartsAnotherFci) {
  const GenericNack nack{Ssrc(1), Ssrc(2), {SeqNo(5), SeqNo(3), SeqNo(3)}};
  const auto parsed = GenericNack::parse(body_of(serialized(nack)));
  EXPECT_THAT(parsed->lost, ElementsAre(SeqNo(5), SeqNo(3)));
}

TEST(GenericNack, OverlappingFcisNameTheSamePacketsWhenPackedAnew) {
  const auto nack = GenericNack::parse(from_hex("00000001 00000002 fffe8006 00010003 fff00000"));
  const auto again = GenericNack::parse(body_of(serialized(*nack)));
  const auto named = [](const GenericNack& n) {
    return std::set<SeqNo>(n.lost.begin(), n.lost.end());
  };
  EXPECT_EQ(named(*again), named(*nack));
  EXPECT_THAT(again->lost, SizeIs(named(*nack).size()));
}

TEST(Rendering, NamesWhatMatters) {
  EXPECT_EQ((GenericNack{Ssrc(1), Ssrc(0xabcdef), {SeqNo(65535), SeqNo(0)}}.to_string()),
            "NACK 0x00000001 for 0x00abcdef: 65535 0");
  EXPECT_EQ((Bye{{Ssrc(1)}, "done"}.to_string()), "BYE 0x00000001 \"done\"");
  EXPECT_EQ((ReceiverReport{Ssrc(1), {block_vector()}}.to_string()),
            "RR 0x00000001 {0x55667788 lost 64/256 total -2 highest 65541 jitter 16 lsr 3070566400 "
            "dlsr 344064}");
}

}  // namespace
}  // namespace ptimed
