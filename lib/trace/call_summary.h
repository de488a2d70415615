// SPDX-License-Identifier: AGPL-3.0-or-later
#pragma once
// The figures of one call at one end: what `ptimectl show` prints and <call>.summary.json keeps.
#include <array>
#include <cstdint>
#include <map>
#include <optional>
#include <string>

#include "lib/base/time.h"
#include "lib/base/units.h"

namespace ptimed {

struct SentSummary {
  Ssrc ssrc;
  uint64_t packets = 0;
  uint64_t payload_octets = 0;
  Duration media{0};          ///< media time sent
  Duration media_skipped{0};  ///< media time that passed without a packet
  uint64_t ptime_changes = 0;
  uint64_t ptime_limited = 0;
  Ptime ptime{0};                              ///< in force now
  double mean_ptime_ms = 0;                    ///< media time per packet; 0 before the first
  uint64_t rtcp_packets = 0, rtcp_octets = 0;  ///< datagrams; octets with IP and UDP
  uint64_t nacks = 0, nacks_denied = 0;        ///< sent by us
};

struct ReceivedSummary {
  Ssrc ssrc;
  uint64_t packets = 0;  ///< counted by RFC 3550 A.1, duplicates included
  int64_t expected = 0;
  int64_t lost = 0;  ///< expected - packets; negative with duplicates
  uint64_t duplicates = 0, reordered = 0, late_packets = 0, restarts = 0;
  std::optional<double> loss_pct;
  uint64_t clips = 0;
  Duration lost_media{0}, longest_clip{0};
  std::map<int, uint64_t> clip_histogram;  ///< packets in the run -> runs
  std::optional<Duration> jitter;
  Ptime ptime{0};  ///< of the peer's last packet
  uint64_t rtcp_packets = 0, rtcp_octets = 0;
  uint64_t nacks = 0;  ///< messages received
  uint64_t played = 0, concealed = 0, inserted = 0, dropped = 0, late_frames = 0;  ///< 10 ms frames
  uint64_t resyncs = 0;
  Duration playout_delay{0};  ///< buffer delay now
  std::optional<Duration> mean_playout_delay;
  std::map<std::string, uint64_t> discarded;  ///< datagrams not used, by cause
};

struct CallSummary {
  std::string id, endpoint, codec, policy, rtcp_mode, direction;
  std::optional<Duration> rtt;  ///< last, by LSR/DLSR
  std::optional<Duration> rtt_mean;
  /// Mouth-to-ear as far as one end can know it: RTT/2 + packetization + look-ahead + playout. Null
  /// without RTT.
  std::optional<Duration> mouth_to_ear;
  std::optional<double> r_factor, mos_cq;  ///< of what was received; null before the first interval
  uint64_t breaker_trips = 0;              ///< of the circuit breakers of RFC 8083
  SentSummary sent;
  ReceivedSummary received;
  std::map<std::string, uint64_t>
      counters;  ///< the driver's own: off-path datagrams, send errors, ...
  int64_t started_unix_ns = 0;
  Duration duration{0};
  /// Hosts with the same non-empty value share a clock; one-way delays are only formed between such
  /// ends.
  std::string clock_id;
  struct DepartureError {
    Duration p50{0}, p99{0}, max{0};
  };
  std::optional<DepartureError> departure;  ///< late departures against the schedule
};

}  // namespace ptimed
