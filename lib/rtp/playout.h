// SPDX-License-Identifier: AGPL-3.0-or-later
#pragma once
// Playout buffer: 10 ms frames at the places their RTP timestamps say, played at a delay that
// follows the network's jitter but not the ptime.
//
// Delay is measured where the last frame of a packet is complete: arrival - (timestamp + duration),
// the transit. That is the network's own part, the same for every ptime. The target is its recent
// minimum, plus the recent jitter above it, plus the room a packet needs to be filled: the
// configured maximum ptime with Headroom::kPtimeMax (a ptime change then never moves the playout),
// or the longest ptime of the last seconds with Headroom::kRecentPtime.
//
// The delay grows only when packets do come too late for it, and shrinks, frame by frame, when it
// exceeds the target. A slot with nothing to play from it on is held: concealed at once, but only
// the next packet tells whether its media was lost (its place is passed) or late (its place is kept
// and the slot was an inserted one).
#include <bitset>
#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <vector>

#include "lib/base/bytes.h"
#include "lib/base/time.h"
#include "lib/base/units.h"
#include "lib/rtp/place_map.h"
#include "lib/rtp/transit_window.h"

namespace ptimed {

enum class Headroom : uint8_t { kRecentPtime, kPtimeMax };

struct PlayoutConfig {
  Headroom headroom = Headroom::kRecentPtime;
  Ptime ptime_max{60};                                   ///< longest ptime the peer may use
  Duration min_jitter = std::chrono::milliseconds(10);   ///< room for jitter, never less
  Duration max_jitter = std::chrono::milliseconds(300);  ///< nor more
};

struct PlayoutCounters {
  uint64_t played = 0;            ///< frames of speech played
  uint64_t concealed = 0;         ///< frames concealed in place of lost media
  uint64_t late_packets = 0;      ///< packets that came after all their frames were due
  uint64_t late_frames = 0;       ///< frames discarded for that reason
  uint64_t duplicate_frames = 0;  ///< frames already there
  uint64_t inserted = 0;          ///< extra frames: the delay grew
  uint64_t dropped = 0;           ///< frames of speech skipped: the delay shrank
  uint64_t discarded_frames =
      0;  ///< seconds ahead of what plays, or of a lone packet off the stream's clock
  uint64_t resyncs = 0;  ///< the stream's clock jumped; playout started anew
};

/// What to play in one 10 ms slot.
struct PlayoutSlot {
  enum class Kind : uint8_t { kSpeech, kConceal } kind;
  Buffer frame;  ///< codec frame for kSpeech, else empty
};

/// The delay grew (inserted > 0) or shrank (dropped > 0) here.
struct PlayoutAdjustment {
  Time at;
  RtpTime media;  ///< timestamp of the frame at which it happened
  int inserted = 0;
  int dropped = 0;
  Duration target;  ///< delay aimed at, relative to the fastest packet of the window
};

class PlayoutBuffer {
 public:
  explicit PlayoutBuffer(const PlayoutConfig& config);

  /// The frames of one packet, oldest first. Timestamps that lie off the 10 ms grid go to the
  /// nearest place on it.
  void on_packet(Time arrival, RtpTime timestamp, const std::vector<Bytes>& frames);
  /// When the next slot is due, one every 10 ms; kNever before the first packet.
  Time next_slot() const { return next_slot_; }
  /// Plays the slot that is due. A driver that is late hands in the packets that have come, then
  /// calls this as long as next_slot() <= now.
  PlayoutSlot play(Time now);
  /// True when nothing waits to be played.
  bool drained() const { return frames_.empty(); }
  /// The stream starts anew (new SSRC, restart): what waits is kept in order, the new stream
  /// follows it.
  void restart();

  const PlayoutCounters& counters() const { return counters_; }
  /// Adjustments made since the last call.
  std::vector<PlayoutAdjustment> take_adjustments();
  /// Delay from the arrival of the fastest packet's last frame to its playout: the end-system delay
  /// the buffer adds.
  Duration buffer_delay() const;

 private:
  /// The first frame of a segment is not played before its time.
  struct Start {
    Place place;
    Time due;
  };
  /// A lone packet more than kClockJump off the stream's clock: the next one tells what it was.
  struct Stray {
    Time arrival;
    RtpTime timestamp;
    std::vector<Buffer> frames;
  };
  struct Stored {
    int fresh = 0;
    int late = 0;
  };

  bool on_clock(Time arrival, RtpTime timestamp, size_t frames) const;
  bool agrees_with_stray(Time arrival, RtpTime timestamp, size_t frames) const;
  bool begins_new_clock(Time arrival, RtpTime timestamp, size_t frames);
  void begin_segment(Time arrival, RtpTime timestamp, size_t frames);
  void accept(Time arrival, RtpTime timestamp, std::span<const Bytes> frames);
  Stored store(Place first, std::span<const Bytes> frames);
  void settle_held(Place first, Place last);
  void keep_stray(Time arrival, RtpTime timestamp, std::span<const Bytes> frames);
  void accept_stray();
  void discard_stray();

  bool must_wait(Time slot);
  bool wants_insertion(Time slot);
  bool wants_drop(Time slot);
  void pass(bool played);
  void record(Time at, int inserted, int dropped);

  Duration headroom() const;
  Duration room_for_jitter() const;
  Duration target() const;
  Duration offset_at(Time slot) const;

  /// Places behind position_ of which is known whether they were played.
  static constexpr size_t kHistory = 512;

  PlayoutConfig config_;
  PlayoutCounters counters_;
  std::map<Place, Buffer> frames_;
  Place position_ = 0;  ///< the next to play
  Time next_slot_ = kNever;
  int held_ = 0;  ///< slots concealed of which is not known yet whether their media is lost or late
  std::bitset<kHistory> played_;
  std::optional<PlaceMap> map_;  ///< of the segment: the stretch of the stream with one clock
  Duration transit_{0};          ///< of the last packet
  std::optional<Start> start_;
  std::optional<Stray> stray_;
  bool restarting_ = false;
  TransitWindow window_;
  Time last_adjustment_;
  bool top_up_ = false;  ///< the delay has just grown: once more if the target asks for it
  bool shrinking_ = false;
  bool concealed_ = false;  ///< so was the last slot
  std::vector<PlayoutAdjustment> adjustments_;
};

}  // namespace ptimed
