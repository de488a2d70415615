// SPDX-License-Identifier: AGPL-3.0-or-later
#pragma once
// What one direction of a link is: a value that the forwarder, the simulator and wan.sh share.
#include <cstdint>
#include <string>
#include <string_view>
#include <variant>

#include "lib/base/diagnostic.h"
#include "lib/base/time.h"

namespace ptimed {

struct LinkProfile {
  int64_t rate_bps = 0;       ///< IP bits per second; 0: no bottleneck
  Duration delay{0};          ///< propagation, one way
  int queue_packets = 50;     ///< drop-tail: packets waiting behind the one in service
  double loss = 0;            ///< random loss before the queue, 0..1
  bool operator==(const LinkProfile&) const = default;
};

/// Both directions between the two sides, "west" and "east".
struct WanProfile {
  LinkProfile forward;   ///< west to east
  LinkProfile backward;  ///< east to west
  uint64_t seed = 1;     ///< of the random loss
  bool operator==(const WanProfile&) const = default;
};

}  // namespace ptimed
