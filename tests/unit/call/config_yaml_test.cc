// SPDX-License-Identifier: AGPL-3.0-or-later
// What a right file means.
#include "lib/call/config_yaml.h"

#include "codecs/codec.h"
#include "tests/unit/call/config_test_support.h"

namespace ptimed {
namespace {

using std::chrono::milliseconds;
using std::chrono::seconds;
using ::testing::ElementsAre;

TEST(ParseConfig, EmptyMappingIsTheDefaults) { EXPECT_EQ(config_of("{}"), DaemonConfig{}); }

TEST(ParseConfig, ReadsTheDaemonsKeys) {
  const DaemonConfig config = config_of(
      "endpoint: west\ncontrol: /tmp/p.sock\nresults: /srv/r\nseed: 7\n"
      "log: {level: debug, target: stderr}\nnetwork: {bind: 10.1.0.2, ports: 30000-30999}\n"
      "calls:\n");
  EXPECT_EQ(config.endpoint, "west");
  EXPECT_EQ(config.control, "/tmp/p.sock");
  EXPECT_EQ(config.results, "/srv/r");
  EXPECT_EQ(config.seed, 7u);
  EXPECT_EQ(config.log_level, "debug");
  EXPECT_EQ(config.log_target, "stderr");
  EXPECT_EQ(config.bind, "10.1.0.2");
  EXPECT_EQ(config.port_low, 30000);
  EXPECT_EQ(config.port_high, 30999);
  EXPECT_TRUE(config.calls.empty());
}

TEST(ParseConfig, ReadsEveryKeyOfACall) {
  const CallEntry entry = call_of(
      "rtcp_mux: true\nlearn_source: true\ndirection: sendonly\ncodec: pcma\n"
      "ptime: {initial: 30ms, min: 20ms, max: 80ms, optimum: 40ms}\npeer: {maxptime: 60ms}\n"
      "mtu: 1400\ndscp: CS5\npolicy: {name: patent-2005, down: jump}\n"
      "rtcp: {mode: quick-2005, share: 10%, interval: fixed 4s, reduced_minimum: false, "
      "cname: me, quick: {share: 0.01, window: 3s, packet_bytes: 100}}\n"
      "breaker: {action: cut, unusable_loss: 40%, unusable_delay: 600ms, unusable_time: 20s}\n"
      "playout: {headroom: ptime_max, min_jitter: 20ms, max_jitter: 1s, ptime_max: 100ms}\n"
      "source: {wav: speech.wav, loop: false}\nrecord: false\nssrc: 0x1234\nfirst_seq: 65500\n"
      "first_timestamp: 0\ndeparture_jitter: 3ms\nstart: 1500ms\nduration: 1m\n");
  EXPECT_TRUE(entry.rtcp_mux);
  EXPECT_TRUE(entry.learn_source);
  EXPECT_EQ(entry.dscp, "CS5");
  EXPECT_EQ(entry.source.kind, SourceConfig::Kind::kWav);
  EXPECT_EQ(entry.source.wav, "speech.wav");
  EXPECT_FALSE(entry.source.loop);
  EXPECT_FALSE(entry.record);
  EXPECT_EQ(entry.start, milliseconds(1500));
  EXPECT_EQ(entry.duration, seconds(60));
  EXPECT_EQ(entry.line, 2);
  EXPECT_EQ(entry.column, 5);

  const CallConfig& call = entry.call;
  EXPECT_EQ(call.id, "a");
  EXPECT_EQ(call.direction, MediaDirection::kSendOnly);
  EXPECT_EQ(call.codec, "pcma");
  EXPECT_EQ(call.ptime_initial, Ptime{30});
  EXPECT_EQ(call.ptime.min, Ptime{20});
  EXPECT_EQ(call.ptime.max, Ptime{80});
  EXPECT_EQ(call.ptime.optimum, Ptime{40});
  EXPECT_EQ(call.peer_maxptime, Ptime{60});
  EXPECT_EQ(call.mtu, 1400);
  EXPECT_FALSE(call.ipv6);
  EXPECT_EQ(call.policy, "patent-2005");
  EXPECT_EQ(call.policy_parameters, (PolicyParameters{{"down", "jump"}}));
  EXPECT_EQ(call.rtcp.mode, RtcpMode::kQuick2005);
  EXPECT_DOUBLE_EQ(call.rtcp.share, 0.1);
  EXPECT_EQ(call.rtcp.fixed_interval, seconds(4));
  EXPECT_FALSE(call.rtcp.reduced_minimum);
  EXPECT_EQ(call.rtcp.cname, "me");
  EXPECT_DOUBLE_EQ(call.rtcp.quick.share, 0.01);
  EXPECT_EQ(call.rtcp.quick.window, seconds(3));
  EXPECT_EQ(call.rtcp.quick.packet_bytes, 100);
  EXPECT_EQ(call.breaker.action, BreakerAction::kCut);
  EXPECT_EQ(call.breaker.usability, (UsabilityLimits{0.4, milliseconds(600), seconds(20)}));
  EXPECT_EQ(call.playout.headroom, Headroom::kPtimeMax);
  EXPECT_EQ(call.playout.min_jitter, milliseconds(20));
  EXPECT_EQ(call.playout.max_jitter, seconds(1));
  EXPECT_EQ(call.playout.ptime_max, Ptime{100});
  EXPECT_EQ(call.ssrc, Ssrc(0x1234));
  EXPECT_EQ(call.first_seq, SeqNo(65500));
  EXPECT_EQ(call.first_timestamp, RtpTime(0));
  EXPECT_EQ(call.departure_jitter, milliseconds(3));
}

TEST(ParseConfig, PtimesFollowTheCodec) {
  for (const std::string codec : {"pcmu", "g729", "sized:g729"}) {
    const CodecTraits& traits = find_codec(codec)->traits();
    const CallConfig call = call_of("codec: " + codec).call;
    EXPECT_EQ(call.ptime_initial, traits.default_ptime) << codec;
    EXPECT_EQ(call.ptime.optimum, traits.default_ptime) << codec;
    EXPECT_EQ(call.ptime.max, traits.max_ptime) << codec;
    EXPECT_EQ(call.ptime.min, Ptime{10}) << codec;
  }
}

TEST(ParseConfig, PtimesNotGivenStayWithinThoseGiven) {
  const CallConfig above = call_of("ptime: {min: 40ms, max: 80ms}").call;
  EXPECT_EQ(above.ptime_initial, Ptime{40});
  EXPECT_EQ(above.ptime.optimum, Ptime{40});
  const CallConfig below = call_of("ptime: {max: 10ms}").call;
  EXPECT_EQ(below.ptime_initial, Ptime{10});
  EXPECT_EQ(below.ptime.optimum, Ptime{10});
}

TEST(ParseConfig, PlayoutTakesTheLongerOfSixtyMillisecondsAndPtimeMax) {
  EXPECT_EQ(call_of("ptime: {max: 40ms}").call.playout.ptime_max, Ptime{60});
  EXPECT_EQ(call_of("ptime: {max: 100ms}").call.playout.ptime_max, Ptime{100});
  EXPECT_EQ(call_of("ptime: {max: 100ms}\nplayout: {ptime_max: 30ms}").call.playout.ptime_max,
            Ptime{30});
}

TEST(ParseConfig, LocalAddressIsBindOrAnyOfThePeersFamily) {
  const std::string v4 = "calls: [{id: a, remote: {address: 10.0.0.2, port: 20000}}]\n";
  const std::string v6 = "calls: [{id: a, remote: {address: '2001:db8::2', port: 20000}}]\n";
  const auto host = [](const std::string& text) { return config_of(text).calls.at(0).local.host; };
  EXPECT_EQ(host(v4), "0.0.0.0");
  EXPECT_EQ(host(v6), "::");
  EXPECT_EQ(host("network: {bind: '::'}\n" + v4), "0.0.0.0");
  EXPECT_EQ(host("network: {bind: 10.0.0.1}\n" + v4), "10.0.0.1");
  EXPECT_EQ(problems("network: {bind: 10.0.0.1}\n" + v6).size(), 1u);
  EXPECT_TRUE(config_of(v6).calls.at(0).call.ipv6);
}

TEST(ParseConfig, DefaultsApplyUntilACallSaysOtherwise) {
  const DaemonConfig config = config_of(
      "defaults:\n  codec: g729\n  remote: {address: 10.0.0.2}\n  ptime: {max: 60ms, min: 20ms}\n"
      "  policy: {name: patent-2005, down: jump}\n  source: {wav: x.wav}\n"
      "calls:\n"
      "  - {id: a, remote: {port: 20000}}\n"
      "  - {id: b, remote: {port: 20002}, codec: pcmu, ptime: {max: 40ms}, policy: none,\n"
      "     source: {silence: true}}\n");
  const CallEntry& a = config.calls.at(0);
  const CallEntry& b = config.calls.at(1);
  EXPECT_EQ(a.remote.host, "10.0.0.2");
  EXPECT_EQ(a.remote.port, 20000);
  EXPECT_EQ(a.call.codec, "g729");
  EXPECT_EQ(a.call.ptime.max, Ptime{60});
  EXPECT_EQ(a.call.policy_parameters, (PolicyParameters{{"down", "jump"}}));
  EXPECT_EQ(a.source.kind, SourceConfig::Kind::kWav);
  EXPECT_EQ(b.call.codec, "pcmu");
  EXPECT_EQ(b.call.ptime.max, Ptime{40});
  EXPECT_EQ(b.call.ptime.min, Ptime{20});
  EXPECT_EQ(b.call.policy, "none");
  EXPECT_TRUE(b.call.policy_parameters.empty());
  EXPECT_EQ(b.source.kind, SourceConfig::Kind::kSilence);
}

TEST(ParseCalls, TakesOneCallAsAMapping) {
  const auto parsed = parse_calls("id: x\nremote: {address: 10.0.0.2, port: 5004}\n", "c.yaml", {});
  const auto& calls = std::get<std::vector<CallEntry>>(parsed);
  ASSERT_EQ(calls.size(), 1u);
  EXPECT_EQ(calls[0].call.id, "x");
  EXPECT_EQ(calls[0].local.host, "0.0.0.0");
  const auto bad =
      parse_calls("id: x\nremote: {address: 10.0.0.2, port: 5004}\nmtu: 1\n", "c.yaml", {});
  EXPECT_THAT(lines(std::get<Diagnostics>(bad)),
              ElementsAre("c.yaml:3:6: mtu: 1 is out of range, expected 128..65535"));
}

TEST(ParseCalls, TakesAListWithItsOwnDefaults) {
  const auto parsed = parse_calls(
      "defaults: {remote: {address: 10.0.0.2}}\n"
      "calls:\n  - {id: x, remote: {port: 5004}}\n  - {id: y, remote: {port: 5006}}\n",
      "c.yaml", {});
  EXPECT_EQ(std::get<std::vector<CallEntry>>(parsed).size(), 2u);
}

TEST(ParseCalls, NewCallsMustNotCollideWithRunningOnes) {
  const DaemonConfig running = config_of(one_call(""));
  const auto parsed = parse_calls(
      "id: a\nlocal: {port: 20000}\nremote: {address: 10.0.0.2, port: 5004}\n", "c.yaml", running);
  EXPECT_THAT(lines(std::get<Diagnostics>(parsed)),
              ElementsAre("c.yaml:1:5: id: a is already the id of a running call, "
                          "expected another id",
                          "c.yaml:2:15: local.port: RTP port 20000 is already the RTP port of the "
                          "running call a, expected another port"));
}

TEST(ParseCalls, RefusesTheDaemonsKeys) {
  const auto parsed = parse_calls("calls: []\nendpoint: x\n", "c.yaml", {});
  EXPECT_THAT(lines(std::get<Diagnostics>(parsed)),
              ElementsAre("c.yaml:2:1: endpoint: unknown key, expected defaults or calls"));
}

TEST(CallEntry, EqualityIgnoresPlaceAndSeesEveryKey) {
  const CallEntry plain = call_of("");
  CallEntry moved = plain;
  moved.line = 99;
  moved.column = 9;
  EXPECT_EQ(moved, plain);
  for (const char* keys : {"rtcp_mux: true",
                           "learn_source: true",
                           "direction: sendonly",
                           "codec: pcma",
                           "ptime: {initial: 30ms}",
                           "ptime: {min: 20ms}",
                           "ptime: {max: 100ms}",
                           "ptime: {optimum: 30ms}",
                           "peer: {maxptime: 60ms}",
                           "mtu: 1400",
                           "dscp: CS5",
                           "policy: patent-2005",
                           "rtcp: {mode: quick-2005}",
                           "rtcp: {share: 4%}",
                           "rtcp: {interval: fixed 5s}",
                           "rtcp: {reduced_minimum: false}",
                           "rtcp: {cname: x}",
                           "rtcp: {quick: {share: 1%}}",
                           "rtcp: {quick: {window: 1s}}",
                           "rtcp: {quick: {packet_bytes: 90}}",
                           "breaker: {action: note}",
                           "breaker: {unusable_loss: 30%}",
                           "breaker: {unusable_delay: 1s}",
                           "breaker: {unusable_time: 5s}",
                           "playout: {headroom: ptime_max}",
                           "playout: {min_jitter: 0s}",
                           "playout: {max_jitter: 1s}",
                           "playout: {ptime_max: 70ms}",
                           "source: {tone: 441}",
                           "source: {silence: true}",
                           "source: {wav: x}",
                           "record: false",
                           "ssrc: 1",
                           "first_seq: 1",
                           "first_timestamp: 1",
                           "departure_jitter: 1ms",
                           "start: 1s",
                           "duration: 1s"})
    EXPECT_FALSE(call_of(keys) == plain) << keys;
}

TEST(CallEntry, EqualityIsOfTheValuesInForce) {
  const CallEntry short_form = call_of("policy: patent-2005");
  CallEntry long_form = short_form;
  long_form.call.policy_parameters = effective_parameters("patent-2005", {}, "pcmu");
  ASSERT_FALSE(long_form.call.policy_parameters.empty());
  long_form.remote.rtcp_port = 20001;
  EXPECT_EQ(long_form, short_form);
}

TEST(ParseDscp, KnowsTheNamesAndNumbers) {
  const std::pair<const char*, int> known[] = {
      {"EF", 46},  {"VA", 44},  {"LE", 1},    {"BE", 0},    {"default", 0}, {"CS0", 0},
      {"CS5", 40}, {"CS7", 56}, {"AF11", 10}, {"AF43", 38}, {"0", 0},       {"63", 63}};
  for (const auto& [text, value] : known) EXPECT_EQ(parse_dscp(text), value) << text;
  for (const char* text : {"", "64", "-1", "ef", "AF44", "AF01", "CS8", "46 ", "0x2e"})
    EXPECT_FALSE(parse_dscp(text)) << text;
}

}  // namespace
}  // namespace ptimed
