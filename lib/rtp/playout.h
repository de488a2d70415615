// SPDX-License-Identifier: AGPL-3.0-or-later
#pragma once
// Playout buffer: 10 ms frames at the places their RTP timestamps say, played at a delay that follows the network's
// jitter but not the ptime.
//
// Delay is measured where the last frame of a packet is complete: arrival - (timestamp + duration). That is the
// network's own part, the same for every ptime. The target is its recent minimum, plus the recent jitter above it,
// plus the room a packet needs to be filled: the configured maximum ptime with Headroom::kPtimeMax (a ptime change
// then never moves the playout), or the longest ptime of the last seconds with Headroom::kRecentPtime.
#include <cstdint>
#include <optional>
#include <vector>

#include "lib/base/bytes.h"
#include "lib/base/time.h"
#include "lib/base/units.h"

namespace ptimed {

enum class Headroom : uint8_t { kRecentPtime, kPtimeMax };

struct PlayoutConfig {
  Headroom headroom = Headroom::kRecentPtime;
  Ptime ptime_max{60};           ///< longest ptime the peer may use
  Duration min_jitter = std::chrono::milliseconds(10);   ///< room for jitter, never less
  Duration max_jitter = std::chrono::milliseconds(300);  ///< nor more
};

struct PlayoutCounters {
  uint64_t played = 0;           ///< frames of speech played
  uint64_t concealed = 0;        ///< frames concealed in place of lost media
  uint64_t late_packets = 0;     ///< packets that came after all their frames were due
  uint64_t late_frames = 0;      ///< frames discarded for that reason
  uint64_t duplicate_frames = 0; ///< frames already there
  uint64_t inserted = 0;         ///< extra frames: the delay grew
  uint64_t dropped = 0;          ///< frames of speech skipped: the delay shrank
  uint64_t resyncs = 0;          ///< the stream's clock jumped; playout started anew
};

/// What to play in one 10 ms slot.
struct PlayoutSlot {
  enum class Kind : uint8_t { kFrame, kConceal, kInsert } kind;
  Buffer frame;  ///< codec frame for kFrame, else empty
};

/// The delay grew (inserted > 0) or shrank (dropped > 0) here.
struct PlayoutAdjustment {
  Time at;
  RtpTime media;   ///< timestamp of the frame at which it happened
  int inserted = 0;
  int dropped = 0;
  Duration target;  ///< delay aimed at, relative to the fastest packet of the window
};

class PlayoutBuffer {
 public:
  explicit PlayoutBuffer(const PlayoutConfig& config);

  /// The frames of one packet, oldest first. Timestamps that lie off the 10 ms grid go to the nearest place on it.
  void on_packet(Time arrival, RtpTime timestamp, const std::vector<Bytes>& frames);
  /// When the next slot is due; kNever before the first packet.
  Time next_slot() const;
  /// Plays the slot that is due.
  PlayoutSlot play(Time now);
  /// True when nothing waits to be played.
  bool drained() const;
  /// The stream starts anew (new SSRC, restart): what waits is kept in order, the new stream follows it.
  void restart();

  const PlayoutCounters& counters() const;
  /// Adjustments made since the last call.
  std::vector<PlayoutAdjustment> take_adjustments();
  /// Delay from the arrival of the fastest packet's last frame to its playout: the end-system delay the buffer adds.
  Duration buffer_delay() const;
};

}  // namespace ptimed
