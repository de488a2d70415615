// SPDX-License-Identifier: AGPL-3.0-or-later
#include "lib/rtp/packet.h"

#include <gtest/gtest.h>

#include <optional>
#include <set>

#include "lib/base/rng.h"

namespace ptimed {
namespace {

// Version 2, payload type 0, sequence 0x1234, timestamp 0x00000140, SSRC 0xdecafbad, payload 1 2
// 3 4.
const Buffer kPlain{0x80, 0x00, 0x12, 0x34, 0x00, 0x00, 0x01, 0x40,
                    0xde, 0xca, 0xfb, 0xad, 1,    2,    3,    4};

std::optional<RtpDrop> drop_of(Bytes datagram) {
  const auto parsed = parse_rtp(datagram);
  if (const auto* drop = std::get_if<RtpDrop>(&parsed)) return *drop;
  return std::nullopt;
}

Buffer payload_of(Bytes datagram) {
  const auto parsed = parse_rtp(datagram);
  const auto* packet = std::get_if<RtpPacketView>(&parsed);
  if (packet == nullptr) return {0xbad & 0xff};
  return Buffer(packet->payload.begin(), packet->payload.end());
}

Buffer padded(uint8_t count, size_t payload) {
  Buffer datagram(kPlain.begin(), kPlain.begin() + kRtpHeader);
  datagram[0] |= 0x20;
  datagram.resize(kRtpHeader + payload, 0x55);
  datagram.back() = count;
  return datagram;
}

TEST(ParseRtp, ReadsEveryFieldOfAPlainPacket) {
  const auto parsed = parse_rtp(kPlain);
  const auto* packet = std::get_if<RtpPacketView>(&parsed);
  ASSERT_NE(packet, nullptr);
  EXPECT_EQ(packet->ssrc, Ssrc(0xdecafbad));
  EXPECT_EQ(packet->seq, SeqNo(0x1234));
  EXPECT_EQ(packet->timestamp, RtpTime(0x140));
  EXPECT_EQ(packet->payload_type, 0);
  EXPECT_FALSE(packet->marker);
  EXPECT_EQ(packet->payload.data(), kPlain.data() + 12);
  EXPECT_EQ(packet->payload.size(), 4u);
}

TEST(ParseRtp, SeparatesMarkerAndPayloadType) {
  Buffer datagram = kPlain;
  datagram[1] = 0x80 | 18;
  const auto packet = std::get<RtpPacketView>(parse_rtp(datagram));
  EXPECT_TRUE(packet.marker);
  EXPECT_EQ(packet.payload_type, 18);
}

TEST(ParseRtp, EveryTruncationOfTheHeaderIsTooShort) {
  for (size_t cut = 0; cut < kRtpHeader; ++cut)
    EXPECT_EQ(drop_of(Bytes(kPlain).first(cut)), RtpDrop::kTooShort) << cut;
  EXPECT_EQ(drop_of(Bytes(kPlain).first(kRtpHeader)), std::nullopt);
}

TEST(ParseRtp, OnlyVersion2Passes) {
  for (const int first : {0x00, 0x40, 0xc0}) {
    Buffer datagram = kPlain;
    datagram[0] = static_cast<uint8_t>(first);
    EXPECT_EQ(drop_of(datagram), RtpDrop::kVersion);
  }
}

TEST(ParseRtp, PaddingIsTakenOff) {
  EXPECT_EQ(payload_of(padded(1, 20)), Buffer(19, 0x55));
  EXPECT_EQ(payload_of(padded(255, 300)), Buffer(45, 0x55));
  EXPECT_TRUE(payload_of(padded(20, 20)).empty());
}

TEST(ParseRtp, PaddingOfNothingOrMoreThanThePayloadIsRefused) {
  EXPECT_EQ(drop_of(padded(0, 20)), RtpDrop::kPadding);
  EXPECT_EQ(drop_of(padded(21, 20)), RtpDrop::kPadding);
  EXPECT_EQ(drop_of(padded(255, 20)), RtpDrop::kPadding);
  Buffer no_payload(kPlain.begin(), kPlain.begin() + kRtpHeader);
  no_payload[0] |= 0x20;
  EXPECT_EQ(drop_of(no_payload), RtpDrop::kPadding);
}

TEST(ParseRtp, PaddingNeverReachesIntoTheHeader) {
  Buffer datagram = padded(5, 4);
  datagram[0] |= 1;  // the four bytes are a CSRC now
  EXPECT_EQ(drop_of(datagram), RtpDrop::kPadding);
}

TEST(ParseRtp, CsrcListIsSkippedOrRefusedWhenPastTheEnd) {
  Buffer datagram = kPlain;
  datagram[0] |= 1;
  EXPECT_TRUE(payload_of(datagram).empty());
  for (uint8_t count = 2; count <= 15; ++count) {
    datagram[0] = static_cast<uint8_t>(0x80 | count);
    EXPECT_EQ(drop_of(datagram), RtpDrop::kCsrcPastEnd) << int{count};
  }
}

TEST(ParseRtp, ExtensionIsSkippedAlsoWhenItsLengthIsZero) {
  Buffer datagram(kPlain.begin(), kPlain.begin() + kRtpHeader);
  datagram[0] |= 0x10;
  const Buffer empty_extension{0xbe, 0xde, 0, 0, 7, 8};
  datagram.insert(datagram.end(), empty_extension.begin(), empty_extension.end());
  EXPECT_EQ(payload_of(datagram), (Buffer{7, 8}));
  const Buffer one_word{0xbe, 0xde, 0, 1, 9, 9, 9, 9, 5};
  datagram.resize(kRtpHeader);
  datagram.insert(datagram.end(), one_word.begin(), one_word.end());
  EXPECT_EQ(payload_of(datagram), Buffer{5});
}

TEST(ParseRtp, ExtensionPastTheEndIsRefused) {
  Buffer datagram = kPlain;
  datagram[0] |= 0x10;
  EXPECT_EQ(drop_of(datagram), RtpDrop::kExtensionPastEnd);  // length 0x0304 words
  datagram.resize(kRtpHeader + 3);
  EXPECT_EQ(drop_of(datagram), RtpDrop::kExtensionPastEnd);
}

TEST(ParseRtp, RtcpOnTheRtpPortIsTold) {
  for (int second = 0; second < 256; ++second) {
    Buffer datagram = kPlain;
    datagram[1] = static_cast<uint8_t>(second);
    const bool rtcp = second >= 192 && second <= 223;
    EXPECT_EQ(drop_of(datagram).has_value(), rtcp) << second;
    EXPECT_EQ(looks_like_rtcp(datagram), rtcp) << second;
  }
  EXPECT_FALSE(looks_like_rtcp({}));
  EXPECT_FALSE(looks_like_rtcp(Bytes(kPlain).first(1)));
}

TEST(ParseRtp, TheLargestDatagramIsViewedInPlace) {
  Buffer datagram = kPlain;
  datagram.resize(65507);
  const auto packet = std::get<RtpPacketView>(parse_rtp(datagram));
  EXPECT_EQ(packet.payload.data(), datagram.data() + kRtpHeader);
  EXPECT_EQ(packet.payload.size(), 65507u - kRtpHeader);
}

TEST(ParseRtp, WhateverComesStaysInsideTheDatagram) {
  Rng rng(1);
  for (int i = 0; i < 20'000; ++i) {
    Buffer datagram(rng.u16() % 64);
    for (uint8_t& byte : datagram) byte = static_cast<uint8_t>(rng.bits());
    if (!datagram.empty()) datagram[0] = static_cast<uint8_t>(0x80 | (datagram[0] & 0x3f));
    const auto parsed = parse_rtp(datagram);
    const auto* packet = std::get_if<RtpPacketView>(&parsed);
    if (packet == nullptr || packet->payload.empty()) continue;
    ASSERT_GE(packet->payload.data(), datagram.data() + kRtpHeader);
    ASSERT_LE(packet->payload.data() + packet->payload.size(), datagram.data() + datagram.size());
  }
}

TEST(RtpDrop, EveryCauseHasItsOwnName) {
  std::set<std::string_view> names;
  for (size_t i = 0; i < static_cast<size_t>(RtpDrop::kCount); ++i)
    names.insert(to_string(static_cast<RtpDrop>(i)));
  EXPECT_EQ(names.size(), static_cast<size_t>(RtpDrop::kCount));
}

}  // namespace
}  // namespace ptimed
