// SPDX-License-Identifier: AGPL-3.0-or-later
#include "lib/rtp/sender.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <string>

#include "lib/rtp/packet.h"

namespace ptimed {
namespace {

long open_files() {
  const std::filesystem::directory_iterator all("/proc/self/fd");
  return std::distance(begin(all), end(all));
}

Buffer copy(Bytes b) { return Buffer(b.begin(), b.end()); }

TEST(RtpSender, GoldenBytesOfTheFirstPackets) {
  RtpSender sender(Ssrc(0xdecafbad), 0, SeqNo(0x1234));
  const Buffer payload{1, 2, 3};
  EXPECT_EQ(
      copy(sender.frame(payload, RtpTime(0xfffffff0))),
      (Buffer{0x80, 0x00, 0x12, 0x34, 0xff, 0xff, 0xff, 0xf0, 0xde, 0xca, 0xfb, 0xad, 1, 2, 3}));
  EXPECT_EQ(
      copy(sender.frame(payload, RtpTime(0x00000090))),
      (Buffer{0x80, 0x00, 0x12, 0x35, 0x00, 0x00, 0x00, 0x90, 0xde, 0xca, 0xfb, 0xad, 1, 2, 3}));
}

TEST(RtpSender, CarriesThePayloadTypeWithTheMarkerClear) {
  for (const uint8_t pt : std::initializer_list<uint8_t>{0, 8, 18, 96, 127}) {
    RtpSender sender(Ssrc(1), pt, SeqNo(0));
    for (int i = 0; i < 3; ++i)
      EXPECT_EQ(sender.frame(Buffer{9}, RtpTime(static_cast<uint32_t>(i) * 160))[1], pt);
  }
}

TEST(RtpSender, SequenceWrapsAndTimestampsAreThoseGiven) {
  RtpSender sender(Ssrc(7), 18, SeqNo(65530));
  for (int i = 0; i < 20; ++i) {
    EXPECT_EQ(sender.next_seq(), SeqNo(65530) + i);
    const RtpTime timestamp(static_cast<uint32_t>(i) * 0x30000001u);
    const auto packet = std::get<RtpPacketView>(parse_rtp(sender.frame(Buffer(10, 1), timestamp)));
    EXPECT_EQ(packet.seq, SeqNo(65530) + i);
    EXPECT_EQ(packet.timestamp, timestamp);
    EXPECT_EQ(packet.ssrc, Ssrc(7));
  }
}

TEST(RtpSender, PayloadsOfEverySizeUpToTheMtuGoThroughWhole) {
  RtpSender sender(Ssrc(7), 0, SeqNo(0));
  for (size_t size = 0; size <= 1460; size += 20) {
    const Buffer payload(size, static_cast<uint8_t>(size));
    const Bytes packet = sender.frame(payload, RtpTime(0));
    ASSERT_EQ(packet.size(), size + kRtpHeader);
    EXPECT_EQ(copy(packet.subspan(kRtpHeader)), payload);
  }
}

TEST(RtpSender, OrtpSendsNoRtcpOfItsOwn) {
  RtpSender sender(Ssrc(7), 0, SeqNo(0));
  const Buffer payload(160, 0xff);
  for (uint32_t i = 0; i < 50'000; ++i) sender.frame(payload, RtpTime(i * 160));
  EXPECT_EQ(sender.rtcp_sent(), 0u);
}

TEST(RtpSender, OpensNoSocket) {
  { RtpSender warm_up(Ssrc(1), 0, SeqNo(0)); }
  const long before = open_files();
  RtpSender sender(Ssrc(7), 0, SeqNo(0));
  sender.frame(Buffer(160, 0), RtpTime(0));
  EXPECT_EQ(open_files(), before);
}

TEST(RtpSender, OrtpIsSilentOnTheStandardStreams) {
  testing::internal::CaptureStdout();
  testing::internal::CaptureStderr();
  {
    RtpSender sender(Ssrc(7), 99, SeqNo(0));
    for (uint32_t i = 0; i < 10; ++i) sender.frame(Buffer(160, 0), RtpTime(i * 160));
  }
  EXPECT_EQ(testing::internal::GetCapturedStdout(), "");
  EXPECT_EQ(testing::internal::GetCapturedStderr(), "");
}

TEST(RtpSender, SendersOfOneProcessDoNotTouchEachOther) {
  RtpSender a(Ssrc(1), 0, SeqNo(10)), b(Ssrc(2), 8, SeqNo(20));
  for (int i = 0; i < 5; ++i) {
    EXPECT_EQ(std::get<RtpPacketView>(parse_rtp(a.frame(Buffer{1}, RtpTime(0)))).seq,
              SeqNo(10) + i);
    EXPECT_EQ(std::get<RtpPacketView>(parse_rtp(b.frame(Buffer{1}, RtpTime(0)))).seq,
              SeqNo(20) + i);
  }
}

}  // namespace
}  // namespace ptimed
