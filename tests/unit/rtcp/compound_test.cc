// SPDX-License-Identifier: AGPL-3.0-or-later
#include "lib/rtcp/compound.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "lib/base/rng.h"
#include "tests/unit/rtcp/vectors.h"

namespace ptimed {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;
using testing::SizeIs;

constexpr const char* kRr = "80c90001 11223344";
constexpr const char* kSdes = "81ca0003 11223344 01036162 63000000";

Buffer joined(std::initializer_list<const char*> parts) {
  Buffer all;
  for (const char* part : parts) {
    const Buffer bytes = from_hex(part);
    all.insert(all.end(), bytes.begin(), bytes.end());
  }
  return all;
}

std::vector<RtcpPacket> packets_of(const Buffer& wire) {
  const auto parsed = parse_compound(wire);
  const auto* compound = std::get_if<Compound>(&parsed);
  return compound ? compound->packets : std::vector<RtcpPacket>{};
}

RtcpDrop drop_of(const Buffer& wire) {
  const auto parsed = parse_compound(wire);
  const auto* drop = std::get_if<RtcpDrop>(&parsed);
  return drop ? *drop : RtcpDrop::kCount;
}

int malformed_in(const Buffer& wire) {
  const auto parsed = parse_compound(wire);
  const auto* compound = std::get_if<Compound>(&parsed);
  return compound ? compound->malformed : -1;
}

const RtcpPacket kRrValue = ReceiverReport{Ssrc(0x11223344), {}};
const RtcpPacket kSdesValue = Sdes::cname(Ssrc(0x11223344), "abc");

TEST(Compound, HoldsEveryKindInOrder) {
  std::vector<RtcpPacket> all;
  for (const Vector& vector : packet_vectors()) all.push_back(vector.value);
  EXPECT_EQ(packets_of(serialize(all)), all);
}

TEST(Compound, SizesCountedByTheStudies) {
  const GenericNack nack{Ssrc(1), Ssrc(2), {SeqNo(3)}};
  const Sdes sdes = Sdes::cname(Ssrc(1), "abc");
  EXPECT_EQ(28 + serialize({ReceiverReport{Ssrc(1), {block_vector()}}, sdes, nack}).size(), 92u);
  EXPECT_EQ(28 + serialize({SenderReport{Ssrc(1), {}, {}, 0, 0, {block_vector()}}, sdes}).size(),
            96u);
}

TEST(Compound, EveryTruncationIsADropOrAPrefixOfWholePackets) {
  const Buffer wire = joined({"81c90007 11223344", kBlockHex, kSdes, "81cb0002 11223344 03627965"});
  for (size_t cut = 0; cut < wire.size(); ++cut) {
    const Buffer shorter(wire.begin(), wire.begin() + static_cast<long>(cut));
    const bool at_boundary = cut == 32 || cut == 48;
    EXPECT_EQ(drop_of(shorter) == RtcpDrop::kCount, at_boundary) << cut << " bytes";
  }
}

TEST(Compound, TinyDatagramsAreTooShort) {
  for (size_t size = 0; size < 4; ++size)
    EXPECT_EQ(drop_of(Buffer(size, 0x80)), RtcpDrop::kTooShort);
}

TEST(Compound, OversizedDatagramIsRefusedUnread) {
  EXPECT_EQ(drop_of(Buffer(65536, 0x80)), RtcpDrop::kTooLong);
  EXPECT_NE(drop_of(Buffer(9216, 0x80)), RtcpDrop::kTooLong);
}

TEST(Compound, OtherVersionsAreRefusedAnywhere) {
  EXPECT_EQ(drop_of(from_hex("40c90001 11223344")), RtcpDrop::kVersion);
  EXPECT_EQ(drop_of(from_hex("c0c90001 11223344")), RtcpDrop::kVersion);
  EXPECT_EQ(drop_of(joined({kRr, "41ca0003 11223344 01036162 63000000"})), RtcpDrop::kVersion);
}

TEST(Compound, MustBeginWithAReport) {
  EXPECT_EQ(drop_of(from_hex(kSdes)), RtcpDrop::kFirstType);
  EXPECT_EQ(drop_of(from_hex("81cb0001 11223344")), RtcpDrop::kFirstType);
  EXPECT_EQ(drop_of(joined({kSdes, kRr})), RtcpDrop::kFirstType);
}

TEST(Compound, LengthsMustSumToTheDatagram) {
  EXPECT_EQ(drop_of(from_hex("80c90002 11223344")), RtcpDrop::kLength);
  EXPECT_EQ(drop_of(from_hex("80c9ffff 11223344")), RtcpDrop::kLength);
  EXPECT_EQ(drop_of(joined({kRr, "00"})), RtcpDrop::kLength);
  EXPECT_EQ(drop_of(joined({kRr, "80ca00"})), RtcpDrop::kLength);
  EXPECT_EQ(drop_of(joined({"80c90000 11223344", kSdes})), RtcpDrop::kVersion)
      << "a length too small puts the next header where it is none";
}

TEST(Compound, PaddingIsRefusedOnTheFirstAndBeforeTheLast) {
  EXPECT_EQ(drop_of(from_hex("a0c90002 11223344 00000004")), RtcpDrop::kFirstPadded);
  EXPECT_EQ(drop_of(joined({kRr, "a1cb0002 11223344 00000004", kSdes})), RtcpDrop::kFirstPadded);
}

TEST(Compound, PaddingOfTheLastPacketIsRemoved) {
  EXPECT_THAT(packets_of(joined({kRr, "a1ca0005 11223344 01036162 63000000 00000000 00000008"})),
              ElementsAre(kRrValue, kSdesValue));
  const RtcpPacket bye = Bye{{Ssrc(0x11223344)}, ""};
  EXPECT_THAT(packets_of(joined({kRr, "a1cb0002 11223344 00000004"})), ElementsAre(kRrValue, bye));
}

TEST(Compound, ImpossiblePaddingSkipsThatPacketAlone) {
  for (const char* last :
       {"a1cb0002 11223344 00000000", "a1cb0002 11223344 00000003", "a1cb0002 11223344 0000000c",
        "a1cb0002 11223344 000000ff", "a0cb0000"}) {
    const Buffer wire = joined({kRr, last});
    EXPECT_EQ(malformed_in(wire), 1) << last;
    EXPECT_THAT(packets_of(wire), ElementsAre(kRrValue)) << last;
  }
}

TEST(Compound, MalformedPacketIsSkippedAndTheOthersCount) {
  const Buffer wire = joined({kRr, "9fcb0001 11223344", kSdes});
  EXPECT_EQ(malformed_in(wire), 1);
  EXPECT_THAT(packets_of(wire), ElementsAre(kRrValue, kSdesValue));
}

TEST(Compound, ReportWithMoreBlocksThanItHoldsIsMalformed) {
  EXPECT_EQ(malformed_in(from_hex("9fc90001 11223344")), 1);
  EXPECT_THAT(packets_of(from_hex("9fc90001 11223344")), IsEmpty());
}

TEST(Compound, BlocksSkippedInAnXrAreCounted) {
  EXPECT_EQ(malformed_in(joined({kRr, "80cf0003 11223344 07000001 55667788"})), 1);
  EXPECT_THAT(packets_of(joined({kRr, "80cf0003 11223344 07000001 55667788"})), SizeIs(2));
}

RtcpDrop reduced_drop_of(const Buffer& wire) {
  const auto parsed = parse_compound(wire, RtcpForm::kReducedSize);
  const auto* drop = std::get_if<RtcpDrop>(&parsed);
  return drop ? *drop : RtcpDrop::kCount;
}

constexpr const char* kNack = "81cd0003 00000001 0330bdee 0b8f0003";

TEST(ReducedSize, IsRefusedUnlessAskedFor) {
  EXPECT_EQ(drop_of(from_hex(kNack)), RtcpDrop::kFirstType);
  EXPECT_EQ(reduced_drop_of(from_hex(kNack)), RtcpDrop::kCount);
}

TEST(ReducedSize, BeginsWithAnyKnownKindAndNoOther) {
  for (unsigned type = 192; type < 224; ++type) {
    const Buffer wire{0x80, static_cast<uint8_t>(type), 0, 1, 0, 0, 0, 1};
    const bool known = type >= 200 && type <= 207;
    EXPECT_EQ(reduced_drop_of(wire), known ? RtcpDrop::kCount : RtcpDrop::kFirstType) << type;
  }
}

TEST(ReducedSize, IsToldFromACompound) {
  const auto is_reduced = [](const Buffer& wire) {
    return std::get<Compound>(parse_compound(wire, RtcpForm::kReducedSize)).reduced_size;
  };
  EXPECT_TRUE(is_reduced(from_hex(kNack)));
  EXPECT_TRUE(is_reduced(joined({kNack, kRr}))) << "A.2 looks at the first packet";
  EXPECT_FALSE(is_reduced(joined({kRr, kSdes, kNack})));
  EXPECT_FALSE(is_reduced(from_hex("9fc90001 11223344"))) << "a malformed report is one";
}

TEST(ReducedSize, IsHeldToVersionAndLengths) {
  EXPECT_EQ(reduced_drop_of({}), RtcpDrop::kTooShort);
  EXPECT_EQ(reduced_drop_of(from_hex("41cd0003 00000001 0330bdee 0b8f0003")), RtcpDrop::kVersion);
  EXPECT_EQ(reduced_drop_of(from_hex("81cd0004 00000001 0330bdee 0b8f0003")), RtcpDrop::kLength);
  EXPECT_EQ(reduced_drop_of(from_hex("81cdffff 00000001 0330bdee 0b8f0003")), RtcpDrop::kLength);
  EXPECT_EQ(reduced_drop_of(joined({kNack, "00"})), RtcpDrop::kLength);
}

TEST(ReducedSize, ASinglePacketIsLastAndMayBePaddedAReportMayNot) {
  EXPECT_EQ(reduced_drop_of(from_hex("a1ce0003 00000001 00000002 00000004")), RtcpDrop::kCount);
  EXPECT_EQ(reduced_drop_of(from_hex("a0c90002 11223344 00000004")), RtcpDrop::kFirstPadded);
  EXPECT_EQ(reduced_drop_of(joined({"a1ce0003 00000001 00000002 00000004", kNack})),
            RtcpDrop::kFirstPadded);
}

TEST(Compound, SurvivesNoise) {
  Rng rng(7);
  for (int trial = 0; trial < 20000; ++trial) {
    Buffer wire(rng.u32() % 120);
    for (uint8_t& byte : wire) byte = static_cast<uint8_t>(rng.u32());
    if (wire.size() >= 2)
      wire[0] = 0x80 | (wire[0] & 0x1F), wire[1] = static_cast<uint8_t>(200 + wire[1] % 2);
    parse_compound(wire);
  }
}

TEST(Compound, EveryByteOfARealOneMayBeAnything) {
  const Buffer good =
      joined({"81c90007 11223344", kBlockHex, kSdes, "81cd0003 00000001 0330bdee 0b8f0003"});
  for (size_t at = 0; at < good.size(); ++at)
    for (unsigned value = 0; value < 256; ++value) {
      Buffer wire = good;
      wire[at] = static_cast<uint8_t>(value);
      const auto parsed = parse_compound(wire);
      const auto* compound = std::get_if<Compound>(&parsed);
      EXPECT_LE(compound ? compound->packets.size() : 0, 3u);
    }
}

TEST(RtcpDrop, NamesAreCounterNames) {
  EXPECT_EQ(to_string(RtcpDrop::kTooShort), "too_short");
  EXPECT_EQ(to_string(RtcpDrop::kMalformed), "malformed");
}

}  // namespace
}  // namespace ptimed
