// SPDX-License-Identifier: AGPL-3.0-or-later
// Nothing is over the MTU, nothing is lost, and every datagram is a compound of its own.
#include "lib/rtcp/compound_builder.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "lib/base/rng.h"
#include "lib/rtcp/compound.h"
#include "lib/rtcp/split.h"
#include "tests/unit/rtcp/vectors.h"

namespace ptimed {
namespace {

using testing::ElementsAre;
using testing::SizeIs;

constexpr size_t kEthernet = 1500 - kUdpIpv4Overhead;
const Ssrc kOwn(0x11223344);
const Sdes kCname = Sdes::cname(kOwn, "abc");

std::vector<ReportBlock> blocks(uint32_t count) {
  std::vector<ReportBlock> all(count, block_vector());
  for (uint32_t i = 0; i < count; ++i) all[i].source = Ssrc(i);
  return all;
}

GenericNack outage(int packets, int stride = 1) {
  GenericNack nack{kOwn, Ssrc(2), {}};
  for (int i = 0; i < packets; ++i) nack.lost.push_back(SeqNo(65000) + i * stride);
  return nack;
}

std::vector<RtcpPacket> packets_of(const Buffer& datagram, RtcpForm form = RtcpForm::kCompound) {
  const auto parsed = parse_compound(datagram, form);
  const auto* compound = std::get_if<Compound>(&parsed);
  EXPECT_TRUE(compound && compound->malformed == 0);
  return compound ? compound->packets : std::vector<RtcpPacket>{};
}

/// All elements that packets of one kind carry in these datagrams, in their order.
template <class Packet, class Element>
std::vector<Element> gathered(const std::vector<Buffer>& datagrams,
                              std::vector<Element> Packet::*list) {
  std::vector<Element> all;
  for (const Buffer& datagram : datagrams)
    for (const RtcpPacket& packet : packets_of(datagram))
      if (const auto* one = std::get_if<Packet>(&packet))
        all.insert(all.end(), (one->*list).begin(), (one->*list).end());
  return all;
}

void expect_compounds(const std::vector<Buffer>& datagrams, size_t limit) {
  for (const Buffer& datagram : datagrams) {
    EXPECT_LE(datagram.size(), limit);
    const auto packets = packets_of(datagram);
    const auto sdes = std::ranges::find(packets, RtcpPacket(kCname));
    EXPECT_NE(sdes, packets.end()) << "no CNAME";
    EXPECT_TRUE(std::ranges::all_of(packets.begin(), sdes, [](const RtcpPacket& packet) {
      return std::holds_alternative<SenderReport>(packet) ||
             std::holds_alternative<ReceiverReport>(packet);
    })) << "reports, then the CNAME";
  }
}

TEST(BuildCompounds, WhatFitsIsOneDatagramAsGiven) {
  const std::vector<RtcpPacket> packets{ReceiverReport{kOwn, blocks(2)}, kCname, outage(3)};
  EXPECT_THAT(build_compounds(packets, kEthernet), ElementsAre(serialize(packets)));
}

TEST(BuildCompounds, AnEmptyReportIsSentToo) {
  const std::vector<RtcpPacket> packets{ReceiverReport{kOwn, {}}, kCname};
  EXPECT_THAT(build_compounds(packets, kEthernet), ElementsAre(serialize(packets)));
}

TEST(BuildCompounds, ThirtyTwoBlocksTakeAnAdditionalRrInTheSameCompound) {
  const SenderReport sr{kOwn, {}, {}, 0, 0, blocks(32)};
  const auto datagrams = build_compounds({sr, kCname}, kEthernet);
  ASSERT_THAT(datagrams, SizeIs(1));
  const auto packets = packets_of(datagrams[0]);
  ASSERT_THAT(packets, SizeIs(3));
  EXPECT_THAT(std::get<SenderReport>(packets[0]).blocks, SizeIs(31));
  EXPECT_THAT(std::get<ReceiverReport>(packets[1]).blocks, ElementsAre(blocks(32).back()));
}

TEST(BuildCompounds, AnyNumberOfBlocksArrivesOnceAndInOrder) {
  for (const uint32_t count : {0u, 1u, 30u, 31u, 32u, 58u, 59u, 60u, 61u, 62u, 63u, 100u, 500u})
    for (const size_t limit : {size_t{100}, size_t{548}, size_t{1200}, kEthernet}) {
      const SenderReport sr{kOwn, {}, {}, 7, 8, blocks(count)};
      const auto datagrams = build_compounds({sr, kCname, outage(1)}, limit);
      expect_compounds(datagrams, limit);
      auto all = gathered(datagrams, &SenderReport::blocks);
      for (const ReportBlock& block : gathered(datagrams, &ReceiverReport::blocks))
        all.push_back(block);
      EXPECT_EQ(all, blocks(count)) << count << " blocks into " << limit;
      EXPECT_EQ(gathered(datagrams, &GenericNack::lost), outage(1).lost);
    }
}

TEST(BuildCompounds, BlocksOfFurtherRrsAreJoinedToTheFirst) {
  const auto datagrams = build_compounds(
      {ReceiverReport{kOwn, blocks(20)}, ReceiverReport{kOwn, blocks(20)}, kCname}, kEthernet);
  ASSERT_THAT(datagrams, SizeIs(1));
  const auto packets = packets_of(datagrams[0]);
  EXPECT_THAT(std::get<ReceiverReport>(packets.at(0)).blocks, SizeIs(31));
  EXPECT_THAT(std::get<ReceiverReport>(packets.at(1)).blocks, SizeIs(9));
}

TEST(BuildCompounds, AnOutageIsSplitBetweenFcis) {
  for (const int stride : {1, 3, 17})
    for (const size_t limit : {size_t{44}, size_t{48}, size_t{100}, kEthernet}) {
      const GenericNack nack = outage(3000, stride);
      const auto datagrams = build_compounds({ReceiverReport{kOwn, {}}, kCname, nack}, limit);
      expect_compounds(datagrams, limit);
      EXPECT_EQ(gathered(datagrams, &GenericNack::lost), nack.lost) << stride << ", " << limit;
    }
}

TEST(BuildCompounds, ASenderReportsOnceAndGoesOnWithEmptyRrs) {
  const auto datagrams =
      build_compounds({SenderReport{kOwn, {}, {}, 7, 8, {}}, kCname, outage(3000, 17)}, kEthernet);
  ASSERT_GT(datagrams.size(), 2u);
  EXPECT_TRUE(std::holds_alternative<SenderReport>(packets_of(datagrams[0]).front()));
  for (size_t i = 1; i < datagrams.size(); ++i)
    EXPECT_EQ(packets_of(datagrams[i]).front(), RtcpPacket(ReceiverReport{kOwn, {}}));
}

TEST(BuildCompounds, CcfbIsSplitBetweenMetricsWithItsTimestamp) {
  Rng rng(3);
  Ccfb ccfb{kOwn, {}, 0xb7052000};
  for (uint32_t stream = 0; stream < 3; ++stream) {
    Ccfb::Report report{Ssrc(stream), SeqNo(65000), {}};
    for (int i = 0; i < 1500; ++i)
      report.metrics.push_back({true, 0, static_cast<uint16_t>(rng.u32() & 0x1FFF)});
    ccfb.reports.push_back(report);
  }
  for (const size_t limit : {size_t{64}, size_t{65}, size_t{548}, kEthernet}) {
    const auto datagrams = build_compounds({ReceiverReport{kOwn, {}}, kCname, ccfb}, limit);
    expect_compounds(datagrams, limit);
    std::vector<Ccfb::Report> joined;
    for (const Ccfb::Report& part : gathered(datagrams, &Ccfb::reports)) {
      if (joined.empty() || joined.back().source != part.source) {
        joined.push_back(part);
        continue;
      }
      auto& metrics = joined.back().metrics;
      EXPECT_EQ(part.begin, joined.back().begin + static_cast<int>(metrics.size()));
      metrics.insert(metrics.end(), part.metrics.begin(), part.metrics.end());
    }
    EXPECT_EQ(joined, ccfb.reports) << limit;
  }
}

TEST(BuildCompounds, XrIsSplitBetweenBlocks) {
  const Xr xr{kOwn, std::vector<XrBlock>(100, voip_vector())};
  const auto datagrams = build_compounds({ReceiverReport{kOwn, {}}, kCname, xr}, kEthernet);
  expect_compounds(datagrams, kEthernet);
  EXPECT_EQ(gathered(datagrams, &Xr::blocks), xr.blocks);
}

TEST(BuildCompounds, ByeStaysLast) {
  const auto datagrams = build_compounds(
      {ReceiverReport{kOwn, blocks(100)}, kCname, outage(3000, 17), Bye{{kOwn}, "done"}}, 548);
  expect_compounds(datagrams, 548);
  for (const Buffer& datagram : datagrams)
    EXPECT_EQ(std::holds_alternative<Bye>(packets_of(datagram).back()),
              &datagram == &datagrams.back());
}

TEST(BuildCompounds, OtherItemsTravelOnceTheCnameAlways) {
  Sdes full = kCname;
  full.chunks[0].items.push_back({6, "a tool"});
  const auto datagrams =
      build_compounds({ReceiverReport{kOwn, {}}, full, outage(3000, 17)}, kEthernet);
  ASSERT_GT(datagrams.size(), 1u);
  EXPECT_EQ(packets_of(datagrams[0]).at(1), RtcpPacket(full));
  EXPECT_EQ(packets_of(datagrams[1]).at(1), RtcpPacket(kCname));
}

TEST(BuildReducedSize, IsOnePacketADatagram) {
  const Pli pli{kOwn, Ssrc(2)};
  const auto datagrams = build_reduced_size({outage(1), pli, Xr{kOwn, {}}}, kEthernet);
  ASSERT_THAT(datagrams, SizeIs(3));
  EXPECT_THAT(packets_of(datagrams[0], RtcpForm::kReducedSize), ElementsAre(outage(1)));
  EXPECT_THAT(packets_of(datagrams[1], RtcpForm::kReducedSize), ElementsAre(pli));
}

TEST(BuildReducedSize, SplitsAnOutage) {
  const auto datagrams = build_reduced_size({outage(3000, 17)}, 100);
  EXPECT_THAT(datagrams, SizeIs((3000 + 21) / 22)) << "22 FCIs in 100 bytes";
  for (const Buffer& datagram : datagrams) EXPECT_LE(datagram.size(), 100u);
}

TEST(SplitToFit, EveryKindIsWholeWhenItFitsAndNothingInNoRoom) {
  for (const Vector& vector : packet_vectors()) {
    const auto whole = split_to_fit(vector.value, vector.wire.size());
    ASSERT_TRUE(whole) << vector.name;
    EXPECT_EQ(whole->front, vector.value) << vector.name;
    EXPECT_FALSE(whole->rest) << vector.name;
    for (const size_t none : {size_t{0}, size_t{4}, size_t{7}})
      EXPECT_FALSE(split_to_fit(vector.value, none)) << vector.name;
  }
}

TEST(SplitToFit, TheFrontNeverExceedsTheRoomAndTheRestSaysTheOther) {
  for (const Vector& vector : packet_vectors())
    for (size_t room = 0; room < vector.wire.size(); ++room) {
      const auto split = split_to_fit(vector.value, room);
      if (!split) continue;
      EXPECT_LE(wire_size(split->front), room) << vector.name;
      ASSERT_TRUE(split->rest) << vector.name;
      EXPECT_EQ(split->rest->index(), vector.value.index());
      EXPECT_LT(wire_size(*split->rest), vector.wire.size()) << vector.name;
    }
}

}  // namespace
}  // namespace ptimed
