// SPDX-License-Identifier: AGPL-3.0-or-later
#pragma once
// A stream of numbered frames over a path of our making, played by a PlayoutBuffer in virtual time.
#include <algorithm>
#include <functional>
#include <optional>
#include <utility>
#include <vector>

#include "lib/rtp/playout.h"

namespace ptimed {

/// One frame's content: its number since the start of the stream.
inline Buffer coded(int number) {
  return {static_cast<uint8_t>(number >> 16), static_cast<uint8_t>(number >> 8),
          static_cast<uint8_t>(number)};
}
inline int number_of(const Buffer& frame) { return frame[0] << 16 | frame[1] << 8 | frame[2]; }

struct SentPacket {
  Time departs;
  RtpTime timestamp;
  int first;  ///< number of its first frame
  int frames;
};

/// Packets of `ptime` until `media` has been sent, each after the one before.
class Stream {
 public:
  explicit Stream(RtpTime first = RtpTime(0xffff0000)) : timestamp_(first) {}

  Stream& send(Ptime ptime, Duration media) {
    for (const Time end = now_ + media; now_ + ptime <= end;) {
      now_ += ptime;
      packets.push_back({now_, timestamp_, next_, frames_in(ptime)});
      timestamp_ = timestamp_ + samples_in(ptime);
      next_ += frames_in(ptime);
    }
    return *this;
  }
  /// Nothing is sent and timestamps stand still.
  Stream& pause(Duration d) {
    now_ += d;
    return *this;
  }
  Stream& jump(int32_t samples) {
    timestamp_ = timestamp_ + samples;
    return *this;
  }
  int frames() const { return next_; }

  std::vector<SentPacket> packets;

 private:
  Time now_{};
  RtpTime timestamp_;
  int next_ = 0;
};

/// What came out: frame numbers in order, or kConcealed.
struct Played {
  static constexpr int kConcealed = -1;
  std::vector<int> slots;
  std::vector<std::pair<Time, Duration>> delays;  ///< buffer delay after each slot
  std::vector<PlayoutAdjustment> adjustments;
  PlayoutCounters counters;

  std::vector<int> numbers() const {
    std::vector<int> out;
    std::ranges::copy_if(slots, std::back_inserter(out), [](int n) { return n != kConcealed; });
    return out;
  }
  int concealed() const { return static_cast<int>(std::ranges::count(slots, kConcealed)); }
  int inserted() const { return sum(&PlayoutAdjustment::inserted); }
  int dropped() const { return sum(&PlayoutAdjustment::dropped); }

 private:
  int sum(int PlayoutAdjustment::*what) const {
    int total = 0;
    for (const PlayoutAdjustment& a : adjustments) total += a.*what;
    return total;
  }
};

/// Delay of a packet on its way; empty when it is lost.
using PathDelay = std::function<std::optional<Duration>(size_t index, const SentPacket&)>;

inline PathDelay constant(Duration delay) {
  return [delay](size_t, const SentPacket&) { return delay; };
}

/// Runs until everything sent has been played. At equal times arrivals come before slots.
inline Played run(PlayoutBuffer& buffer, const Stream& stream, const PathDelay& path) {
  std::vector<std::pair<Time, const SentPacket*>> arrivals;
  for (size_t i = 0; i < stream.packets.size(); ++i)
    if (const auto delay = path(i, stream.packets[i]))
      arrivals.emplace_back(stream.packets[i].departs + *delay, &stream.packets[i]);
  std::ranges::stable_sort(arrivals, {}, &std::pair<Time, const SentPacket*>::first);

  Played played;
  const auto play_until = [&](Time limit) {
    while (buffer.next_slot() < limit && !(limit == kNever && buffer.drained())) {
      const Time slot = buffer.next_slot();
      const PlayoutSlot out = buffer.play(slot);
      const bool speech = out.kind == PlayoutSlot::Kind::kSpeech;
      played.slots.push_back(speech ? number_of(out.frame) : Played::kConcealed);
      played.delays.emplace_back(slot, buffer.buffer_delay());
    }
  };
  for (const auto& [at, packet] : arrivals) {
    play_until(at);
    std::vector<Buffer> content;
    for (int i = 0; i < packet->frames; ++i) content.push_back(coded(packet->first + i));
    buffer.on_packet(at, packet->timestamp, {content.begin(), content.end()});
  }
  play_until(kNever);
  played.adjustments = buffer.take_adjustments();
  played.counters = buffer.counters();
  return played;
}

inline Played run(const PlayoutConfig& config, const Stream& stream, const PathDelay& path) {
  PlayoutBuffer buffer(config);
  return run(buffer, stream, path);
}

}  // namespace ptimed
