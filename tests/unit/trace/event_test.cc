// SPDX-License-Identifier: AGPL-3.0-or-later
#include "lib/trace/event.h"

#include <gtest/gtest.h>

#include <set>
#include <string>

namespace ptimed {
namespace {

using std::chrono::milliseconds;

const std::vector<EventBody> kOneOfEach{
    CallStarted{Ssrc(0xab), "pcmu", "none", "avp", Ptime{20}},
    CallEnded{"command"},
    PtimeChanged{Ptime{20}, Ptime{30}, "loss 3.1 % above 2 %"},
    PtimeLimited{Ptime{70}, Ptime{60}, "ptime.max"},
    PolicyChanged{"none", "patent-2005"},
    SourceValid{Ssrc(0xcd)},
    SourceRestarted{Ssrc(0xcd), "sequence"},
    PeerBye{Ssrc(0xcd), "done"},
    PeerPtimeChanged{Ptime{20}, Ptime{40}},
    Clip{ExtSeq(65'537), 3, milliseconds{60}},
    NackSent{{SeqNo(7), SeqNo(9)}, 4},
    NackDenied{SeqNo(7), 1},
    NackReceived{{SeqNo(7)}},
    PlayoutChanged{RtpTime(800), 1, 0, milliseconds{40}},
    MediaSkipped{RtpTime(800), milliseconds{50}, "underrun"},
    BreakerTripped{
        "usability", "stop", milliseconds{15'000}, 25.0, milliseconds{60}, {}, {}, "loss 25.0 %"},
};

TEST(Event, EveryKindHasItsOwnName) {
  ASSERT_EQ(kOneOfEach.size(), std::variant_size_v<EventBody>);
  std::set<std::string_view> kinds;
  for (const EventBody& body : kOneOfEach) kinds.insert(kind_of(body));
  EXPECT_EQ(kinds.size(), kOneOfEach.size());
  EXPECT_EQ(kind_of(PtimeChanged{}), "ptime-changed");
}

TEST(Event, ReadsAsOneLine) {
  const std::vector<std::string> expected{
      "started: pcmu, ptime 20 ms, policy none, rtcp avp, ssrc 000000ab",
      "ended: command",
      "ptime 20 -> 30 ms: loss 3.1 % above 2 %",
      "ptime 70 ms asked, 60 ms given: ptime.max",
      "policy none -> patent-2005",
      "hearing source 000000cd",
      "source 000000cd started anew: sequence",
      "BYE from 000000cd: done",
      "peer's ptime 20 -> 40 ms",
      "clip of 3 packets, 60 ms, from 65537",
      "NACK sent for 7 9, 4 left in the budget",
      "NACK for 1 packet from 7 denied: budget used up",
      "NACK received for 7",
      "playout: 1 frame inserted, 0 dropped, target 40 ms",
      "50 ms of media passed without a packet: underrun",
      "circuit breaker usability: loss 25.0 %; stop",
  };
  for (size_t n = 0; n < kOneOfEach.size(); ++n) EXPECT_EQ(to_string(kOneOfEach[n]), expected[n]);
}

TEST(Event, AByeReasonCannotReachTheTerminalAsAControlSequence) {
  EXPECT_EQ(to_string(PeerBye{Ssrc(1), "a\x1b[2J\nb\x7f"}), "BYE from 00000001: a?[2J?b?");
  EXPECT_EQ(to_string(PeerBye{Ssrc(1), ""}), "BYE from 00000001");
}

}  // namespace
}  // namespace ptimed
