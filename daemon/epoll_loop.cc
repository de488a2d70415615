// SPDX-License-Identifier: AGPL-3.0-or-later
#include "daemon/epoll_loop.h"

#include <sys/epoll.h>
#include <sys/signalfd.h>
#include <sys/timerfd.h>

#include <algorithm>
#include <array>
#include <cassert>
#include <cerrno>
#include <system_error>

#include "daemon/clocks.h"

namespace ptimed {
namespace {

constexpr uint64_t kTimerEvent = 0;  // descriptors are numbered from 1
constexpr int kEventsPerTurn = 64;

int checked(int result, const char* what) {
  if (result < 0) throw std::system_error(errno, std::generic_category(), what);
  return result;
}

}  // namespace

EpollLoop::EpollLoop()
    : epoll_(checked(epoll_create1(EPOLL_CLOEXEC), "epoll_create1")),
      timer_(
          checked(timerfd_create(CLOCK_MONOTONIC, TFD_NONBLOCK | TFD_CLOEXEC), "timerfd_create")) {
  control(EPOLL_CTL_ADD, timer_.get(), kTimerEvent, EPOLLIN);
}

Time EpollLoop::now() const { return monotonic_now(); }

void EpollLoop::control(int operation, int fd, uint64_t id, uint32_t epoll_events) {
  epoll_event event{};
  event.events = epoll_events;
  event.data.u64 = id;
  checked(epoll_ctl(epoll_.get(), operation, fd, &event), "epoll_ctl");
}

void EpollLoop::watch(int fd, uint32_t epoll_events, OnReady callback) {
  assert(!ids_.contains(fd) && "descriptor watched twice");
  const uint64_t id = next_id_++;
  control(EPOLL_CTL_ADD, fd, id, epoll_events);
  ids_[fd] = id;
  watched_[id] = std::make_shared<Watched>(id, std::move(callback));
}

void EpollLoop::change(int fd, uint32_t epoll_events) {
  control(EPOLL_CTL_MOD, fd, ids_.at(fd), epoll_events);
}

void EpollLoop::forget(int fd) {
  const auto found = ids_.find(fd);
  if (found == ids_.end()) return;
  control(EPOLL_CTL_DEL, fd, found->second, 0);
  watched_.erase(found->second);
  ids_.erase(found);
}

void EpollLoop::on_signals(std::initializer_list<int> signals, std::function<void(int)> callback) {
  sigset_t set;
  sigemptyset(&set);
  for (int signal : signals) sigaddset(&set, signal);
  pthread_sigmask(SIG_BLOCK, &set, nullptr);
  signals_ = UniqueFd(checked(signalfd(-1, &set, SFD_NONBLOCK | SFD_CLOEXEC), "signalfd"));
  watch(signals_.get(), EPOLLIN, [this, callback = std::move(callback)](uint32_t) {
    signalfd_siginfo info{};
    while (::read(signals_.get(), &info, sizeof info) == sizeof info)
      callback(static_cast<int>(info.ssi_signo));
  });
}

void EpollLoop::run() {
  stopped_ = false;
  while (!stopped_) run_once(kNever);
}

void EpollLoop::run_once(Time deadline) {
  arm_timer(std::min(deadline, deadlines_.earliest()));
  std::array<epoll_event, kEventsPerTurn> events;
  const int ready = epoll_wait(epoll_.get(), events.data(), kEventsPerTurn, -1);
  for (int n = 0; n < ready && !stopped_; ++n) {
    const auto found = watched_.find(events[static_cast<size_t>(n)].data.u64);
    if (found == watched_.end()) continue;  // the timer, or forgotten in this turn
    const std::shared_ptr<Watched> alive = found->second;
    alive->callback(events[static_cast<size_t>(n)].events);
  }
  fire_due();
}

/// Disarmed by time zero; setting it also clears an expiry not yet read.
void EpollLoop::arm_timer(Time due) {
  if (due == armed_ && due > monotonic_now()) return;
  armed_ = due;
  itimerspec when{};
  if (due != kNever) when.it_value = to_timespec(std::max(due.time_since_epoch(), Duration{1}));
  timerfd_settime(timer_.get(), TFD_TIMER_ABSTIME, &when, nullptr);
}

/// Timers armed by a callback wait for the next turn, so that they cannot starve the descriptors.
void EpollLoop::fire_due() {
  const uint64_t limit = deadlines_.next_order();
  while (!stopped_) {
    const Time time = monotonic_now();
    const OnTimer callback = deadlines_.take_due(time, limit);
    if (!callback) return;
    callback(time);
  }
}

}  // namespace ptimed
