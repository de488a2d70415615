// SPDX-License-Identifier: AGPL-3.0-or-later
#include "lib/sim/call_driver.h"

namespace ptimed {

CallDriver::CallDriver(EventQueue& queue, const CallConfig& config,
                       const CallSurroundings& surroundings, Send send)
    : queue_(queue), call_(config, surroundings, queue.now()), send_(std::move(send)) {
  settle();
}

void CallDriver::deliver(Time arrival, Channel channel, Bytes datagram) {
  if (channel == Channel::kRtp)
    call_.on_rtp(arrival, datagram);
  else
    call_.on_rtcp(arrival, datagram);
  settle();
}

void CallDriver::stop(std::string_view reason) {
  call_.stop(queue_.now(), reason);
  settle();
}

void CallDriver::settle() {
  while (const auto out = call_.poll()) send_(queue_.now(), out->channel, out->datagram);
  const Time next = call_.next_timeout();
  if (next >= armed_) return;
  armed_ = next;
  queue_.at(next, [this](Time now) { wake(now); });
}

void CallDriver::wake(Time now) {
  if (now >= armed_) armed_ = kNever;
  call_.on_timer(now);
  settle();
}

}  // namespace ptimed
