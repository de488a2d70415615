// SPDX-License-Identifier: AGPL-3.0-or-later
#include "tests/unit/call/config_test_support.h"

namespace ptimed {
namespace {

using ::testing::HasSubstr;

TEST(PrintConfig, ReadsBackToTheSameValue) {
  const std::string texts[] = {
      "{}",
      "{endpoint: west, results: '/srv/a \"b\" \\ c: #d', seed: 18446744073709551615, "
      "log: {level: trace, target: journald}, network: {bind: '::', ports: 2-65535}}",
      one_call(""),
      one_call("rtcp_mux: true\nlearn_source: true\ndirection: recvonly\ncodec: g729\n"
               "ptime: {initial: 40ms, min: 30ms, max: 80ms, optimum: 50ms}\n"
               "peer: {maxptime: 60ms}\nmtu: 65535\ndscp: 63\nrecord: false"),
      one_call("policy: {name: patent-2005, down: jump}\n"
               "rtcp: {mode: quick-2005, share: 0.33333333333333331, interval: fixed 1500ms, "
               "cname: \"null\", quick: {share: 0.1%, window: 250ms}}"),
      one_call("policy: busse-1996\nplayout: {headroom: ptime_max, min_jitter: 1ms500us, "
               "max_jitter: 5s}\nsource: {wav: \"null\", loop: false}\nssrc: 4294967295\n"
               "first_seq: 0\nfirst_timestamp: 4294967295\nstart: 1h1m1s\nduration: 1ns"),
      one_call("breaker: {action: note, unusable_loss: 100%, unusable_delay: 1ms, "
               "unusable_time: 1h}"),
      one_call("source: {silence: true}\ncodec: sized:g729\ndeparture_jitter: 3ms"),
      "calls:\n"
      "  - {id: a, local: {port: 0}, remote: {address: 'fe80::1%eth0', port: 5005, rtcp_port: 9}}\n"
      "  - {id: b, local: {address: '::1', port: 7, rtcp_port: 9}, remote: {address: '::2', port: "
      "8},"
      " source: {tone: 1004.5}}\n"};
  for (const std::string& text : texts) {
    const DaemonConfig config = config_of(text);
    const std::string printed = print_config(config);
    EXPECT_EQ(config_of(printed), config) << printed;
    EXPECT_EQ(print_config(config_of(printed)), printed);
  }
}

TEST(PrintConfig, ShowsTheValuesInForce) {
  const std::string printed = print_config(config_of(one_call("codec: pcmu")));
  EXPECT_THAT(printed, HasSubstr("local: {address: \"10.1.0.2\", port: 20000, rtcp_port: 20001}"));
  EXPECT_THAT(printed, HasSubstr("ptime: {initial: 20ms, min: 10ms"));
  EXPECT_THAT(printed, HasSubstr("share: 5%, interval: rfc3550, reduced_minimum: true"));
  EXPECT_THAT(printed, HasSubstr("headroom: recent_ptime, min_jitter: 10ms, max_jitter: 300ms"));
  EXPECT_THAT(printed, HasSubstr("dscp: EF"));
}

TEST(PrintConfig, ShowsEveryParameterOfThePolicyInForce) {
  const std::string printed =
      print_config(config_of(one_call("policy: {name: patent-2005, down: jump}")));
  EXPECT_THAT(printed, HasSubstr("policy: {name: patent-2005"));
  for (const auto& [key, value] : effective_parameters("patent-2005", {{"down", "jump"}}, "pcmu"))
    EXPECT_THAT(printed, HasSubstr(key + ": \"" + value + '"'));
}

TEST(PrintConfig, ReadsBackAThousandCalls) {
  DaemonConfig config = config_of(one_call(""));
  const CallEntry first = config.calls[0];
  for (int i = 1; i < 1000; ++i) {
    CallEntry next = first;
    next.call.id = "call-" + std::to_string(i);
    next.local.port = static_cast<uint16_t>(20000 + 2 * i);
    config.calls.push_back(next);
  }
  EXPECT_EQ(config_of(print_config(config)), config);
}

}  // namespace
}  // namespace ptimed
