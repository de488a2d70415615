// SPDX-License-Identifier: AGPL-3.0-or-later
#pragma once
// One direction of a link in motion: random loss, then a drop-tail queue with one packet in
// service, then propagation. Time is an argument. The virtual network and the real forwarder drive
// the same object.
#include <cstdint>
#include <deque>
#include <optional>
#include <string_view>

#include "lib/base/rng.h"
#include "lib/base/time.h"
#include "lib/link/profile.h"

namespace ptimed {

enum class LinkDrop : uint8_t { kQueueFull, kRandomLoss };
std::string_view to_string(LinkDrop drop);

/// What became of a packet offered to a link.
struct LinkVerdict {
  std::optional<LinkDrop> drop;  ///< empty: it goes through
  int queued = 0;                ///< packets waiting when it came, the one in service not counted
};

struct LinkCounters {
  uint64_t offered = 0, delivered = 0, dropped_queue = 0, dropped_random = 0;
  uint64_t offered_bytes = 0, delivered_bytes = 0;
  int longest_queue = 0;
};

class Link {
 public:
  Link(const LinkProfile& profile, uint64_t seed);

  /// Offers packet `id` of `ip_bytes` at `now`. Times must not go backwards over all calls. A
  /// packet that comes at the very time another leaves finds its place free.
  LinkVerdict offer(Time now, uint64_t id, int ip_bytes);
  /// When the next packet comes out at the far end; kNever when none is under way.
  Time next_delivery() const;
  /// Takes the next packet that is out by `now`; call until empty.
  struct Delivery {
    uint64_t id;
    Time at;            ///< exact time it came out
    Duration queueing;  ///< time waited before service
  };
  std::optional<Delivery> take(Time now);

  /// Changes rate, delay, queue or loss from `now` on; the packet in service finishes at its old
  /// rate, packets past the bottleneck keep their old delay, and none overtakes another.
  void set_profile(Time now, const LinkProfile& profile);
  const LinkProfile& profile() const { return profile_; }
  const LinkCounters& counters() const { return counters_; }
  int queued(Time now) const;

 private:
  struct Packet {
    uint64_t id;
    int ip_bytes;
    Time arrival;
  };
  struct InFlight {
    Delivery delivery;
    int ip_bytes;
  };

  void advance(Time now);
  void serve(const Packet& packet, Time start);
  void propagate();
  void expect_forward(Time now);

  LinkProfile profile_;
  Rng rng_;
  LinkCounters counters_;
  std::deque<Packet> waiting_;
  std::optional<Packet> serving_;
  Time service_start_{};
  Time service_end_{};
  int64_t carry_ = 0;  ///< rest of the last division by the rate, in 1/rate ns: 0..rate-1
  Time last_out_{};    ///< of the packet sent into propagation last
  std::deque<InFlight> in_flight_;
  Time last_call_ = Time::min();
};

/// Both directions of one profile; each has its own random losses from the one seed.
struct WanLinks {
  explicit WanLinks(const WanProfile& profile);
  void set_profile(Time now, const WanProfile& profile);
  Link forward, backward;
};

}  // namespace ptimed
