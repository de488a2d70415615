// SPDX-License-Identifier: AGPL-3.0-or-later
#include "lib/lab/join.h"

#include <gtest/gtest.h>

#include "tests/unit/lab/recorded.h"

namespace ptimed {
namespace {

/// "1" for a packet that came, "." for a lost one.
std::string fate(const JoinedStream& stream) {
  std::string text;
  for (const JoinedPacket& packet : stream.packets) text += came(packet) ? '1' : '.';
  return text;
}

TEST(Join, PutsBothEndsOfAPacketIntoOneRow) {
  const CallEnd west = end_of("west", {sent(7, 1000, 20), sent(8, 1160, 40), sent(9, 1320, 60)});
  const CallEnd east = end_of("east", {received(7, 1000, 51), received(9, 1320, 95)});
  const JoinedStream stream = join_stream(west, east);
  EXPECT_EQ(fate(stream), "1.1");
  EXPECT_EQ(stream.unheard, 0u);
  EXPECT_TRUE(stream.one_clock);
  const JoinedPacket& last = stream.packets[2];
  EXPECT_EQ(last.seq, ExtSeq(9));
  EXPECT_EQ(last.timestamp, RtpTime(1320));
  EXPECT_EQ(last.ip_bytes, 200);
  EXPECT_EQ(last.sent_ns, kBegin + 60 * kMs);
  EXPECT_EQ(last.received_ns, kBegin + 95 * kMs);
}

TEST(Join, KeepsTheDirectionsOfACallApart) {
  const CallEnd west = end_of("west", {sent(1, 0, 20), received(1, 0, 55, 20, 2)});
  const CallEnd east = end_of("east", {sent(1, 0, 25, 20, 2), received(1, 0, 50)});
  EXPECT_EQ(join_stream(west, east).packets.at(0).received_ns, kBegin + 50 * kMs);
  EXPECT_EQ(join_stream(east, west).packets.at(0).received_ns, kBegin + 55 * kMs);
}

TEST(Join, AReceiverThatMissedTheWrapCountsOneCycleLess) {
  const CallEnd west = end_of("west", {sent(65'534, 0, 20), sent(65'535, 160, 40),
                                       sent(65'536, 320, 60), sent(65'537, 480, 80)});
  const CallEnd east = end_of("east", {received(0, 320, 90), received(1, 480, 110)});
  const JoinedStream stream = join_stream(west, east);
  EXPECT_EQ(fate(stream), "..11");
  EXPECT_EQ(stream.packets[3].seq, ExtSeq(65'537)) << "the sender's count stands";
}

TEST(Join, ASequenceNumberOneCycleLaterIsAnotherPacket) {
  const CallEnd west = end_of("west", {sent(5, 160, 20), sent(65'541, 10'485'920, 1'000)});
  const CallEnd east = end_of("east", {received(5, 10'485'920, 1'030)});
  EXPECT_EQ(fate(join_stream(west, east)), ".1");
}

TEST(Join, TheFirstCopyOfADuplicateCounts) {
  const CallEnd west = end_of("west", {sent(1, 0, 20)});
  const CallEnd east = end_of("east", {received(1, 0, 50), received(1, 0, 70)});
  const JoinedStream stream = join_stream(west, east);
  ASSERT_EQ(stream.packets.size(), 1u);
  EXPECT_EQ(stream.packets[0].received_ns, kBegin + 50 * kMs);
}

TEST(Join, TimestampsMayWrap) {
  const CallEnd west = end_of("west", {sent(1, 4'294'967'200, 20), sent(2, 64, 40)});
  const CallEnd east = end_of("east", {received(2, 64, 70), received(1, 4'294'967'200, 71)});
  EXPECT_EQ(fate(join_stream(west, east)), "11");
}

TEST(Join, AnotherSourceWithTheSameNumbersIsNotTheSamePacket) {
  const CallEnd west = end_of("west", {sent(1, 0, 20, 20, 1), sent(2, 160, 40, 20, 1)});
  const CallEnd east = end_of("east", {received(1, 0, 50, 20, 9), received(2, 160, 70, 20, 1)});
  EXPECT_EQ(fate(join_stream(west, east)), ".1");
}

TEST(Join, FirstPacketsLostWhileTheReceiverListenedAreLost) {
  const CallEnd west = end_of("west", {sent(1, 0, 20), sent(2, 160, 40), sent(3, 320, 60)});
  const CallEnd east = end_of("east", {received(3, 320, 90)});
  EXPECT_EQ(fate(join_stream(west, east)), "..1");
}

TEST(Join, PacketsBeforeTheReceiverBeganAreUnheardNotLost) {
  const CallEnd west = end_of("west", {sent(1, 0, 20), sent(2, 160, 40), sent(3, 320, 60)});
  CallEnd east = end_of("east", {received(3, 320, 90)});
  east.summary.started_unix_ns = kBegin + 30 * kMs;
  const JoinedStream stream = join_stream(west, east);
  EXPECT_EQ(fate(stream), ".1") << "the second was sent to a listening receiver";
  EXPECT_EQ(stream.unheard, 1u);
}

TEST(Join, PacketsOfTheLastSecondMayBeUnderWay) {
  const CallEnd west = end_of("west", {sent(1, 0, 58'000), sent(2, 160, 58'900),
                                       sent(3, 320, 59'100), sent(4, 480, 60'500)});
  const CallEnd east = end_of("east", {received(1, 0, 58'030)});
  const JoinedStream stream = join_stream(west, east);
  EXPECT_EQ(fate(stream), "1.");
  EXPECT_EQ(stream.unheard, 2u);
}

TEST(Join, ALossBeforeTheLastPacketHeardIsALossHoweverLate) {
  const CallEnd west = end_of("west", {sent(1, 0, 59'900), sent(2, 160, 59'920)});
  const CallEnd east = end_of("east", {received(2, 160, 59'950)});
  EXPECT_EQ(fate(join_stream(west, east)), ".1");
}

TEST(Join, WithoutACommonClockOnlyLossBetweenHeardPacketsIsCertain) {
  CallEnd west = end_of("west", {sent(1, 0, 20), sent(2, 160, 40), sent(3, 320, 60),
                                 sent(4, 480, 80), sent(5, 640, 100)});
  const CallEnd east = end_of("east", {received(2, 160, 70), received(4, 480, 110)});
  for (const char* clock : {"other", ""}) {
    west.summary.clock_id = clock;
    const JoinedStream stream = join_stream(west, east);
    EXPECT_FALSE(stream.one_clock);
    EXPECT_EQ(fate(stream), "1.1");
    EXPECT_EQ(stream.unheard, 2u);
  }
}

TEST(Join, TwoEndsWithoutAClockIdShareNone) {
  CallEnd west = end_of("west", {sent(1, 0, 20)}), east = end_of("east", {received(1, 0, 50)});
  west.summary.clock_id = east.summary.clock_id = "";
  EXPECT_FALSE(join_stream(west, east).one_clock);
}

TEST(Join, AStreamOfWhichNothingCameIsAllLost) {
  CallEnd west = end_of("west", {sent(1, 0, 20), sent(2, 160, 40)});
  EXPECT_EQ(fate(join_stream(west, end_of("east"))), "..");
  west.summary.clock_id = "other";
  EXPECT_EQ(fate(join_stream(west, end_of("east"))), "..");
}

TEST(Join, WritesTheJoinedTable) {
  const CallEnd west = end_of("west", {sent(7, 1000, 20), sent(8, 1160, 50, 30)});
  const CallEnd east = end_of("east", {received(7, 1000, 51)});
  EXPECT_STREQ(kJoinedHeader, "call,seq,rtp_ts,bytes,ptime_ms,sent_ns,received_ns\n");
  EXPECT_EQ(joined_lines("call-1", join_stream(west, east)),
            "call-1,7,1000,200,20,1700000000020000000,1700000000051000000\n"
            "call-1,8,1160,280,30,1700000000050000000,\n");
  EXPECT_EQ(joined_lines("a,b", join_stream(west, east)).substr(0, 6), "\"a,b\",");
}

}  // namespace
}  // namespace ptimed
