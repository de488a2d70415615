// SPDX-License-Identifier: AGPL-3.0-or-later
// The exact message for each class of error.
#include "tests/unit/call/config_test_support.h"

namespace ptimed {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

TEST(ConfigErrors, UnknownKeys) {
  EXPECT_THAT(problems("endpont: x"),
              ElementsAre("f.yaml:1:1: endpont: unknown key (did you mean `endpoint`?)"));
  EXPECT_THAT(problems("zzzzzz: x"),
              ElementsAre("f.yaml:1:1: zzzzzz: unknown key, expected endpoint, control, results, "
                          "seed, log, network, defaults or calls"));
  EXPECT_THAT(problems(one_call("ptme: {initial: 20ms}\nptime: {inital: 20ms}")),
              ElementsAre("f.yaml:5:5: calls[0].ptme: unknown key (did you mean `ptime`?)",
                          "f.yaml:6:13: calls[0].ptime.inital: unknown key (did you mean "
                          "`initial`?)"));
}

TEST(ConfigErrors, WrongTypes) {
  EXPECT_THAT(problems("calls: {id: a}"),
              ElementsAre("f.yaml:1:8: calls: is a mapping, expected a list"));
  EXPECT_THAT(problems("calls: [a]"),
              ElementsAre("f.yaml:1:9: calls[0]: is a single value, expected a mapping"));
  EXPECT_THAT(problems("endpoint: [a]"),
              ElementsAre("f.yaml:1:11: endpoint: is a list, expected text"));
  EXPECT_THAT(problems(one_call("mtu: big\nrecord: yes\nptime: 20ms")),
              ElementsAre("f.yaml:5:10: calls[0].mtu: big is not a whole number, "
                          "expected 128..65535",
                          "f.yaml:6:13: calls[0].record: yes is neither true nor false, "
                          "expected true or false",
                          "f.yaml:7:12: calls[0].ptime: is a single value, expected a mapping"));
}

TEST(ConfigErrors, ValuesOutOfRange) {
  EXPECT_THAT(problems(one_call("mtu: 100\nrtcp: {share: 60%}\nptime: {max: 210ms}\n"
                                "source: {tone: 4000}\nfirst_seq: 65536\ndscp: 64")),
              ElementsAre("f.yaml:5:10: calls[0].mtu: 100 is out of range, expected 128..65535",
                          "f.yaml:6:19: calls[0].rtcp.share: 60% is out of range, "
                          "expected 0%..50%",
                          "f.yaml:7:18: calls[0].ptime.max: 210ms is out of range, "
                          "expected 10ms..200ms",
                          "f.yaml:8:20: calls[0].source.tone: 4000 is out of range, "
                          "expected 50..3800",
                          "f.yaml:9:16: calls[0].first_seq: 65536 is out of range, "
                          "expected 0..65535",
                          "f.yaml:10:11: calls[0].dscp: 64 is no code point, expected EF, VA, LE, "
                          "BE, default, CS0..CS7, AF11..AF43 or 0..63"));
}

TEST(ConfigErrors, PtimeThatIsNoMultipleOfTenMilliseconds) {
  EXPECT_THAT(problems(one_call("ptime: {initial: 25ms}")),
              ElementsAre("f.yaml:5:22: calls[0].ptime.initial: 25ms is not a multiple of 10 ms, "
                          "expected 10ms, 20ms, 30ms, ..."));
  EXPECT_THAT(problems(one_call("peer: {maxptime: 45ms}\nplayout: {ptime_max: 60500us}")),
              ElementsAre("f.yaml:5:22: calls[0].peer.maxptime: 45ms is not a multiple of 10 ms, "
                          "expected 10ms, 20ms, 30ms, ...",
                          "f.yaml:6:26: calls[0].playout.ptime_max: 60ms500us is not a multiple "
                          "of 10 ms, expected 10ms, 20ms, 30ms, ..."));
}

TEST(ConfigErrors, DurationWithoutUnit) {
  EXPECT_THAT(problems(one_call("duration: 60\nptime: {initial: 20}")),
              ElementsAre("f.yaml:5:15: calls[0].duration: 60 has no unit, expected a duration "
                          "such as 20ms or 1m30s",
                          "f.yaml:6:22: calls[0].ptime.initial: 20 has no unit, expected a "
                          "duration such as 20ms or 1m30s"));
}

TEST(ConfigErrors, PtimesOutsideTheirLimits) {
  EXPECT_THAT(problems(one_call("ptime: {initial: 80ms, min: 30ms, max: 60ms, optimum: 20ms}\n"
                                "peer: {maxptime: 20ms}")),
              ElementsAre("f.yaml:5:22: calls[0].ptime.initial: 80ms is above ptime.max (60ms)",
                          "f.yaml:5:59: calls[0].ptime.optimum: 20ms is below ptime.min (30ms)",
                          "f.yaml:6:22: calls[0].peer.maxptime: 20ms is below ptime.min (30ms)"));
  EXPECT_THAT(problems(one_call("ptime: {min: 40ms, max: 30ms}")),
              ElementsAre("f.yaml:5:18: calls[0].ptime.min: 40ms is above ptime.max (30ms)"));
}

TEST(ConfigErrors, MissingKeys) {
  EXPECT_THAT(problems("calls:\n  - local: {port: 20000}"),
              ElementsAre("f.yaml:2:5: calls[0].id: is missing, expected 64 letters, digits, . _ "
                          "or - at most, the first a letter or digit",
                          "f.yaml:2:5: calls[0].remote: is missing, "
                          "expected {address: ADDRESS, port: PORT}"));
  EXPECT_THAT(problems("calls:\n  - {id: a, remote: {}}"),
              ElementsAre("f.yaml:2:21: calls[0].remote.address: is missing, expected a numeric "
                          "IPv4 or IPv6 address",
                          "f.yaml:2:21: calls[0].remote.port: is missing, expected 1..65535"));
}

TEST(ConfigErrors, EmptyValues) {
  EXPECT_THAT(problems(one_call("codec:\nduration:")),
              ElementsAre("f.yaml:5:5: calls[0].codec: has no value, expected pcmu, pcma, g729, "
                          "sized:pcmu or sized:g729",
                          "f.yaml:6:5: calls[0].duration: has no value, expected a duration such "
                          "as 20ms"));
}

TEST(ConfigErrors, DuplicateCallIdNamesTheFirst) {
  EXPECT_THAT(problems("calls:\n"
                       "  - {id: a, remote: {address: 10.0.0.2, port: 20000}}\n"
                       "  - {id: b, remote: {address: 10.0.0.2, port: 20002}}\n"
                       "  - {id: a, remote: {address: 10.0.0.2, port: 20004}}\n"),
              ElementsAre("f.yaml:4:10: calls[2].id: a is already the id of the call in line 2, "
                          "expected another id"));
}

TEST(ConfigErrors, DuplicateKey) {
  EXPECT_THAT(problems(one_call("mtu: 1400\nmtu: 1500")),
              ElementsAre("f.yaml:6:5: calls[0].mtu: duplicate key, first in line 5"));
}

TEST(ConfigErrors, BadNames) {
  EXPECT_THAT(problems("endpoint: ../x"),
              ElementsAre("f.yaml:1:11: endpoint: ../x is not a name, expected 64 letters, "
                          "digits, . _ or - at most, the first a letter or digit"));
  const std::string remote = ", remote: {address: 10.0.0.2, port: 20000}}]";
  for (const std::string id : {"a b", ".a", "-a", "a/b", "\"\"", "\xc3\xa4"})
    EXPECT_EQ(problems("calls: [{id: " + id + remote).size(), 1u) << id;
  EXPECT_EQ(problems("calls: [{id: " + std::string(65, 'a') + remote).size(), 1u);
  EXPECT_THAT(problems("calls: [{id: " + std::string(64, 'a') + remote), IsEmpty());
}

/// Two calls with these local addresses (and further keys).
std::string two_calls(const std::string& first, const std::string& second) {
  return "calls:\n  - id: a\n    remote: {address: 10.2.0.2, port: 20000}\n    " + first +
         "\n  - id: b\n    remote: {address: 10.2.0.2, port: 20000}\n    " + second + "\n";
}

TEST(ConfigErrors, LocalPortTakenByAnotherCall) {
  EXPECT_THAT(problems(two_calls("local: {address: 10.1.0.2, port: 20000}",
                                 "local: {address: 10.1.0.2, port: 20000}")),
              ElementsAre("f.yaml:7:38: calls[1].local.port: RTP port 20000 is already the RTP "
                          "port of a (line 2), expected another port"));
  EXPECT_THAT(problems(two_calls("local: {address: 10.1.0.2, port: 20000}",
                                 "local: {port: 20001, rtcp_port: 20005}")),
              ElementsAre("f.yaml:7:19: calls[1].local.port: RTP port 20001 is already the RTCP "
                          "port of a (line 2), expected another port"));
  EXPECT_THAT(problems(two_calls("local: {port: 20000, rtcp_port: 20007}", "local: {port: 20006}")),
              ElementsAre("f.yaml:7:19: calls[1].local.port: RTCP port 20007 is already the RTCP "
                          "port of a (line 2), expected another port"));
  EXPECT_THAT(problems(two_calls("local: {port: 20000}", "local: {port: 20004, rtcp_port: 20000}")),
              ElementsAre("f.yaml:7:37: calls[1].local.rtcp_port: RTCP port 20000 is already the "
                          "RTP port of a (line 2), expected another port"));
}

TEST(ConfigErrors, EqualPortsOfDifferentAddressesAreFine) {
  EXPECT_THAT(problems(two_calls("local: {address: 10.1.0.2, port: 20000}",
                                 "local: {address: 10.1.0.3, port: 20000}")),
              IsEmpty());
  EXPECT_THAT(problems(two_calls("local: {port: 0}", "local: {port: 0}")), IsEmpty());
}

TEST(ConfigErrors, OddRtpPortNeedsAPlaceForRtcp) {
  EXPECT_THAT(problems("calls: [{id: a, remote: {address: 10.0.0.2, port: 5005}}]"),
              ElementsAre("f.yaml:1:51: calls[0].remote.port: 5005 is odd, expected an even port, "
                          "an rtcp_port beside it, or rtcp_mux: true"));
  EXPECT_THAT(problems("calls: [{id: a, remote: {address: 10.0.0.2, port: 5005, rtcp_port: 9}}]"),
              IsEmpty());
  EXPECT_THAT(problems("calls: [{id: a, rtcp_mux: true, remote: {address: 10.0.0.2, port: 5}}]"),
              IsEmpty());
}

TEST(ConfigErrors, RtcpPortsThatContradict) {
  const std::string head = "calls: [{id: a, remote: {address: 10.0.0.2, port: 6000, ";
  EXPECT_THAT(problems(head + "rtcp_port: 6001}, rtcp_mux: true}]"),
              ElementsAre("f.yaml:1:68: calls[0].remote.rtcp_port: 6001 differs from port 6000 "
                          "although rtcp_mux is on, expected no rtcp_port"));
  EXPECT_THAT(problems(head + "rtcp_port: 6000}}]"),
              ElementsAre("f.yaml:1:68: calls[0].remote.rtcp_port: 6000 is the RTP port, "
                          "expected another port, or rtcp_mux: true"));
  EXPECT_THAT(problems(head + "}, local: {rtcp_port: 7001}}]"),
              ElementsAre("f.yaml:1:79: calls[0].local.rtcp_port: 7001 stands without a port, "
                          "expected a port too"));
}

TEST(ConfigErrors, Addresses) {
  const auto remote = [](const std::string& address) {
    return problems("calls: [{id: a, remote: {address: \"" + address + "\", port: 20000}}]");
  };
  const std::string at = "f.yaml:1:35: calls[0].remote.address: ";
  EXPECT_THAT(remote("west.example"),
              ElementsAre(at + "west.example is not a numeric address, expected an address such "
                               "as 192.0.2.1, 2001:db8::1 or fe80::1%eth0"));
  EXPECT_THAT(remote("239.0.0.1"),
              ElementsAre(at + "239.0.0.1 is no address of one host, expected a unicast address"));
  EXPECT_THAT(remote("::ffff:10.0.0.1"),
              ElementsAre(at + "::ffff:10.0.0.1 is an IPv4 address in IPv6 form, expected the "
                               "IPv4 address"));
  EXPECT_THAT(remote("fe80::1"),
              ElementsAre(at + "fe80::1 is link-local and names no interface, expected an "
                               "interface after %, as in fe80::1%eth0"));
  EXPECT_THAT(remote("0.0.0.0"),
              ElementsAre(at + "0.0.0.0 is no host's address, expected the peer's address"));
  EXPECT_THAT(remote("fe80::1%eth0"), IsEmpty());
}

TEST(ConfigErrors, AddressesOfTwoFamilies) {
  EXPECT_THAT(problems("calls: [{id: a, local: {address: \"::1\"},"
                       " remote: {address: 127.0.0.1, port: 20000}}]"),
              ElementsAre("f.yaml:1:60: calls[0].remote.address: 127.0.0.1 is of another family "
                          "than the local ::1, expected an IPv6 address"));
}

TEST(ConfigErrors, ACallIsNotItsOwnPeer) {
  EXPECT_THAT(problems("calls: [{id: a, local: {address: 127.0.0.1, port: 20000},"
                       " remote: {address: 127.0.0.1, port: 20000}}]"),
              ElementsAre("f.yaml:1:94: calls[0].remote.port: the call would be its own peer, "
                          "expected another port"));
}

TEST(ConfigErrors, UnknownNames) {
  EXPECT_THAT(problems(one_call("codec: PCMU\npolicy: patent2005\ndirection: sendrcv\n"
                                "dscp: EFF\nrtcp: {mode: avpf}")),
              ElementsAre("f.yaml:5:12: calls[0].codec: PCMU is unknown (did you mean `pcmu`?), "
                          "expected pcmu, pcma, g729, sized:pcmu or sized:g729",
                          "f.yaml:6:13: calls[0].policy: patent2005 is unknown (did you mean "
                          "`patent-2005`?), expected none, busse-1996 or patent-2005",
                          "f.yaml:7:16: calls[0].direction: sendrcv is unknown (did you mean "
                          "`sendrecv`?), expected sendrecv, sendonly or recvonly",
                          "f.yaml:8:11: calls[0].dscp: EFF is no code point (did you mean `EF`?), "
                          "expected EF, VA, LE, BE, default, CS0..CS7, AF11..AF43 or 0..63",
                          "f.yaml:9:18: calls[0].rtcp.mode: avpf is unknown (did you mean "
                          "`avp`?), expected avp or quick-2005"));
}

TEST(ConfigErrors, PolicyParametersStandAtTheirPlaces) {
  const auto parsed =
      parse_config(one_call("policy: {name: patent-2005, dwn: jump, down: sideways}"), "f.yaml");
  const auto& found = std::get<Diagnostics>(parsed);
  ASSERT_EQ(found.size(), 2u);
  EXPECT_EQ(found[0].key, "calls[0].policy.dwn");
  EXPECT_EQ(found[0].column, 33);  // the key's
  EXPECT_EQ(found[1].key, "calls[0].policy.down");
  EXPECT_EQ(found[1].column, 50);  // the value's
  EXPECT_THAT(problems(one_call("policy: {down: jump}")),
              ElementsAre("f.yaml:5:13: calls[0].policy.name: is missing, expected none, "
                          "busse-1996 or patent-2005"));
}

TEST(ConfigErrors, Sources) {
  EXPECT_THAT(problems(one_call("source: tone")),
              ElementsAre("f.yaml:5:13: calls[0].source: is a single value, expected a mapping"));
  EXPECT_THAT(problems(one_call("source: {tone: 440, wav: x.wav}")),
              ElementsAre("f.yaml:5:30: calls[0].source.wav: a second source, expected one of "
                          "tone, wav or silence"));
  EXPECT_THAT(problems(one_call("source: {tone: 440, loop: true}")),
              ElementsAre("f.yaml:5:31: calls[0].source.loop: is for a wav source only"));
  EXPECT_THAT(problems(one_call("source: {loop: true}")),
              ElementsAre("f.yaml:5:13: calls[0].source: names no source, expected one of tone, "
                          "wav or silence"));
  EXPECT_THAT(problems(one_call("source: {silence: false}")),
              ElementsAre("f.yaml:5:23: calls[0].source.silence: false names no source, expected "
                          "true, tone or wav"));
}

TEST(ConfigErrors, RtcpIntervals) {
  EXPECT_THAT(problems(one_call("rtcp: {interval: 5s}")),
              ElementsAre("f.yaml:5:22: calls[0].rtcp.interval: 5s is not an interval, expected "
                          "rfc3550 or fixed 5s"));
  EXPECT_THAT(problems(one_call("rtcp: {interval: fixed 1ms}")),
              ElementsAre("f.yaml:5:22: calls[0].rtcp.interval: fixed 1ms is out of range, "
                          "expected fixed 100ms..fixed 1h"));
}

TEST(ConfigErrors, PlayoutBoundsInOrder) {
  EXPECT_THAT(problems(one_call("playout: {min_jitter: 200ms, max_jitter: 100ms}")),
              ElementsAre("f.yaml:5:27: calls[0].playout.min_jitter: 200ms is above "
                          "playout.max_jitter (100ms)"));
}

TEST(ConfigErrors, SmallestPacketMustFitThePath) {
  EXPECT_THAT(problems(one_call("mtu: 199\nptime: {min: 20ms}")),
              ElementsAre("f.yaml:5:10: calls[0].mtu: 199 is too small for a packet of ptime.min "
                          "(20ms), expected 200 or more"));
  EXPECT_THAT(problems(one_call("mtu: 200\nptime: {min: 20ms}")), IsEmpty());
  EXPECT_THAT(problems("calls: [{id: a, mtu: 139, remote: {address: '2001:db8::1', port: 6}}]"),
              ElementsAre("f.yaml:1:22: calls[0].mtu: 139 is too small for a packet of ptime.min "
                          "(10ms), expected 140 or more"));
}

TEST(ConfigErrors, DaemonKeys) {
  EXPECT_THAT(problems("log: {level: inf}\nnetwork: {bind: any, ports: 20001-29999}\nseed: -1\n"),
              ElementsAre("f.yaml:1:14: log.level: inf is unknown (did you mean `info`?), "
                          "expected trace, debug, info, warn or error",
                          "f.yaml:2:17: network.bind: any is no address of this host, expected a "
                          "numeric unicast address, or 0.0.0.0 or :: for any",
                          "f.yaml:2:29: network.ports: 20001-29999 does not begin with an even "
                          "port, expected RTP on even ports and RTCP on the next (RFC 3550 "
                          "section 11)",
                          "f.yaml:3:7: seed: -1 is out of range, "
                          "expected 0..18446744073709551615"));
  EXPECT_THAT(problems("network: {ports: 20000}"),
              ElementsAre("f.yaml:1:18: network.ports: 20000 is not a range of ports, expected a "
                          "range such as 20000-29999"));
  EXPECT_THAT(problems("network: {ports: 20000-20000}"),
              ElementsAre("f.yaml:1:18: network.ports: 20000-20000 holds no pair of ports, "
                          "expected a range such as 20000-29999"));
  EXPECT_THAT(problems("control: " + std::string(108, 'x')),
              ElementsAre("f.yaml:1:10: control: 108 bytes of path, expected 1..107"));
}

TEST(ConfigErrors, YamlSyntax) {
  EXPECT_THAT(problems("calls: ]"), ElementsAre("f.yaml:1:8: YAML syntax: illegal flow end"));
  EXPECT_THAT(problems(""), ElementsAre("f.yaml: the file is empty"));
  EXPECT_THAT(problems("- a"), ElementsAre("f.yaml:1:1: is a list, expected a mapping"));
}

TEST(ConfigErrors, DefaultsHoldNoIdNoStartNoPorts) {
  EXPECT_THAT(problems("defaults:\n  id: a\n  start: 1s\n  remote: {port: 5}\n").size(), 3u);
}

TEST(ConfigErrors, ProblemOfADefaultIsReportedOnceHoweverManyCallsTakeIt) {
  EXPECT_THAT(problems("defaults: {ptime: {initial: 80ms, max: 60ms}}\n"
                       "calls:\n"
                       "  - {id: a, remote: {address: 10.0.0.2, port: 20000}}\n"
                       "  - {id: b, remote: {address: 10.0.0.2, port: 20002}}\n"),
              ElementsAre("f.yaml:1:29: defaults.ptime.initial: 80ms is above ptime.max (60ms)"));
}

}  // namespace
}  // namespace ptimed
