// SPDX-License-Identifier: AGPL-3.0-or-later
#pragma once
// One packet of each kind: the bytes, checked by hand against the RFCs' figures, and the value they
// stand for.
#include <string>
#include <vector>

#include "lib/rtcp/packet.h"
#include "tests/unit/rtcp/hex_bytes.h"

namespace ptimed {

struct Vector {
  std::string name;
  Buffer wire;
  RtcpPacket value;
};

inline ReportBlock block_vector() {
  return {.source = Ssrc(0x55667788),
          .fraction_lost = 64,
          .cumulative_lost = -2,
          .extended_highest_seq = 65541,
          .jitter = 16,
          .lsr = 0xb7052000,
          .dlsr = 0x00054000};
}

inline const char* const kBlockHex = "55667788 40fffffe 00010005 00000010 b7052000 00054000";

inline std::vector<Vector> packet_vectors() {
  const std::string block = kBlockHex;
  const Ssrc own(0x11223344);
  const Buffer app_body = from_hex("11223344 70746d64 00000007");
  return {
      {"SrWithBlock",
       from_hex("81c8000c 11223344 e3d1a2b7 80000000 00001f40 00000032 00001f40" + block),
       SenderReport{own, NtpTime{0xe3d1a2b780000000}, RtpTime(8000), 50, 8000, {block_vector()}}},
      {"SrWithoutBlock", from_hex("80c80006 11223344 e3d1a2b7 80000000 00001f40 00000032 00001f40"),
       SenderReport{own, NtpTime{0xe3d1a2b780000000}, RtpTime(8000), 50, 8000, {}}},
      {"RrWithBlock", from_hex("81c90007 11223344" + block), ReceiverReport{own, {block_vector()}}},
      {"RrEmpty", from_hex("80c90001 11223344"), ReceiverReport{own, {}}},
      {"SdesCnameEndsInThreeNulls", from_hex("81ca0003 11223344 01036162 63000000"),
       Sdes::cname(own, "abc")},
      {"SdesCnameFillsWordSoAWordOfNulls", from_hex("81ca0003 11223344 01026162 00000000"),
       Sdes::cname(own, "ab")},
      {"SdesCnameEndsInOneNull", from_hex("81ca0003 11223344 01056162 63646500"),
       Sdes::cname(own, "abcde")},
      {"SdesTwoChunks", from_hex("82ca0005 11223344 01016106 01620000 55667788 00000000"),
       Sdes{{{own, {{1, "a"}, {6, "b"}}}, {Ssrc(0x55667788), {}}}}},
      {"ByeWithoutReason", from_hex("81cb0001 11223344"), Bye{{own}, ""}},
      {"ByeReasonFillsWord", from_hex("81cb0002 11223344 03627965"), Bye{{own}, "bye"}},
      {"ByeReasonPadded",
       from_hex("82cb0007 11223344 55667788 12 63616d657261 20 6d616c66756e6374696f6e 00"),
       Bye{{own, Ssrc(0x55667788)}, "camera malfunction"}},
      {"NackOneFci", from_hex("81cd0003 00000001 0330bdee 0b8f0003"),
       GenericNack{Ssrc(1), Ssrc(0x0330bdee), {SeqNo(2959), SeqNo(2960), SeqNo(2961)}}},
      {"NackAcrossWrap", from_hex("81cd0004 00000001 00000002 fffe8006 00640000"),
       GenericNack{Ssrc(1), Ssrc(2), {SeqNo(65534), SeqNo(0), SeqNo(1), SeqNo(14), SeqNo(100)}}},
      {"AppKept", from_hex("83cc0003 11223344 70746d64 00000007"), UnknownRtcp{204, 3, app_body}},
      {"OtherFeedbackKept", from_hex("8fcd0002 11223344 55667788"),
       UnknownRtcp{205, 15, from_hex("11223344 55667788")}},
  };
}

}  // namespace ptimed
