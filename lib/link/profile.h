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
  int64_t rate_bps = 0;    ///< IP bits per second; 0: no bottleneck
  Duration delay{0};       ///< propagation, one way
  int queue_packets = 50;  ///< drop-tail: packets waiting behind the one in service
  double loss = 0;         ///< random loss before the queue, 0..1
  bool operator==(const LinkProfile&) const = default;
};

/// Both directions between the two sides, "west" and "east".
struct WanProfile {
  LinkProfile forward;   ///< west to east
  LinkProfile backward;  ///< east to west
  uint64_t seed = 1;     ///< of the random loss
  bool operator==(const WanProfile&) const = default;
};

/// Reads a profile file:
///
///   forward:  {rate: 300kbit, delay: 30ms, queue: 10, loss: 0%}
///   backward: {rate: 300kbit, delay: 30ms, queue: 10}
///   seed: 1
///
/// Both directions must be there; a key left out has the default above. No rate, or the word
/// unlimited, is no bottleneck.
std::variant<WanProfile, Diagnostics> parse_wan_profile(std::string_view text,
                                                        std::string_view file);

/// `base` with one value replaced: setting "forward.rate=64kbit".
std::variant<WanProfile, Diagnostics> with_setting(const WanProfile& base,
                                                   std::string_view setting);

/// All values, as parse_wan_profile reads them back.
std::string print_wan_profile(const WanProfile& profile);

}  // namespace ptimed
