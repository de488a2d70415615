// SPDX-License-Identifier: AGPL-3.0-or-later
#pragma once
// The two ends of one stream put together, packet by packet, by SSRC and extended sequence number.
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "lib/trace/call_summary.h"
#include "lib/trace/packets_csv.h"

namespace ptimed {

/// What one endpoint kept of one call.
struct CallEnd {
  CallSummary summary;
  std::vector<PacketRow> packets;
};

struct JoinedPacket {
  Ssrc ssrc;
  ExtSeq seq;  ///< as the sender counts
  RtpTime timestamp;
  int ip_bytes = 0;
  Ptime ptime{0};
  int64_t sent_ns = 0;                 ///< Unix time by the sender's clock
  std::optional<int64_t> received_ns;  ///< by the receiver's clock; empty when lost
};

struct JoinedStream {
  std::vector<JoinedPacket> packets;  ///< in the order of sending; what could have been heard
  /// Left out: sent before the receiver began, or perhaps still under way at its end.
  uint64_t unheard = 0;
  bool one_clock = false;  ///< both ends read the same clock: one-way delays have a meaning
};

/// Packets `from` sent to `to`. The first copy of a duplicate counts. A receiver that missed the
/// first packets may count its cycles from another start; sequence number and timestamp together
/// put that right.
JoinedStream join_stream(const CallEnd& from, const CallEnd& to);

/// The lines of the joined packets.csv for one call and direction, without the header.
std::string joined_lines(const std::string& call, const JoinedStream& stream);
inline constexpr const char* kJoinedHeader = "call,seq,rtp_ts,bytes,ptime_ms,sent_ns,received_ns\n";

}  // namespace ptimed
