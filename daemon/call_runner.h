// SPDX-License-Identifier: AGPL-3.0-or-later
#pragma once
// One call in the real world: binds a Call to its sockets, its audio, its files and the loop's
// clock.
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>

#include "daemon/call_files.h"
#include "daemon/epoll_loop.h"
#include "daemon/media_path.h"
#include "lib/call/call.h"

namespace ptimed {

/// What one loop lends to all its calls.
struct LoopSurroundings {
  EpollLoop& loop;
  ReceiveArena& arena;
  WallClock wall;
  std::string endpoint;
  std::string clock_id;
};

/// What a call is made of, all of it opened beforehand.
struct CallParts {
  CallEntry entry;
  uint64_t seed = 0;
  MediaPath path;
  std::unique_ptr<AudioSource> source;
  std::unique_ptr<CallFiles> files;
};

class CallRunner {
 public:
  enum class State : uint8_t { kWaiting, kRunning, kEnded };

  CallRunner(LoopSurroundings& surroundings, CallParts parts, std::function<void()> on_ended);
  ~CallRunner();
  CallRunner(const CallRunner&) = delete;
  CallRunner& operator=(const CallRunner&) = delete;

  /// Listens, and starts the call entry.start after `now`.
  void activate(Time now);
  /// Takes in what has arrived, says BYE, finishes the files and closes the sockets. Nothing on an
  /// ended call.
  void end(std::string_view reason);

  /// Null before the call starts.
  Call* call() { return call_ ? &*call_ : nullptr; }
  /// Sends what a command to call() caused, and arms the next deadline.
  void settle();

  /// Puts records into their files.
  void flush_files();
  void write_summary();

  State state() const { return state_; }
  const CallEntry& entry() const { return parts_.entry; }
  uint64_t seed() const { return parts_.seed; }
  const std::string& local_text() const { return local_; }
  std::string peer_text() const { return parts_.path.peer().to_string(); }
  /// Empty before the call starts.
  std::optional<CallSummary> summary() const;
  /// For a listener in the peer's place (lib/call/sdp.h).
  std::string sdp() const;

 private:
  void listen();
  void pause();
  void watch(Channel channel);
  void on_ready(Channel channel, uint32_t events);
  void receive(Channel channel, int batches);
  void start(Time scheduled);
  void tick(Time now);
  void send_pending();
  void arm();

  LoopSurroundings& surroundings_;
  CallParts parts_;
  std::function<void()> on_ended_;
  std::string local_;
  State state_ = State::kWaiting;
  std::optional<Call> call_;
  Time begun_{};
  EpollLoop::TimerId deadline_{}, lifetime_{}, early_{};
  Time armed_ = kNever;
  uint64_t before_start_ = 0;
};

std::string_view to_string(CallRunner::State state);

}  // namespace ptimed
