// SPDX-License-Identifier: AGPL-3.0-or-later
#include "lib/rtp/playout.h"

#include <algorithm>
#include <cassert>
#include <utility>

namespace ptimed {
namespace {

using namespace std::chrono_literals;

constexpr int64_t kMaxWaiting = 500;  // frames ahead of the next to play
constexpr Duration kClockJump = 1s;   // a transit this far from the last one's is another clock's
constexpr int kIdle = 10;  // held slots after which a jump needs no second packet to confirm it
constexpr Duration kAdjustEvery = 60ms;  // at most one frame inserted or dropped
// The delay shrinks from this excess over the target on. With room for the maximum ptime the first
// packet's own lateness is no reason to touch the media.
constexpr Duration kShrinkAbove = 10ms;
constexpr Duration kShrinkAbovePtimeMax = 30ms;
// Late packets in the window before the delay grows for packets overtaken by later ones.
constexpr int kLateTrend = 2;

constexpr Duration length_of(size_t frames) { return static_cast<int64_t>(frames) * kFrame; }

PlayoutSlot concealment() { return {PlayoutSlot::Kind::kConceal, {}}; }

std::vector<Bytes> views(const std::vector<Buffer>& frames) {
  return std::vector<Bytes>(frames.begin(), frames.end());
}

}  // namespace

PlayoutBuffer::PlayoutBuffer(const PlayoutConfig& config) : config_(config) {}

void PlayoutBuffer::on_packet(Time arrival, RtpTime timestamp, const std::vector<Bytes>& frames) {
  if (frames.empty()) return;
  if (!map_ || std::exchange(restarting_, false)) {
    discard_stray();
    begin_segment(arrival, timestamp, frames.size());
  } else if (on_clock(arrival, timestamp, frames.size())) {
    discard_stray();
  } else if (!begins_new_clock(arrival, timestamp, frames.size())) {
    keep_stray(arrival, timestamp, frames);
    return;
  }
  accept(arrival, timestamp, frames);
}

bool PlayoutBuffer::on_clock(Time arrival, RtpTime timestamp, size_t frames) const {
  return abs(map_->transit(arrival, timestamp, frames) - transit_) <= kClockJump;
}

bool PlayoutBuffer::agrees_with_stray(Time arrival, RtpTime timestamp, size_t frames) const {
  const Duration spacing = arrival - stray_->arrival;
  const Duration media = media_time(timestamp.since(stray_->timestamp)) + length_of(frames) -
                         length_of(stray_->frames.size());
  return abs(spacing - media) <= kClockJump;
}

/// A packet off the clock begins a new one when it is the second in a row, or when there is nothing
/// to disturb.
bool PlayoutBuffer::begins_new_clock(Time arrival, RtpTime timestamp, size_t frames) {
  if (stray_ && agrees_with_stray(arrival, timestamp, frames)) {
    accept_stray();
    return true;
  }
  if (held_ < kIdle) return false;
  discard_stray();
  ++counters_.resyncs;
  begin_segment(arrival, timestamp, frames);
  return true;
}

void PlayoutBuffer::keep_stray(Time arrival, RtpTime timestamp, std::span<const Bytes> frames) {
  discard_stray();
  stray_ = Stray{arrival, timestamp, {}};
  for (const Bytes frame : frames) stray_->frames.emplace_back(frame.begin(), frame.end());
}

/// The packet after it has the same new clock.
void PlayoutBuffer::accept_stray() {
  const Stray first = *std::exchange(stray_, std::nullopt);
  ++counters_.resyncs;
  begin_segment(first.arrival, first.timestamp, first.frames.size());
  accept(first.arrival, first.timestamp, views(first.frames));
}

void PlayoutBuffer::discard_stray() {
  if (!stray_) return;
  const uint64_t frames = stray_->frames.size();
  if (map_->place_of(stray_->timestamp) < position_) {
    ++counters_.late_packets;
    counters_.late_frames += frames;
  } else {
    counters_.discarded_frames += frames;
  }
  stray_.reset();
}

void PlayoutBuffer::begin_segment(Time arrival, RtpTime timestamp, size_t frames) {
  const Place place = frames_.empty() ? position_ : frames_.rbegin()->first + 1;
  map_.emplace(place, timestamp);
  window_.clear();
  shrinking_ = top_up_ = false;
  const Duration filling = config_.headroom == Headroom::kPtimeMax
                               ? std::max<Duration>(config_.ptime_max, length_of(frames))
                               : length_of(frames);
  const Time due = arrival + config_.min_jitter + filling - length_of(frames);
  if (next_slot_ == kNever)
    next_slot_ = due;
  else
    start_ = Start{place, due};
}

void PlayoutBuffer::accept(Time arrival, RtpTime timestamp, std::span<const Bytes> frames) {
  const Place first = map_->place_of(timestamp);
  const Place last = first + static_cast<Place>(frames.size()) - 1;

  const Stored stored = store(first, frames);
  if (stored.fresh == 0 && stored.late == 0) return;
  const bool late = stored.fresh == 0;
  if (late) ++counters_.late_packets;
  transit_ = map_->transit(arrival, timestamp, frames.size());
  map_->follow(timestamp);
  window_.add(arrival, transit_, static_cast<int>(frames.size()) * kFrame, late);
  settle_held(first, last);
}

PlayoutBuffer::Stored PlayoutBuffer::store(Place first, std::span<const Bytes> frames) {
  Stored stored;
  Place place = first;
  for (const Bytes frame : frames) {
    if (place < position_) {
      const bool again = position_ - place <= static_cast<Place>(kHistory) &&
                         played_.test(static_cast<size_t>(place) % kHistory);
      ++(again ? counters_.duplicate_frames : counters_.late_frames);
      stored.late += again ? 0 : 1;
    } else if (place >= position_ + kMaxWaiting) {
      ++counters_.discarded_frames;
    } else if (frames_.try_emplace(place, frame.begin(), frame.end()).second) {
      ++stored.fresh;
    } else {
      ++counters_.duplicate_frames;
    }
    ++place;
  }
  return stored;
}

/// A packet has come after slots were concealed with nothing to play: of their media what lies
/// before it is lost, the rest is late.
void PlayoutBuffer::settle_held(Place first, Place last) {
  if (held_ == 0 || start_ || last < position_) return;
  const int lost = static_cast<int>(std::clamp<Place>(first - position_, 0, held_));
  counters_.concealed += static_cast<uint64_t>(lost);
  for (int i = 0; i < lost; ++i) pass(false);
  const int late = std::exchange(held_, 0) - lost;
  if (late == 0) return;
  record(next_slot_, late, 0);
  top_up_ = true;
}

PlayoutSlot PlayoutBuffer::play(Time now) {
  assert(next_slot_ <= now && "played before its time");
  static_cast<void>(now);
  const Time slot = next_slot_;
  next_slot_ += kFrame;
  if (must_wait(slot)) {
    ++held_;
    concealed_ = true;
    return concealment();
  }
  if (!frames_.contains(position_)) {
    ++counters_.concealed;
    pass(false);
    concealed_ = true;
    return concealment();
  }
  if (wants_insertion(slot)) {
    record(slot, 1, 0);
    concealed_ = true;
    return concealment();
  }
  if (wants_drop(slot)) {
    record(slot, 0, 1);
    frames_.erase(position_);
    pass(true);
  }
  concealed_ = false;
  ++counters_.played;
  auto node = frames_.extract(position_);
  pass(true);
  return {PlayoutSlot::Kind::kSpeech, std::move(node.mapped())};
}

/// Nothing to play from here on, or a new segment is not due yet.
bool PlayoutBuffer::must_wait(Time slot) {
  if (frames_.empty()) return true;
  if (!start_ || position_ < start_->place) return false;
  if (slot < start_->due) return true;
  start_.reset();
  if (held_ > 0) record(slot, std::exchange(held_, 0), 0);
  return false;
}

bool PlayoutBuffer::wants_insertion(Time slot) {
  if (start_ || window_.empty()) return false;
  const Duration offset = offset_at(slot);
  if (std::exchange(top_up_, false)) return target() - offset >= kFrame;
  return window_.late() >= kLateTrend && offset < std::min(window_.needed(), target()) &&
         slot - last_adjustment_ >= kAdjustEvery;
}

bool PlayoutBuffer::wants_drop(Time slot) {
  if (start_ || window_.empty()) return false;
  const Duration excess = offset_at(slot) - target();
  const Duration above =
      config_.headroom == Headroom::kPtimeMax ? kShrinkAbovePtimeMax : kShrinkAbove;
  shrinking_ = excess >= (shrinking_ ? kShrinkAbove : above);
  return shrinking_ && !concealed_ && frames_.contains(position_ + 1) &&
         slot - last_adjustment_ >= kAdjustEvery;
}

/// Goes on to the next place.
void PlayoutBuffer::pass(bool played) {
  played_.set(static_cast<size_t>(position_) % kHistory, played);
  ++position_;
}

void PlayoutBuffer::record(Time at, int inserted, int dropped) {
  counters_.inserted += static_cast<uint64_t>(inserted);
  counters_.dropped += static_cast<uint64_t>(dropped);
  const Duration aim = headroom() + room_for_jitter();
  adjustments_.push_back({at, map_->timestamp_of(position_), inserted, dropped, aim});
  last_adjustment_ = at;
}

void PlayoutBuffer::restart() { restarting_ = true; }

std::vector<PlayoutAdjustment> PlayoutBuffer::take_adjustments() {
  return std::exchange(adjustments_, {});
}

Duration PlayoutBuffer::buffer_delay() const {
  if (window_.empty()) return Duration{0};
  const Duration offset = start_ ? start_->due.time_since_epoch() - start_->place * Duration{kFrame}
                                 : offset_at(next_slot_) - held_ * Duration{kFrame};
  return offset - window_.fastest() - kFrame;
}

Duration PlayoutBuffer::headroom() const {
  const Ptime recent = window_.empty() ? Ptime{0} : window_.longest();
  return config_.headroom == Headroom::kPtimeMax ? std::max(config_.ptime_max, recent) : recent;
}

Duration PlayoutBuffer::room_for_jitter() const {
  const Duration jitter = window_.empty() ? Duration{0} : window_.jitter();
  return std::clamp(jitter, config_.min_jitter, config_.max_jitter);
}

/// What offset_at() should be: every packet of the window is complete before its first frame is
/// due.
Duration PlayoutBuffer::target() const {
  return window_.fastest() + room_for_jitter() + headroom();
}

/// How long after the beginning of its media the next place plays, on the scale of the transits.
Duration PlayoutBuffer::offset_at(Time slot) const {
  return slot.time_since_epoch() - position_ * Duration{kFrame};
}

}  // namespace ptimed
