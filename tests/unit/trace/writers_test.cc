// SPDX-License-Identifier: AGPL-3.0-or-later
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "lib/trace/call_recorder.h"
#include "lib/trace/call_summary.h"
#include "lib/trace/json_lines.h"
#include "lib/trace/summary_json.h"

namespace ptimed {
namespace {

using namespace std::chrono_literals;

const WallClock kWall(1'700'000'000s);
const Time kStart{10s};

std::string event_line(Time at, EventBody body) {
  StringSink sink;
  EventWriter(sink, kWall, kStart).write({at, std::move(body)});
  return sink.text();
}

TEST(EventWriter, WritesOneObjectPerLineWithTheEventsFields) {
  EXPECT_EQ(event_line(kStart + 1'500'250us, PtimeChanged{Ptime{20}, Ptime{30}, "command"}),
            R"({"t":1.50025,"unix_ns":1700000011500250000,"event":"ptime-changed",)"
            R"("from_ms":20,"to_ms":30,"reason":"command","text":"ptime 20 -> 30 ms: command"})"
            "\n");
  EXPECT_EQ(event_line(kStart, NackSent{{SeqNo(65'535), SeqNo(0)}, 2}),
            R"({"t":0.0,"unix_ns":1700000010000000000,"event":"nack-sent",)"
            R"("lost":[65535,0],"budget_left":2,)"
            R"("text":"NACK sent for 65535 0, 2 left in the budget"})"
            "\n");
}

TEST(EventWriter, RoundsTimeToMicroseconds) {
  const auto json = nlohmann::json::parse(event_line(kStart + 1'000'000'600ns, CallEnded{"x"}));
  EXPECT_EQ(json["t"].dump(), "1.000001");
  EXPECT_EQ(json["unix_ns"], 1'700'000'011'000'000'600);
}

TEST(EventWriter, WordsOfThePeerCannotBreakTheLine) {
  const std::string line = event_line(kStart, PeerBye{Ssrc(1), "a\"\n\xff"});
  EXPECT_EQ(line.find('\n'), line.size() - 1);
  EXPECT_EQ(nlohmann::json::parse(line)["reason"], "a\"\n\xef\xbf\xbd");
}

TEST(RtcpWriter, WritesTheDatagramInHexWithItsRendering) {
  StringSink sink;
  const Buffer datagram{0x80, 0xc9, 0x00, 0x01, 0xde, 0xad, 0xbe, 0xef};
  RtcpWriter writer(sink, kWall, kStart);
  writer.write(Direction::kSent, kStart + 5s, datagram, "RR deadbeef");
  writer.write(Direction::kReceived, kStart + 6s, {}, "");
  EXPECT_EQ(sink.text(),
            R"({"t":5.0,"unix_ns":1700000015000000000,"direction":"sent","size":8,)"
            R"("text":"RR deadbeef","packet":"80c90001deadbeef"})"
            "\n"
            R"({"t":6.0,"unix_ns":1700000016000000000,"direction":"received","size":0,)"
            R"("text":"","packet":""})"
            "\n");
}

TEST(JsonLines, ReadsBackWhatTheWritersWrote) {
  const std::string text =
      event_line(kStart, CallEnded{"a"}) + event_line(kStart + 1s, CallEnded{"b"});
  const JsonLines lines = read_json_lines(text);
  ASSERT_EQ(lines.objects.size(), 2u);
  EXPECT_EQ(lines.objects[1]["reason"], "b");
  EXPECT_EQ(lines.bad_lines, 0);
  EXPECT_FALSE(lines.torn);
}

TEST(JsonLines, LeavesOutATornLastLineWhereverItWasTorn) {
  const std::string whole = event_line(kStart, CallEnded{"a"});
  const std::string last = event_line(kStart + 1s, CallEnded{"b"});
  for (size_t cut = 1; cut < last.size(); ++cut) {
    const JsonLines lines = read_json_lines(whole + last.substr(0, cut));
    EXPECT_EQ(lines.objects.size(), 1u) << cut;
    EXPECT_TRUE(lines.torn) << cut;
    EXPECT_EQ(lines.bad_lines, 0) << cut;
  }
}

TEST(JsonLines, CountsLinesThatHoldNoObject) {
  const JsonLines lines = read_json_lines("garbage\n[1]\n{\"a\":1}\n\n{\"a\":\n");
  EXPECT_EQ(lines.objects.size(), 1u);
  EXPECT_EQ(lines.bad_lines, 4);
}

TEST(CallRecorder, GivesEachObservationToItsRecord) {
  StringSink events, rtcp, packets;
  CallRecorder recorder({events, rtcp, packets}, kWall, kStart);
  recorder.on_event({kStart, CallEnded{"done"}});
  recorder.on_rtcp(Direction::kSent, kStart, {}, "nothing");
  recorder.on_packet({Direction::kSent, kStart, Ssrc(1), ExtSeq(2), RtpTime(3), 200, Ptime{20}});
  EXPECT_EQ(events.text(), event_line(kStart, CallEnded{"done"}));
  EXPECT_EQ(read_json_lines(rtcp.text()).objects.at(0)["text"], "nothing");
  EXPECT_EQ(read_packets(packets.text()).rows.size(), 1u);
}

}  // namespace
}  // namespace ptimed
