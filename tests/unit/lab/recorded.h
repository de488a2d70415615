// SPDX-License-Identifier: AGPL-3.0-or-later
#pragma once
// Hand-made records of the two ends of a call.
#include <algorithm>
#include <string>
#include <vector>

#include "lib/lab/scenario.h"

namespace ptimed {

inline constexpr int64_t kMs = 1'000'000;
/// When everything below begins, Unix time; a multiple of 2 s.
inline constexpr int64_t kBegin = 1'700'000'000'000'000'000;

/// Times are ms since kBegin.
inline PacketRow sent(int64_t seq, uint32_t timestamp, int64_t at_ms, int ptime_ms = 20,
                      uint32_t ssrc = 1) {
  return {Direction::kSent,  Ssrc(ssrc),      ExtSeq(seq),         RtpTime(timestamp),
          40 + 8 * ptime_ms, Ptime{ptime_ms}, kBegin + at_ms * kMs};
}
inline PacketRow received(int64_t seq, uint32_t timestamp, int64_t at_ms, int ptime_ms = 20,
                          uint32_t ssrc = 1) {
  PacketRow row = sent(seq, timestamp, at_ms, ptime_ms, ssrc);
  row.direction = Direction::kReceived;
  return row;
}

inline CallEnd end_of(const std::string& endpoint, std::vector<PacketRow> rows = {}) {
  CallEnd end;
  end.summary.id = "call-1";
  end.summary.endpoint = endpoint;
  end.summary.codec = "pcmu";
  end.summary.clock_id = "host";
  end.summary.started_unix_ns = kBegin;
  end.summary.duration = std::chrono::seconds{60};
  end.packets = std::move(rows);
  return end;
}

inline bool came(const JoinedPacket& packet) { return packet.received_ns.has_value(); }

/// A stretch of packets of one ptime, each sent one ptime after the one before it; the 1-based
/// ones in `lost` did not arrive.
struct Stretch {
  int ptime_ms;
  int packets;
  std::vector<int> lost = {};
};
inline std::vector<JoinedPacket> track(const std::vector<Stretch>& stretches) {
  std::vector<JoinedPacket> packets;
  int64_t at = kBegin;
  for (const Stretch& stretch : stretches) {
    for (int n = 1; n <= stretch.packets; ++n) {
      at += stretch.ptime_ms * kMs;
      const bool lost =
          std::find(stretch.lost.begin(), stretch.lost.end(), n) != stretch.lost.end();
      packets.push_back({Ssrc(1), ExtSeq(static_cast<int64_t>(packets.size())), RtpTime(0), 200,
                         Ptime{stretch.ptime_ms}, at,
                         lost ? std::nullopt : std::optional(at + 30 * kMs)});
    }
  }
  return packets;
}

}  // namespace ptimed
