// SPDX-License-Identifier: AGPL-3.0-or-later
#pragma once
// Two endpoints of one call, "west" and "east", joined by a virtual link in each direction.
#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <vector>

#include "codecs/codec.h"
#include "lib/call/call.h"
#include "lib/rtp/packet.h"
#include "lib/sim/call_driver.h"
#include "lib/sim/pipe.h"

namespace ptimed::testing {

using namespace std::chrono_literals;

/// Frames that are all different and survive G.711 distinctly: a tone whose pitch and level wander
/// with the frame.
class WanderingTone : public AudioSource {
 public:
  bool read(PcmFrame& frame) override;
  static PcmFrame frame_at(int64_t index);
  int64_t frames_read() const { return index_; }

 private:
  int64_t index_ = 0;
};

/// Runs dry for frames [from, to).
class GappySource : public WanderingTone {
 public:
  GappySource(int64_t from, int64_t to) : from_(from), to_(to) {}
  bool read(PcmFrame& frame) override {
    const int64_t n = asked_++;
    return WanderingTone::read(frame) && !(n >= from_ && n < to_);
  }

 private:
  int64_t from_, to_, asked_ = 0;
};

class Recorder : public CallObserver {
 public:
  void on_event(const Event& event) override { events.push_back(event); }
  void on_packet(const PacketRecord& record) override {
    (record.direction == Direction::kSent ? sent : received).push_back(record);
  }
  void on_audio(std::span<const int16_t> pcm) override {
    audio.insert(audio.end(), pcm.begin(), pcm.end());
  }

  template <class T>
  std::vector<T> all() const {
    std::vector<T> found;
    for (const Event& event : events)
      if (const auto* body = std::get_if<T>(&event.body)) found.push_back(*body);
    return found;
  }

  std::vector<Event> events;
  std::vector<PacketRecord> sent, received;
  std::vector<int16_t> audio;
};

inline LinkProfile perfect(Duration delay = 30ms) { return {.rate_bps = 0, .delay = delay}; }

inline CallConfig call_config(std::string id = "call") {
  CallConfig config;
  config.id = std::move(id);
  config.playout.headroom = Headroom::kPtimeMax;
  return config;
}

/// One endpoint: its call, what it recorded, and the audio it sends.
struct Endpoint {
  Recorder recorder;
  std::unique_ptr<AudioSource> source = std::make_unique<WanderingTone>();
  std::unique_ptr<CallDriver> driver;
  CallSummary summary(Time now) const { return driver->call().summary(now); }
};

class TwoCalls {
 public:
  TwoCalls(CallConfig west_config, CallConfig east_config, LinkProfile forward = perfect(),
           LinkProfile backward = perfect(), uint64_t seed = 1);

  /// Begins both calls at the present virtual time.
  void start();
  void start_west();
  void start_east();
  void run(Duration length) { queue.run_until(queue.now() + length); }
  void set_ptime(Ptime ptime) {
    west.driver->call().set_ptime(queue.now(), ptime);
    west.driver->settle();
  }
  CallSummary west_summary() { return west.summary(queue.now()); }
  CallSummary east_summary() { return east.summary(queue.now()); }

  EventQueue queue;
  CallConfig west_config, east_config;
  Endpoint west, east;
  Pipe forward, backward;
  uint64_t seed;
};

/// Source frame n as the far end hears it without loss.
std::vector<int16_t> through_codec(std::string_view codec, int64_t frames);

}  // namespace ptimed::testing
