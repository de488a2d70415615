// SPDX-License-Identifier: AGPL-3.0-or-later
// PID and BLP (RFC 4585 section 6.2.1): any number of FCIs, and no bit for a packet not asked for.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <set>

#include "lib/base/rng.h"
#include "lib/rtcp/generic_nack.h"
#include "tests/unit/rtcp/wire_of.h"

namespace ptimed {
namespace {

GenericNack nack_of(std::vector<SeqNo> lost) { return {Ssrc(1), Ssrc(2), std::move(lost)}; }

size_t fcis_of(const GenericNack& nack) { return (serialized(nack).size() - 12) / 4; }

/// What the bits of the wire name, read without the parser.
std::set<uint16_t> named_on_the_wire(const Buffer& wire) {
  std::set<uint16_t> named;
  for (size_t at = 12; at + 4 <= wire.size(); at += 4) {
    const unsigned pid = unsigned{wire[at]} << 8 | wire[at + 1];
    const unsigned blp = unsigned{wire[at + 2]} << 8 | wire[at + 3];
    named.insert(static_cast<uint16_t>(pid));
    for (unsigned bit = 0; bit < 16; ++bit)
      if (blp >> bit & 1) named.insert(static_cast<uint16_t>(pid + bit + 1));
  }
  return named;
}

TEST(NackPacking, AnyNumberOfFcisRoundTrips) {
  for (int fcis = 1; fcis <= 600; ++fcis) {
    GenericNack nack = nack_of({});
    for (int i = 0; i < fcis; ++i) nack.lost.push_back(SeqNo(40000) + i * 17);
    const Buffer wire = serialized(nack);
    EXPECT_EQ(wire.size(), 12 + 4 * static_cast<size_t>(fcis));
    EXPECT_EQ(GenericNack::parse(body_of(wire)), nack) << fcis;
  }
}

TEST(NackPacking, OnlyWhatWasAskedForHasABit) {
  Rng rng(11);
  for (int trial = 0; trial < 500; ++trial) {
    GenericNack nack = nack_of({});
    std::set<uint16_t> asked;
    SeqNo seq(static_cast<uint16_t>(rng.u32()));
    for (uint32_t i = 0; i < 1 + rng.u32() % 60; ++i) {
      nack.lost.push_back(seq);
      asked.insert(seq.value);
      seq = seq + static_cast<int>(1 + rng.u32() % 40);
    }
    EXPECT_EQ(named_on_the_wire(serialized(nack)), asked);
  }
}

TEST(NackPacking, ThePacketThatShowedTheGapHasNoBit) {
  const SeqNo just_received(2);
  const GenericNack gap = nack_of({SeqNo(65534), SeqNo(65535), SeqNo(0), SeqNo(1)});
  const Buffer wire = serialized(gap);
  EXPECT_EQ(wire[15], 0x07) << "BLP names three after the PID and no more";
  EXPECT_FALSE(named_on_the_wire(wire).contains(just_received.value));
}

TEST(NackPacking, ReachOfABitmaskIsSixteen) {
  EXPECT_EQ(fcis_of(nack_of({SeqNo(0), SeqNo(16)})), 1u);
  EXPECT_EQ(fcis_of(nack_of({SeqNo(0), SeqNo(17)})), 2u);
  EXPECT_EQ(fcis_of(nack_of({SeqNo(65520), SeqNo(0)})), 1u);
  EXPECT_EQ(fcis_of(nack_of({SeqNo(65519), SeqNo(0)})), 2u);
}

TEST(NackPacking, NamedByCountsWhatTheFirstFcisHold) {
  const GenericNack nack = nack_of({SeqNo(0), SeqNo(1), SeqNo(16), SeqNo(17), SeqNo(40)});
  EXPECT_EQ(nack.named_by(0), 0u);
  EXPECT_EQ(nack.named_by(1), 3u);
  EXPECT_EQ(nack.named_by(2), 4u);
  EXPECT_EQ(nack.named_by(3), 5u);
  EXPECT_EQ(nack.named_by(100), 5u);
}

}  // namespace
}  // namespace ptimed
