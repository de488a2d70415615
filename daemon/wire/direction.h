// SPDX-License-Identifier: AGPL-3.0-or-later
#pragma once
// One direction of the forwarder: frames from one interface, through a link, to the other.
#include <deque>
#include <string>

#include "daemon/clocks.h"
#include "daemon/histogram.h"
#include "daemon/wire/drop_log.h"
#include "daemon/wire/packet_socket.h"
#include "lib/link/link.h"

namespace ptimed {

class Direction {
 public:
  /// All must outlive this. `name` is what the drop log says.
  Direction(std::string name, Link& link, PacketSocket& from, PacketSocket& to, DropLog& drops);

  /// Reads what waits at the interface into the link, and sends what is out of it by the last
  /// arrival; what is not shaped goes out at once.
  void receive();
  /// Sends what is out of the link by `now`. Call after a receive() that began at or after `now`,
  /// else packets that came before `now` would be offered late.
  void deliver(Time now);
  Time next_delivery() const { return link_.next_delivery(); }
  void set_profile(Time now, const LinkProfile& profile);

  struct Report {
    LinkCounters link;
    uint64_t passed = 0;       ///< frames that are not shaped
    uint64_t missed = 0;       ///< dropped by the kernel before we read them
    uint64_t send_failed = 0;  ///< delivered by the link, refused by the kernel
    LogHistogram lateness;     ///< of deliveries: sent minus due
  };
  Report report();
  const std::string& name() const { return name_; }

 private:
  struct Held {
    uint64_t id;
    Buffer bytes;
  };
  void on_frame(const RawFrame& frame, const StampConverter& clocks);
  void hold(uint64_t id, Bytes bytes);
  void send(Bytes bytes);
  /// Kernel stamps may run behind what the link has seen by some microseconds.
  Time forward_only(Time t);

  std::string name_;
  Link& link_;
  PacketSocket& from_;
  PacketSocket& to_;
  DropLog& drops_;
  std::deque<Held> held_;      ///< in the link, in order
  std::deque<Buffer> spares_;  ///< buffers to use again
  uint64_t next_id_ = 0;
  Time latest_ = Time::min();
  uint64_t passed_ = 0, send_failed_ = 0;
  LogHistogram lateness_;
};

}  // namespace ptimed
