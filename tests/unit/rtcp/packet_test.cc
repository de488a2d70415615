// SPDX-License-Identifier: AGPL-3.0-or-later
// What every kind of packet keeps to: exact bytes both ways, and no way past the end.
#include "lib/rtcp/packet.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "lib/base/rng.h"
#include "tests/unit/rtcp/vectors.h"

namespace ptimed {
namespace {

using testing::HasSubstr;
using testing::Not;

/// As the compound parser hands it on: by the header's own length, which must cover the bytes
/// exactly.
std::optional<RtcpPacket> parse_one(Bytes wire) {
  Reader r(wire);
  const uint8_t first = r.u8();
  const uint8_t type = r.u8();
  const size_t words = r.u16();
  if (!r.ok() || r.left() != words * 4) return std::nullopt;
  return parse_packet(type, first & 0x1F, r.rest());
}

class EveryPacket : public testing::TestWithParam<Vector> {};

TEST_P(EveryPacket, ParsesToItsValue) {
  const auto packet = parse_one(GetParam().wire);
  ASSERT_TRUE(packet);
  EXPECT_EQ(*packet, GetParam().value);
}

TEST_P(EveryPacket, SerializesToItsBytes) {
  Buffer out{0xAA};
  Writer w(out);
  serialize(GetParam().value, w);
  EXPECT_EQ(out.front(), 0xAA);
  EXPECT_EQ(Buffer(out.begin() + 1, out.end()), GetParam().wire);
}

TEST_P(EveryPacket, EveryTruncationIsNothing) {
  const Buffer& wire = GetParam().wire;
  for (size_t cut = 0; cut < wire.size(); ++cut)
    EXPECT_FALSE(parse_one(Bytes(wire).first(cut))) << cut << " bytes";
}

TEST_P(EveryPacket, SurvivesEveryCountOverEveryShorterBody) {
  const Buffer& wire = GetParam().wire;
  for (unsigned count = 0; count <= 31; ++count)
    for (size_t size = 0; size + 4 <= wire.size(); ++size)
      parse_packet(wire[1], static_cast<uint8_t>(count), Bytes(wire).subspan(4, size));
}

TEST_P(EveryPacket, IsRenderedOnOneLine) {
  EXPECT_THAT(to_string(GetParam().value), Not(HasSubstr("\n")));
  EXPECT_FALSE(to_string(GetParam().value).empty());
}

Buffer serialized(const RtcpPacket& packet) {
  Buffer out;
  Writer w(out);
  serialize(packet, w);
  return out;
}

TEST_P(EveryPacket, WhateverIsParsedFromNoiseHasOneStableForm) {
  Rng rng(1);
  for (int trial = 0; trial < 2000; ++trial) {
    Buffer wire = GetParam().wire;
    for (int flips = 0; flips < 3; ++flips)
      wire[4 + rng.u32() % (wire.size() - 4)] = static_cast<uint8_t>(rng.u32());
    const auto packet = parse_one(wire);
    if (!packet) continue;
    const Buffer once = serialized(*packet);
    const auto again = parse_one(once);
    ASSERT_TRUE(again);
    EXPECT_EQ(serialized(*again), once);
    EXPECT_EQ(again->index(), packet->index());
  }
}

INSTANTIATE_TEST_SUITE_P(Rtcp, EveryPacket, testing::ValuesIn(packet_vectors()),
                         [](const auto& vector) { return vector.param.name; });

}  // namespace
}  // namespace ptimed
