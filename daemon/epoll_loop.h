// SPDX-License-Identifier: AGPL-3.0-or-later
#pragma once
// One thread's event loop: epoll for descriptors, one absolute timerfd for all deadlines, one
// signalfd.
#include <csignal>
#include <cstdint>
#include <functional>
#include <initializer_list>
#include <memory>
#include <unordered_map>

#include "daemon/deadline_heap.h"
#include "daemon/unique_fd.h"

namespace ptimed {

class EpollLoop {
 public:
  using TimerId = DeadlineHeap::Id;
  using OnTimer = DeadlineHeap::Callback;
  using OnReady = std::function<void(uint32_t epoll_events)>;

  /// Throws std::system_error when the kernel gives no descriptor.
  EpollLoop();

  Time now() const;
  /// Calls back once at or after `due`, with the time it then is.
  TimerId at(Time due, OnTimer callback) { return deadlines_.arm(due, std::move(callback)); }
  void cancel(TimerId id) { deadlines_.cancel(id); }

  /// Calls back, level-triggered, while `fd` has any of `epoll_events`. The caller keeps the
  /// descriptor open until forget(). A callback may forget any descriptor, its own included.
  void watch(int fd, uint32_t epoll_events, OnReady callback);
  void change(int fd, uint32_t epoll_events);
  void forget(int fd);

  /// Takes these signals out of the thread's hands and into the loop.
  void on_signals(std::initializer_list<int> signals, std::function<void(int)> callback);

  /// Until stop().
  void run();
  void stop() { stopped_ = true; }
  /// One turn: waits for something to do, but not past `deadline`.
  void run_once(Time deadline);

 private:
  struct Watched {
    uint64_t id;
    OnReady callback;
  };
  void arm_timer(Time due);
  void fire_due();
  void control(int operation, int fd, uint64_t id, uint32_t epoll_events);

  UniqueFd epoll_, timer_, signals_;
  DeadlineHeap deadlines_;
  std::unordered_map<int, uint64_t> ids_;  ///< by descriptor; an id is never used again
  std::unordered_map<uint64_t, std::shared_ptr<Watched>> watched_;
  uint64_t next_id_ = 1;
  Time armed_ = kNever;
  bool stopped_ = false;
};

}  // namespace ptimed
