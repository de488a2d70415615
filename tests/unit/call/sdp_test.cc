// SPDX-License-Identifier: AGPL-3.0-or-later
#include "lib/call/sdp.h"

#include <gmock/gmock.h>

#include "tests/unit/call/config_test_support.h"

namespace ptimed {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

std::string sdp(const std::string& keys, const SdpOptions& options = {}) {
  const CallEntry entry = call_of(keys);
  return call_sdp(entry, find_codec(entry.call.codec)->traits(), options);
}

std::string sdp_to(const std::string& remote, const std::string& keys) {
  const CallEntry entry =
      config_of("calls: [{id: a, remote: " + remote + ", " + keys + "}]").calls.at(0);
  return call_sdp(entry, find_codec(entry.call.codec)->traits(), {});
}

TEST(Sdp, DescribesThePeersEndOfAPlainCall) {
  EXPECT_EQ(sdp("codec: pcmu", {.session_id = 3'900'000'000}),
            "v=0\r\n"
            "o=- 3900000000 3900000000 IN IP4 10.1.0.2\r\n"
            "s=a\r\n"
            "c=IN IP4 10.2.0.2\r\n"
            "t=0 0\r\n"
            "m=audio 20000 RTP/AVP 0\r\n"
            "b=AS:80\r\n"
            "b=RS:1000\r\n"
            "b=RR:3000\r\n"
            "a=rtpmap:0 PCMU/8000\r\n"
            "a=ptime:20\r\n"
            "a=maxptime:30\r\n"
            "a=sendrecv\r\n"
            "a=rtcp:20001\r\n");
}

TEST(Sdp, EverythingAtOnce) {
  EXPECT_EQ(sdp("codec: g729\nrtcp_mux: true\nrtcp: {share: 10%}\nptime: {max: 100ms}",
                {.avpf = SdpOptions::Avpf{std::chrono::milliseconds(4000)},
                 .voip_metrics = true,
                 .ptime = Ptime{40},
                 .ssrc = Ssrc(305'419'896),
                 .cname = "me",
                 .session_id = 7}),
            "v=0\r\n"
            "o=- 7 7 IN IP4 10.1.0.2\r\n"
            "s=a\r\n"
            "c=IN IP4 10.2.0.2\r\n"
            "t=0 0\r\n"
            "m=audio 20000 RTP/AVPF 18\r\n"
            "b=AS:16\r\n"
            "b=RS:400\r\n"
            "b=RR:1200\r\n"
            "a=rtpmap:18 G729/8000\r\n"
            "a=fmtp:18 annexb=no\r\n"
            "a=ptime:40\r\n"
            "a=maxptime:100\r\n"
            "a=sendrecv\r\n"
            "a=rtcp:20000\r\n"
            "a=rtcp-mux\r\n"
            "a=rtcp-fb:* nack\r\n"
            "a=rtcp-fb:* trr-int 4000\r\n"
            "a=rtcp-xr:voip-metrics\r\n"
            "a=ssrc:305419896 cname:me\r\n");
}

TEST(Sdp, SizedCodecsGoByTheNameOfWhatTheyStandFor) {
  EXPECT_THAT(sdp("codec: sized:g729"),
              HasSubstr("a=rtpmap:18 G729/8000\r\na=fmtp:18 annexb=no\r\n"));
  EXPECT_THAT(sdp("codec: pcma"), HasSubstr("RTP/AVP 8\r\n"));
  EXPECT_THAT(sdp("codec: pcma"), Not(HasSubstr("a=fmtp")));
}

TEST(Sdp, TheDirectionIsThePeers) {
  EXPECT_THAT(sdp("direction: sendonly"), HasSubstr("\r\na=recvonly\r\n"));
  EXPECT_THAT(sdp("direction: recvonly"), HasSubstr("\r\na=sendonly\r\n"));
}

TEST(Sdp, AnRtcpPortOfItsOwnIsNamed) {
  EXPECT_THAT(sdp_to("{address: 10.0.0.2, port: 5005, rtcp_port: 9}", "codec: pcmu"),
              HasSubstr("m=audio 5005 RTP/AVP 0\r\n"));
  EXPECT_THAT(sdp_to("{address: 10.0.0.2, port: 5005, rtcp_port: 9}", "codec: pcmu"),
              HasSubstr("a=rtcp:9\r\n"));
}

TEST(Sdp, Ipv6IsNamedWithoutItsZone) {
  const std::string text = sdp_to("{address: 'fe80::2%eth0', port: 20000}",
                                  "local: {address: 'fe80::1%eth0', port: 20000}");
  EXPECT_THAT(text, HasSubstr("IN IP6 fe80::1\r\n"));
  EXPECT_THAT(text, HasSubstr("c=IN IP6 fe80::2\r\n"));
  EXPECT_THAT(text, HasSubstr("b=AS:88\r\n")) << "with the larger headers";
}

TEST(Sdp, MaxptimeIsTheLongestPacketThatCanComeInWholeFrames) {
  EXPECT_THAT(sdp("ptime: {max: 100ms}\npeer: {maxptime: 40ms}"), HasSubstr("a=maxptime:40\r\n"));
  EXPECT_THAT(sdp("ptime: {max: 100ms}\nmtu: 300"), HasSubstr("a=maxptime:30\r\n"))
      << "260 bytes of payload, 80 a frame";
}

}  // namespace
}  // namespace ptimed
