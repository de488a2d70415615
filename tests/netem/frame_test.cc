// SPDX-License-Identifier: AGPL-3.0-or-later
#include "daemon/wire/frame.h"

#include <gtest/gtest.h>

namespace ptimed {
namespace {

/// Ethernet header and IP packet, padded as a network card pads short frames.
Buffer frame(uint16_t ether_type, const Buffer& ip) {
  Buffer out;
  Writer w(out);
  w.zeros(12);
  w.u16(ether_type);
  w.bytes(ip);
  if (out.size() < 60) w.zeros(60 - out.size());
  return out;
}

struct Ipv4 {
  uint32_t destination = 0x0a4d0202;  // 10.77.2.2
  uint16_t total_length = 32;
  uint16_t fragment = 0;
  uint8_t header_words = 5;
  uint8_t protocol = 17;
};
Buffer ipv4(const Ipv4& h = {}) {
  Buffer out;
  Writer w(out);
  w.u8(0x40u | h.header_words);
  w.u8(0);
  w.u16(h.total_length);
  w.u16(1);
  w.u16(h.fragment);
  w.u8(64);
  w.u8(h.protocol);
  w.u16(0);
  w.u32(0x0a4d0102);
  w.u32(h.destination);
  w.zeros(size_t{4} * (h.header_words - 5u));
  w.u16(4000);
  w.u16(5004);
  w.zeros(8);
  return frame(0x0800, out);
}

struct Ipv6 {
  uint8_t next_header = 17;
  uint16_t first_word = 0xfd77;  // of the destination
  Buffer payload;
};
Buffer ipv6(const Ipv6& h) {
  Buffer out;
  Writer w(out);
  w.u32(0x60000000);
  w.u16(static_cast<unsigned>(h.payload.size()));
  w.u8(h.next_header);
  w.u8(64);
  w.u16(0xfd77);
  w.zeros(13);
  w.u8(2);
  w.u16(h.first_word);
  w.zeros(13);
  w.u8(3);
  w.bytes(h.payload);
  return frame(0x86dd, out);
}
const Buffer kUdpPorts{0x0f, 0xa0, 0x13, 0x8c, 0, 8, 0, 0};  // 4000 to 5004

TEST(Frame, IpBytesLeaveOutEthernetHeaderAndPadding) {
  EXPECT_EQ(classify_frame(ipv4()).ip_bytes, 32);
  EXPECT_EQ(classify_frame(ipv6({.payload = kUdpPorts})).ip_bytes, 48);
}

TEST(Frame, ALengthThatCannotBeIsNotBelieved) {
  EXPECT_EQ(classify_frame(ipv4({.total_length = 1500})).ip_bytes, 46);
  EXPECT_EQ(classify_frame(ipv4({.total_length = 0})).ip_bytes, 46);
}

TEST(Frame, ArpAndOthersPassUnshaped) {
  EXPECT_FALSE(classify_frame(frame(0x0806, {0, 1})).shaped);
  EXPECT_FALSE(classify_frame(frame(0x88cc, {})).shaped);
}

TEST(Frame, WhatNoRouterForwardsPassesUnshaped) {
  EXPECT_TRUE(classify_frame(ipv4()).shaped);
  EXPECT_TRUE(classify_frame(ipv4({.destination = 0xe0000101})).shaped);   // 224.0.1.1
  EXPECT_FALSE(classify_frame(ipv4({.destination = 0xe0000016})).shaped);  // 224.0.0.22
  EXPECT_TRUE(classify_frame(ipv6({.payload = kUdpPorts})).shaped);
  EXPECT_TRUE(classify_frame(ipv6({.first_word = 0xfe80, .payload = kUdpPorts})).shaped);
  EXPECT_FALSE(classify_frame(ipv6({.first_word = 0xff02, .payload = kUdpPorts})).shaped);
}

TEST(Frame, NeighbourDiscoveryPassesUnshapedAndEchoDoesNot) {
  EXPECT_FALSE(classify_frame(ipv6({.next_header = 58, .payload = {135, 0, 0, 0}})).shaped);
  EXPECT_FALSE(classify_frame(ipv6({.next_header = 58, .payload = {136, 0, 0, 0}})).shaped);
  EXPECT_TRUE(classify_frame(ipv6({.next_header = 58, .payload = {128, 0, 0, 0}})).shaped);
}

TEST(Frame, FlowNamesBothEnds) {
  const FrameFlow four = flow_of(ipv4());
  EXPECT_EQ(four.source, "10.77.1.2");
  EXPECT_EQ(four.destination, "10.77.2.2");
  EXPECT_EQ(four.source_port, 4000);
  EXPECT_EQ(four.destination_port, 5004);
  const FrameFlow six = flow_of(ipv6({.payload = kUdpPorts}));
  EXPECT_EQ(six.source, "fd77::2");
  EXPECT_EQ(six.destination, "fd77::3");
  EXPECT_EQ(six.destination_port, 5004);
}

TEST(Frame, PortsStandBehindOptionsAndExtensionHeaders) {
  EXPECT_EQ(flow_of(ipv4({.header_words = 7})).destination_port, 5004);
  Buffer hop_by_hop{17, 0, 0, 0, 0, 0, 0, 0};
  hop_by_hop.insert(hop_by_hop.end(), kUdpPorts.begin(), kUdpPorts.end());
  EXPECT_EQ(flow_of(ipv6({.next_header = 0, .payload = hop_by_hop})).destination_port, 5004);
}

TEST(Frame, LaterFragmentsAndOtherProtocolsHaveNoPorts) {
  EXPECT_EQ(flow_of(ipv4({.fragment = 185})).destination_port, 0);
  EXPECT_EQ(flow_of(ipv4({.protocol = 1})).destination_port, 0);
  Buffer fragment{17, 0, 0x05, 0xc8, 0, 0, 0, 1};
  fragment.insert(fragment.end(), kUdpPorts.begin(), kUdpPorts.end());
  EXPECT_EQ(flow_of(ipv6({.next_header = 44, .payload = fragment})).destination_port, 0);
}

TEST(Frame, EveryTruncationIsHarmless) {
  for (const Buffer& whole :
       {ipv4({.header_words = 15}), ipv6({.next_header = 0, .payload = {0, 255}})})
    for (size_t cut = 0; cut < whole.size(); ++cut) {
      classify_frame(Bytes(whole).first(cut));
      const FrameFlow flow = flow_of(Bytes(whole).first(cut));
      if (cut < 34) {
        EXPECT_TRUE(flow.destination.empty()) << cut;
        EXPECT_FALSE(classify_frame(Bytes(whole).first(cut)).shaped) << cut;
      }
    }
}

}  // namespace
}  // namespace ptimed
