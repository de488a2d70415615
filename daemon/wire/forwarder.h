// SPDX-License-Identifier: AGPL-3.0-or-later
#pragma once
// A bottleneck between two interfaces: what comes in on one leaves by the other, through the link
// model of lib/link.
#include <optional>
#include <string>

#include "daemon/epoll_loop.h"
#include "daemon/wire/direction.h"
#include "daemon/wire/drop_log.h"
#include "daemon/wire/packet_socket.h"
#include "lib/link/link.h"

namespace ptimed {

class Forwarder {
 public:
  struct Interfaces {
    std::string west, east;
  };
  /// Throws std::system_error when an interface or the drop log cannot be opened.
  Forwarder(EpollLoop& loop, const Interfaces& interfaces, const WanProfile& profile,
            const std::string& drops_path);
  ~Forwarder();
  Forwarder(const Forwarder&) = delete;
  Forwarder& operator=(const Forwarder&) = delete;

  void set_profile(const WanProfile& profile);
  /// Counters of both directions as one line of JSON.
  std::string counters_json();

 private:
  void turn();
  void arm();

  EpollLoop& loop_;
  PacketSocket west_, east_;
  WanLinks links_;
  DropLog drops_;
  Direction forward_, backward_;
  std::optional<EpollLoop::TimerId> timer_;
  Time armed_ = kNever;
};

}  // namespace ptimed
