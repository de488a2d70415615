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

/// The example of RFC 3611 section 4.7.2, with figures of every other field.
inline VoipMetrics voip_vector() {
  return {.source = Ssrc(0x55667788),
          .loss_rate = 12,
          .discard_rate = 12,
          .burst_density = 84,
          .gap_density = 10,
          .burst_duration = 120,
          .gap_duration = 520,
          .round_trip_delay = 60,
          .end_system_delay = 80,
          .signal_level = -15,
          .noise_level = -74,
          .rerl = 45,
          .gmin = 16,
          .r_factor = 93,
          .mos_lq = 44,
          .mos_cq = 43,
          .plc = VoipMetrics::Concealment::kStandard,
          .jba = VoipMetrics::JitterBuffer::kAdaptive,
          .jb_rate = 5,
          .jb_nominal = 40,
          .jb_maximum = 60,
          .jb_abs_max = 200};
}

inline std::vector<Vector> packet_vectors() {
  const std::string block = kBlockHex;
  const Ssrc own(0x11223344);
  const Ssrc peer(0x55667788);
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
      {"AppWithData", from_hex("83cc0003 11223344 70746d64 00000007"),
       App{3, own, {'p', 't', 'm', 'd'}, from_hex("00000007")}},
      {"AppWithoutData", from_hex("9fcc0002 11223344 70746d64"),
       App{31, own, {'p', 't', 'm', 'd'}, {}}},
      {"CcfbTwoStreams",
       from_hex("8bcd000b 11223344"
                "55667788 fffe 0003 8200 0000 fffe 0000"  // ATO 512; not received; CE, over range
                "99aabbcc 0007 0002 a001 9fff"            // ECT(1), ATO 1; no arrival time
                "01020304 0000 0000"                      // nothing reported
                "b7052000"),
       Ccfb{own,
            {{peer, SeqNo(65534), {{true, 0, 512}, {}, {true, 3, Ccfb::kOverRange}}},
             {Ssrc(0x99aabbcc), SeqNo(7), {{true, 1, 1}, {true, 0, Ccfb::kUnavailable}}},
             {Ssrc(0x01020304), SeqNo(0), {}}},
            0xb7052000}},
      {"CcfbWithoutStreams", from_hex("8bcd0002 11223344 b7052000"), Ccfb{own, {}, 0xb7052000}},
      {"TmmbrKept", from_hex("83cd0004 11223344 00000000 55667788 1a8640a0"),
       UnknownRtcp{205, 3, from_hex("11223344 00000000 55667788 1a8640a0")}},
      {"TmmbrOfTwelveBytesKept", from_hex("83cd0002 11223344 00000000"),
       UnknownRtcp{205, 3, from_hex("11223344 00000000")}},
      {"OtherRtpfbKept", from_hex("8fcd0002 11223344 55667788"),
       UnknownRtcp{205, 15, from_hex("11223344 55667788")}},
      {"Pli", from_hex("81ce0002 11223344 55667788"), Pli{own, peer}},
      {"RpsiOfNoBitsKept", from_hex("83ce0003 11223344 55667788 10600000"),
       UnknownRtcp{206, 3, from_hex("11223344 55667788 10600000")}},
      {"Afb", from_hex("8fce0005 11223344 00000000 52454d42 01040000 55667788"),
       Afb{own, Ssrc(0), from_hex("52454d42 01040000 55667788")}},
      {"AfbEmpty", from_hex("8fce0002 11223344 55667788"), Afb{own, peer, {}}},
      {"XrWithoutBlocks", from_hex("80cf0001 11223344"), Xr{own, {}}},
      {"XrRrtr", from_hex("80cf0004 11223344 04000002 e3d1a2b7 80000000"),
       Xr{own, {Rrtr{NtpTime{0xe3d1a2b780000000}}}}},
      {"XrDlrrOfTwo",
       from_hex("80cf0008 11223344 05000006 55667788 b7052000 00054000 99aabbcc 00000000 00000000"),
       Xr{own, {Dlrr{{{peer, 0xb7052000, 0x00054000}, {Ssrc(0x99aabbcc), 0, 0}}}}}},
      {"XrStatisticsSummary",
       from_hex("80cf000b 11223344 06e80009 55667788 03e807d0 00000005 00000002"
                "00000001 00000010 00000004 00000003 3c403e01"),
       Xr{own,
          {StatisticsSummary{.source = peer,
                             .begin = SeqNo(1000),
                             .end = SeqNo(2000),
                             .lost = 5,
                             .duplicates = 2,
                             .jitter = StatisticsSummary::Jitter{1, 16, 4, 3},
                             .hops = StatisticsSummary::HopCount{StatisticsSummary::Hops::kIpv4Ttl,
                                                                 60, 64, 62, 1}}}}},
      {"XrStatisticsSummaryOfNothing",
       from_hex("80cf000b 11223344 06000009 55667788 03e807d0 00000000 00000000"
                "00000000 00000000 00000000 00000000 00000000"),
       Xr{own, {StatisticsSummary{.source = peer, .begin = SeqNo(1000), .end = SeqNo(2000)}}}},
      {"XrVoipMetrics",
       from_hex("80cf000a 11223344 07000008 55667788 0c0c540a 00780208 003c0050"
                "f1b62d10 5d7f2c2b f5000028 003c00c8"),
       Xr{own, {voip_vector()}}},
      {"XrVoipMetricsUnknown",
       from_hex("80cf000a 11223344 07000008 55667788 00000000 00000000 00000000"
                "7f7f7f10 7f7f7f7f 00000000 00000000"),
       Xr{own, {VoipMetrics{.source = peer}}}},
      {"XrUnknownBlocksKeepTheirPlace",
       from_hex("80cf0007 11223344 0d550001 cafebabe ff000000 04000002 e3d1a2b7 80000000"),
       Xr{own,
          {UnknownXrBlock{13, 0x55, from_hex("cafebabe")}, UnknownXrBlock{255, 0, {}},
           Rrtr{NtpTime{0xe3d1a2b780000000}}}}},
      {"LaterKindKept", from_hex("82d10002 11223344 55667788"),
       UnknownRtcp{209, 2, from_hex("11223344 55667788")}},
  };
}

}  // namespace ptimed
