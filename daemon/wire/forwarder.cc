// SPDX-License-Identifier: AGPL-3.0-or-later
#include "daemon/wire/forwarder.h"

#include <sys/epoll.h>

#include <algorithm>
#include <nlohmann/json.hpp>

namespace ptimed {
namespace {

double to_us(Duration d) { return std::chrono::duration<double, std::micro>(d).count(); }

nlohmann::ordered_json json_of(const Direction::Report& report) {
  const LinkCounters& link = report.link;
  return {{"offered", link.offered},
          {"delivered", link.delivered},
          {"dropped_queue", link.dropped_queue},
          {"dropped_random", link.dropped_random},
          {"offered_bytes", link.offered_bytes},
          {"delivered_bytes", link.delivered_bytes},
          {"longest_queue", link.longest_queue},
          {"passed_unshaped", report.passed},
          {"missed", report.missed},
          {"send_failed", report.send_failed},
          {"lateness_us",
           {{"p50", to_us(report.lateness.quantile(0.5))},
            {"p99", to_us(report.lateness.quantile(0.99))},
            {"max", to_us(report.lateness.max())}}}};
}

}  // namespace

Forwarder::Forwarder(EpollLoop& loop, const Interfaces& interfaces, const WanProfile& profile,
                     const std::string& drops_path)
    : loop_(loop),
      west_(interfaces.west),
      east_(interfaces.east),
      links_(profile),
      drops_(drops_path),
      forward_("forward", links_.forward, west_, east_, drops_),
      backward_("backward", links_.backward, east_, west_, drops_) {
  for (const int fd : {west_.fd(), east_.fd()})
    loop_.watch(fd, EPOLLIN, [this](uint32_t) { turn(); });
}

Forwarder::~Forwarder() {
  for (const int fd : {west_.fd(), east_.fd()}) loop_.forget(fd);
  if (timer_) loop_.cancel(*timer_);
}

/// The clock is read first: what is in the sockets after that came by then, or later, and is in the
/// links before anything due by then leaves them.
void Forwarder::turn() {
  const Time now = loop_.now();
  for (Direction* direction : {&forward_, &backward_}) direction->receive();
  for (Direction* direction : {&forward_, &backward_}) direction->deliver(now);
  arm();
}

void Forwarder::arm() {
  const Time due = std::min(forward_.next_delivery(), backward_.next_delivery());
  if (due == armed_) return;
  if (timer_) loop_.cancel(*timer_);
  timer_.reset();
  armed_ = due;
  if (due == kNever) return;
  timer_ = loop_.at(due, [this](Time) {
    timer_.reset();
    armed_ = kNever;
    turn();
  });
}

void Forwarder::set_profile(const WanProfile& profile) {
  const Time now = loop_.now();
  for (Direction* direction : {&forward_, &backward_}) direction->receive();
  forward_.set_profile(now, profile.forward);
  backward_.set_profile(now, profile.backward);
  turn();
}

std::string Forwarder::counters_json() {
  const nlohmann::ordered_json json = {{forward_.name(), json_of(forward_.report())},
                                       {backward_.name(), json_of(backward_.report())}};
  return json.dump();
}

}  // namespace ptimed
