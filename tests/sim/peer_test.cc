// SPDX-License-Identifier: AGPL-3.0-or-later
// What the two ends learn of each other: reports, round trip, restarts, BYE, limits; and what they
// refuse to learn.
#include <gmock/gmock.h>

#include <set>

#include "lib/rtcp/compound.h"
#include "tests/sim/two_calls.h"

namespace ptimed::testing {
namespace {

using ::testing::ElementsAre;
using ::testing::SizeIs;

TEST(Peer, RoundTripComesFromReportsAndIsUnknownBeforeThem) {
  TwoCalls calls(call_config(), call_config(), perfect(40ms), perfect(60ms));
  calls.start();
  calls.run(500ms);
  EXPECT_FALSE(calls.west_summary().rtt);
  calls.run(15s);
  ASSERT_TRUE(calls.west_summary().rtt);
  EXPECT_NEAR(to_ms(*calls.west_summary().rtt), 100.0, 0.1);
  EXPECT_NEAR(to_ms(*calls.east_summary().rtt), 100.0, 0.1);
}

TEST(Peer, SenderReportsPairNtpAndRtpTimeOnOneLine) {
  TwoCalls calls(call_config(), call_config());
  std::vector<SenderReport> reports;
  calls.forward.set_tamper([&](Time, Bytes datagram) {
    const auto parsed = parse_compound(datagram);
    if (const auto* compound = std::get_if<Compound>(&parsed))
      if (const auto* sr = std::get_if<SenderReport>(&compound->packets.front()))
        reports.push_back(*sr);
    return Tampering{};
  });
  calls.start();
  calls.run(10s);
  calls.set_ptime(Ptime{60});
  calls.run(20s);
  ASSERT_GE(reports.size(), 3u);
  for (const SenderReport& sr : reports) {
    const double seconds = static_cast<double>(sr.ntp.value - reports[0].ntp.value) / 4294967296.0;
    EXPECT_NEAR(sr.rtp.since(reports[0].rtp), seconds * 8000, 1.0);
  }
}

TEST(Peer, EveryCallHasACnameOfItsOwn) {
  std::set<std::string> names;
  for (uint64_t seed = 1; seed <= 20; ++seed) {
    Call call(call_config(), {.wall = {}, .seed = seed, .source = nullptr, .observer = nullptr},
              Time{});
    call.on_timer(Time{} + 20ms);
    call.stop(Time{} + 20ms, "done");
    while (const auto out = call.poll()) {
      if (out->channel != Channel::kRtcp) continue;
      const auto parsed = parse_compound(out->datagram);
      const auto& sdes = std::get<Sdes>(std::get<Compound>(parsed).packets.at(1));
      names.insert(sdes.chunks.at(0).items.at(0).text);
    }
  }
  EXPECT_THAT(names, SizeIs(20));
  EXPECT_THAT(names, ::testing::Each(SizeIs(24))) << "96 bits in hex";
}

TEST(Peer, CleanPathFromSequence65500LosesNothing) {
  CallConfig config = call_config();
  config.first_seq = SeqNo(65500);
  TwoCalls calls(config, call_config());
  calls.start();
  calls.run(5s);
  EXPECT_EQ(calls.east_summary().received.lost, 0);
  EXPECT_EQ(calls.east_summary().received.packets, 248u);
}

TEST(Peer, Packet65534AfterPacket0IsReorderedNotLost) {
  CallConfig config = call_config();
  config.first_seq = SeqNo(65500);
  TwoCalls calls(config, call_config());
  calls.forward.set_tamper([](Time, Bytes datagram) {
    const auto parsed = parse_rtp(datagram);
    const auto* packet = std::get_if<RtpPacketView>(&parsed);
    return Tampering{.extra_delay = packet && packet->seq == SeqNo(65534) ? 50ms : 0ms};
  });
  calls.start();
  calls.run(5s);
  const CallSummary summary = calls.east_summary();
  EXPECT_EQ(summary.received.lost, 0);
  EXPECT_EQ(summary.received.reordered, 1u);
  EXPECT_EQ(summary.received.clips, 0u);
}

TEST(Peer, DuplicatesAreCountedAndMayMakeLostNegative) {
  TwoCalls calls(call_config(), call_config());
  int index = 0;
  calls.forward.set_tamper([&](Time, Bytes datagram) {
    return Tampering{.copies = !looks_like_rtcp(datagram) && index++ == 20 ? 2 : 1};
  });
  calls.start();
  calls.run(2s);
  EXPECT_EQ(calls.east_summary().received.lost, -1);
  EXPECT_EQ(calls.east_summary().received.duplicates, 1u);
}

TEST(Peer, ANewSsrcIsHeardFromItsSecondPacketOn) {
  TwoCalls calls(call_config(), call_config());
  calls.start();
  calls.run(2s);
  calls.west.driver->stop("restart");
  calls.run(1s);
  const size_t before = calls.east.recorder.received.size();
  calls.seed = 99;
  calls.start_west();
  calls.run(1s);
  EXPECT_EQ(calls.east.recorder.received.size() - before, 47u) << "48 came, the first on probation";
  EXPECT_EQ(calls.east_summary().received.lost, 0);
  EXPECT_THAT(calls.east.recorder.all<SourceRestarted>(), SizeIs(1));
}

TEST(Peer, ASequenceRestartIsHeardWithinTwoPackets) {
  CallConfig config = call_config();
  config.ssrc = Ssrc(7);
  config.first_seq = SeqNo(1000);
  TwoCalls calls(config, call_config());
  calls.start();
  calls.run(2s);
  calls.west.driver->stop("restart");
  calls.run(100ms);
  const size_t before = calls.east.recorder.received.size();
  calls.west_config.first_seq = SeqNo(30000);
  calls.start_west();
  calls.run(1s);
  EXPECT_EQ(calls.east.recorder.received.size() - before, 47u);
  EXPECT_THAT(calls.east.recorder.all<SourceRestarted>(), SizeIs(1));
}

TEST(Peer, JitterIsZeroAcrossPtimeChanges) {
  TwoCalls calls(call_config(), call_config());
  calls.start();
  for (const int ms : {20, 40, 10, 60}) {
    calls.set_ptime(Ptime{ms});
    calls.run(2s);
  }
  // One packet at each change is filled longer or shorter than the one before it: that spacing is
  // the media's own.
  EXPECT_LT(to_ms(*calls.east_summary().received.jitter), 10.0);
  calls.run(30s);
  EXPECT_LT(to_ms(*calls.east_summary().received.jitter), 0.01);
}

TEST(Peer, ByeEndsTheCallOnceAndIsHeard) {
  TwoCalls calls(call_config(), call_config());
  calls.start();
  calls.run(3s);
  calls.west.driver->stop("end of test");
  calls.west.driver->stop("again");
  calls.run(1s);
  const auto byes = calls.east.recorder.all<PeerBye>();
  ASSERT_THAT(byes, SizeIs(1));
  EXPECT_EQ(byes[0].reason, "end of test");
  EXPECT_EQ(calls.west.driver->call().next_timeout(), kNever);
  EXPECT_EQ(calls.east_summary().received.lost, 0);
}

TEST(Peer, AfterHangingUpWhatIsUnderWayIsStillHeardAndNothingElse) {
  TwoCalls calls(call_config(), call_config(), perfect(200ms), perfect(200ms));
  calls.start();
  calls.run(2s);
  for (Endpoint* end : {&calls.west, &calls.east}) {
    end->driver->call().hang_up(calls.queue.now(), "done");
    end->driver->settle();
  }
  const size_t sent = calls.west.recorder.sent.size();
  calls.run(150ms);
  EXPECT_FALSE(calls.east.driver->call().stopped());
  calls.run(1s);
  EXPECT_TRUE(calls.east.driver->call().stopped());
  EXPECT_EQ(calls.west.recorder.sent.size(), sent) << "nothing is sent after BYE";
  EXPECT_EQ(calls.east.recorder.received.size(), sent);
  EXPECT_EQ(calls.east.recorder.audio.size(), sent * 160) << "no concealment behind the end";
}

TEST(Peer, AfterHangingUpASilentPeerIsNotWaitedForForLong) {
  TwoCalls calls(call_config(), call_config());
  calls.start();
  calls.run(2s);
  calls.east.driver->call().hang_up(calls.queue.now(), "done");
  calls.east.driver->settle();
  calls.run(Call::kLinger);
  EXPECT_TRUE(calls.east.driver->call().stopped());
  EXPECT_EQ(calls.east.driver->call().next_timeout(), kNever);
}

TEST(Peer, ALostByeAddsNoSilenceBehindTheEnd) {
  TwoCalls calls(call_config(), call_config());
  bool over = false;
  calls.forward.set_tamper([&](Time, Bytes) { return Tampering{.copies = over ? 0 : 1}; });
  calls.start();
  calls.run(2s);
  over = true;
  for (Endpoint* end : {&calls.west, &calls.east}) {
    end->driver->call().hang_up(calls.queue.now(), "done");
    end->driver->settle();
  }
  calls.run(2s);
  EXPECT_TRUE(calls.east.driver->call().stopped());
  EXPECT_EQ(calls.east.recorder.audio.size(), calls.west.recorder.sent.size() * 160);
}

TEST(Peer, WhoNeverSentAnythingSaysNoBye) {
  CallConfig config = call_config();
  config.direction = MediaDirection::kRecvOnly;
  Call call(config, {}, Time{});
  call.stop(Time{} + 1ms, "at once");
  EXPECT_FALSE(call.poll());
}

TEST(Peer, DirectionsAreKept) {
  CallConfig west = call_config(), east = call_config();
  west.direction = MediaDirection::kSendOnly;
  east.direction = MediaDirection::kRecvOnly;
  TwoCalls calls(west, east);
  calls.start();
  calls.run(20s);
  EXPECT_GT(calls.west_summary().sent.packets, 900u);
  EXPECT_EQ(calls.east_summary().sent.packets, 0u);
  EXPECT_GT(calls.east_summary().sent.rtcp_packets, 2u);
  EXPECT_GT(calls.east_summary().received.packets, 900u);
  EXPECT_TRUE(calls.west_summary().rtt)
      << "the sender learns the round trip from the receiver's reports";
}

TEST(Peer, PtimeNeverGoesPastAnyOfItsLimits) {
  struct Case {
    std::string limit;
    Ptime given;
    std::function<void(CallConfig&)> arrange;
  };
  const std::vector<Case> cases{
      {"ptime.max", Ptime{60}, [](CallConfig&) {}},
      {"peer.maxptime", Ptime{40}, [](CallConfig& c) { c.peer_maxptime = Ptime{40}; }},
      {"mtu", Ptime{30}, [](CallConfig& c) { c.mtu = 300; }},
  };
  for (const Case& expected : cases) {
    CallConfig config = call_config();
    expected.arrange(config);
    Recorder recorder;
    Call call(config, {.wall = {}, .seed = 1, .source = nullptr, .observer = &recorder}, Time{});
    EXPECT_EQ(call.set_ptime(Time{}, Ptime{200}), expected.given);
    const auto limited = recorder.all<PtimeLimited>();
    ASSERT_THAT(limited, SizeIs(1));
    EXPECT_EQ(limited[0].limit, expected.limit);
    EXPECT_EQ(limited[0].asked, Ptime{200});
  }
}

TEST(Peer, EveryPtimeStepIsAnEventWithOldNewAndReason) {
  TwoCalls calls(call_config(), call_config());
  calls.start();
  calls.set_ptime(Ptime{40});
  calls.run(1s);
  const auto steps = calls.west.recorder.all<PtimeChanged>();
  ASSERT_THAT(steps, SizeIs(1));
  EXPECT_EQ(steps[0].from, Ptime{20});
  EXPECT_EQ(steps[0].to, Ptime{40});
  EXPECT_EQ(steps[0].reason, "command");
  const auto seen = calls.east.recorder.all<PeerPtimeChanged>();
  ASSERT_THAT(seen, SizeIs(1));
  EXPECT_EQ(seen[0].to, Ptime{40});
}

TEST(Peer, GarbageIsCountedByCauseAndEndsNothing) {
  TwoCalls calls(call_config(), call_config());
  calls.start();
  calls.run(1s);
  Rng rng(5);
  for (int n = 0; n < 20'000; ++n) {
    Buffer junk(rng.bits() % 200);
    for (uint8_t& byte : junk) byte = static_cast<uint8_t>(rng.bits());
    if (junk.size() > 1 && rng.chance(0.5)) {
      junk[0] = static_cast<uint8_t>(0x80 | (junk[0] & 0x3f));
      junk[1] = static_cast<uint8_t>(rng.chance(0.5) ? 0 : 200 + rng.bits() % 8);
    }
    const Channel channel = rng.chance(0.5) ? Channel::kRtp : Channel::kRtcp;
    calls.east.driver->deliver(calls.queue.now(), channel, junk);
  }
  calls.east.driver->deliver(calls.queue.now(), Channel::kRtp, Buffer(65'507, 0x80));
  calls.run(3s);
  const CallSummary summary = calls.east_summary();
  EXPECT_GT(summary.received.discarded.at("rtp_too_short"), 0u);
  EXPECT_GT(summary.received.discarded.at("rtp_version"), 0u);
  EXPECT_FALSE(calls.east.driver->call().stopped());
  EXPECT_GT(summary.received.packets, 150u);
}

TEST(Peer, SameSeedSameBytes) {
  const auto run = [](uint64_t seed) {
    TwoCalls calls(call_config(), call_config(), {.delay = 30ms, .loss = 0.03}, perfect(), seed);
    Buffer wire;
    calls.forward.set_tamper([&](Time, Bytes datagram) {
      wire.insert(wire.end(), datagram.begin(), datagram.end());
      return Tampering{};
    });
    calls.start();
    calls.run(20s);
    return wire;
  };
  EXPECT_EQ(run(1), run(1));
  EXPECT_NE(run(1), run(2));
}

}  // namespace
}  // namespace ptimed::testing
