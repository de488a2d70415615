// SPDX-License-Identifier: AGPL-3.0-or-later
#pragma once
// Runs one call in virtual time: the counterpart of the daemon's loop.
#include <functional>
#include <memory>

#include "lib/call/call.h"
#include "lib/sim/event_queue.h"

namespace ptimed {

class CallDriver {
 public:
  using Send = std::function<void(Time now, Channel channel, Bytes datagram)>;

  /// The call begins at queue.now(). `send` carries its datagrams away.
  CallDriver(EventQueue& queue, const CallConfig& config, const CallSurroundings& surroundings,
             Send send);

  void deliver(Time arrival, Channel channel, Bytes datagram);
  void stop(std::string_view reason);
  /// For commands; settle() afterwards.
  Call& call() { return call_; }
  /// Sends what waits and arms the next wake-up. To be called after any command to call().
  void settle();

 private:
  void wake(Time now);

  EventQueue& queue_;
  Call call_;
  Send send_;
  Time armed_ = kNever;
};

}  // namespace ptimed
