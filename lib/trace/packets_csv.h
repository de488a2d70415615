// SPDX-License-Identifier: AGPL-3.0-or-later
#pragma once
// packets.csv of one end of a call:
// direction,ssrc,seq,rtp_ts,bytes,ptime_ms,time_ns
// seq is the extended sequence number, bytes count from the IP header on, time_ns is Unix time.
#include <string_view>
#include <vector>

#include "lib/base/time.h"
#include "lib/trace/byte_sink.h"
#include "lib/trace/observer.h"

namespace ptimed {

class PacketsWriter {
 public:
  /// Writes the header line.
  PacketsWriter(ByteSink& sink, const WallClock& wall);
  void write(const PacketRecord& record);

 private:
  ByteSink& sink_;
  WallClock wall_;
};

/// One line read back.
struct PacketRow {
  Direction direction{};
  Ssrc ssrc;
  ExtSeq seq;
  RtpTime timestamp;
  int ip_bytes = 0;
  Ptime ptime{0};
  int64_t unix_ns = 0;
  bool operator==(const PacketRow&) const = default;
};

struct PacketRows {
  std::vector<PacketRow> rows;
  int bad_lines = 0;  ///< lines that are none of ours
  bool torn = false;  ///< the last line has no end: its writer was killed; it is left out
};
PacketRows read_packets(std::string_view text);

}  // namespace ptimed
