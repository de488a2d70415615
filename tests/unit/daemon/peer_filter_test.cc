// SPDX-License-Identifier: AGPL-3.0-or-later
#include "daemon/peer_filter.h"

#include <gtest/gtest.h>

namespace ptimed {
namespace {

SocketAddress at(const char* host, uint16_t port) { return *SocketAddress::parse(host, port); }

const SocketAddress kRtp = at("192.0.2.1", 5004);
const SocketAddress kRtcp = at("192.0.2.1", 5005);
const SocketAddress kMoved = at("192.0.2.1", 6000);

Buffer rtp(uint16_t seq, uint32_t ssrc = 1) {
  Buffer bytes;
  Writer writer(bytes);
  writer.u8(0x80);
  writer.u8(0);
  writer.u16(seq);
  writer.u32(160u * seq);
  writer.u32(ssrc);
  writer.zeros(160);
  return bytes;
}

TEST(PeerFilter, HearsOnlyTheConfiguredPeer) {
  PeerFilter filter(kRtp, kRtcp, false);
  EXPECT_TRUE(filter.admits(Channel::kRtp, kRtp, rtp(1)));
  EXPECT_TRUE(filter.admits(Channel::kRtcp, kRtcp, rtp(1)));
  EXPECT_FALSE(filter.admits(Channel::kRtp, at("192.0.2.2", 5004), rtp(2)));
  EXPECT_FALSE(filter.admits(Channel::kRtp, kMoved, rtp(2)));
  EXPECT_FALSE(filter.admits(Channel::kRtp, kMoved, rtp(3)));
  EXPECT_EQ(filter.off_path(), 3u);
  EXPECT_EQ(filter.peer(Channel::kRtp), kRtp) << "media must not be led elsewhere";
}

TEST(PeerFilter, LearnsAChangedPortFromTwoPacketsInSequence) {
  PeerFilter filter(kRtp, kRtcp, true);
  EXPECT_FALSE(filter.admits(Channel::kRtp, kMoved, rtp(65535)));
  EXPECT_TRUE(filter.admits(Channel::kRtp, kMoved, rtp(0)));
  EXPECT_EQ(filter.peer(Channel::kRtp), kMoved);
  EXPECT_EQ(filter.peer(Channel::kRtcp), kRtcp);
  EXPECT_EQ(filter.times_learned(), 1u);
}

TEST(PeerFilter, LearnsFromNothingElse) {
  PeerFilter filter(kRtp, kRtcp, true);
  const Buffer garbage(20, 0xff);
  for (int n = 0; n < 2; ++n) {
    EXPECT_FALSE(filter.admits(Channel::kRtp, kMoved, garbage));
    EXPECT_FALSE(filter.admits(Channel::kRtcp, kMoved, rtp(static_cast<uint16_t>(n))));
    EXPECT_FALSE(
        filter.admits(Channel::kRtp, at("192.0.2.2", 5004), rtp(static_cast<uint16_t>(n))));
  }
  EXPECT_FALSE(filter.admits(Channel::kRtp, kMoved, rtp(10)));
  EXPECT_FALSE(filter.admits(Channel::kRtp, kMoved, rtp(12))) << "not in sequence";
  EXPECT_FALSE(filter.admits(Channel::kRtp, kMoved, rtp(13, 2))) << "another source";
  EXPECT_FALSE(filter.admits(Channel::kRtp, at("192.0.2.1", 6002), rtp(14, 2))) << "another port";
  EXPECT_EQ(filter.peer(Channel::kRtp), kRtp);
}

TEST(PeerFilter, MovesRtcpAlongWhenMultiplexed) {
  PeerFilter filter(kRtp, kRtp, true);
  filter.admits(Channel::kRtp, kMoved, rtp(1));
  filter.admits(Channel::kRtp, kMoved, rtp(2));
  EXPECT_EQ(filter.peer(Channel::kRtcp), kMoved);
}

}  // namespace
}  // namespace ptimed
