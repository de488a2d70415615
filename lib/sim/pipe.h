// SPDX-License-Identifier: AGPL-3.0-or-later
#pragma once
// One direction of a virtual link: datagrams go in, and come out after the link model has had its
// way with them.
#include <functional>
#include <unordered_map>

#include "lib/base/bytes.h"
#include "lib/base/units.h"
#include "lib/link/link.h"
#include "lib/sim/event_queue.h"

namespace ptimed {

/// What a test does to a datagram on top of the link model.
struct Tampering {
  int copies = 1;           ///< 0: lost
  Duration extra_delay{0};  ///< before it enters the link: later packets may overtake it
};

class Pipe {
 public:
  using Deliver = std::function<void(Time arrival, Bytes datagram)>;
  using Tamper = std::function<Tampering(Time now, Bytes datagram)>;

  Pipe(EventQueue& queue, const LinkProfile& profile, uint64_t seed,
       int ip_overhead = kUdpIpv4Overhead);

  /// `deliver` gets the datagram at the far end.
  void send(Time now, Bytes datagram, const Deliver& deliver);
  void set_tamper(Tamper tamper) { tamper_ = std::move(tamper); }
  Link& link() { return link_; }

 private:
  void enter(Time now, Buffer datagram, Deliver deliver);
  void collect(Time now);
  void arm();

  EventQueue& queue_;
  Link link_;
  int ip_overhead_;
  Tamper tamper_;
  struct InFlight {
    Buffer datagram;
    Deliver deliver;
  };
  std::unordered_map<uint64_t, InFlight> in_flight_;
  uint64_t next_id_ = 0;
  Time armed_ = kNever;
};

}  // namespace ptimed
