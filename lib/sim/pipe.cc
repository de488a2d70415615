// SPDX-License-Identifier: AGPL-3.0-or-later
#include "lib/sim/pipe.h"

namespace ptimed {

Pipe::Pipe(EventQueue& queue, const LinkProfile& profile, uint64_t seed, int ip_overhead)
    : queue_(queue), link_(profile, seed), ip_overhead_(ip_overhead) {}

void Pipe::send(Time now, Bytes datagram, const Deliver& deliver) {
  const Tampering what = tamper_ ? tamper_(now, datagram) : Tampering{};
  for (int copy = 0; copy < what.copies; ++copy) {
    Buffer bytes(datagram.begin(), datagram.end());
    if (what.extra_delay == Duration{0}) {
      enter(now, std::move(bytes), deliver);
      continue;
    }
    queue_.at(now + what.extra_delay, [this, bytes = std::move(bytes), deliver](Time later) {
      enter(later, bytes, deliver);
    });
  }
}

void Pipe::enter(Time now, Buffer datagram, Deliver deliver) {
  const uint64_t id = next_id_++;
  const int ip_bytes = static_cast<int>(datagram.size()) + ip_overhead_;
  if (link_.offer(now, id, ip_bytes).drop) return;
  in_flight_.emplace(id, InFlight{std::move(datagram), std::move(deliver)});
  arm();
}

void Pipe::collect(Time now) {
  while (const auto delivery = link_.take(now)) {
    auto node = in_flight_.extract(delivery->id);
    node.mapped().deliver(delivery->at, node.mapped().datagram);
  }
  arm();
}

void Pipe::arm() {
  const Time next = link_.next_delivery();
  if (next >= armed_) return;
  armed_ = next;
  queue_.at(next, [this](Time now) {
    armed_ = kNever;
    collect(now);
  });
}

}  // namespace ptimed
