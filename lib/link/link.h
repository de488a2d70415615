// SPDX-License-Identifier: AGPL-3.0-or-later
#pragma once
// One direction of a link in motion: random loss, then a drop-tail queue with one packet in service, then
// propagation. Time is an argument. The virtual network and the real forwarder drive the same object.
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

  /// Offers packet `id` of `ip_bytes` at `now`. Times must not go backwards over all calls.
  LinkVerdict offer(Time now, uint64_t id, int ip_bytes);
  /// When the next packet comes out at the far end; kNever when none is under way.
  Time next_delivery() const;
  /// Takes the next packet that is out by `now`; call until empty.
  struct Delivery {
    uint64_t id;
    Time at;        ///< exact time it came out
    Duration queueing;  ///< time waited before service
  };
  std::optional<Delivery> take(Time now);

  /// Changes rate, delay, queue or loss from `now` on; the packet in service finishes at its old rate.
  void set_profile(Time now, const LinkProfile& profile);
  const LinkProfile& profile() const;
  const LinkCounters& counters() const;
  int queued(Time now) const;
};

}  // namespace ptimed
