// SPDX-License-Identifier: AGPL-3.0-or-later
#pragma once
// What a call does about its circuit breakers (RFC 8083).
//
// `cut`, for constant-rate voice: section 4.3 lets a sender that can reduce its rate about tenfold
// do that first. A codec of one rate cannot: its longest packets save the headers of the short ones
// and nothing else (G.711 from 20 to 200 ms: packets to a tenth, bits to four fifths; G.729 from 10
// to 200 ms: bits to a quarter). The cut therefore goes to the longest ptime there is, once in a
// call, and holds it for another CB_INTERVAL of reports; if congestion trips again, then or later,
// or there was nothing to cut, the call stops. The other breakers stop at once, as 4.1, 4.2 and 4.4
// ask.
#include <cstdint>

#include "lib/call/config.h"
#include "lib/rtcp/circuit_breaker.h"
#include "lib/trace/event.h"

namespace ptimed {

/// Td as given, and the estimate of the peer's own interval: RFC 3550 section 6.2 with what is
/// known here (RFC 8083 section 3), and the timing rules this end has.
struct PeerTiming {
  double session_bps = 0;
  double average_rtcp_size = 0;  ///< octets, UDP and IP included
  bool we_send = false, peer_sends = false;
};
BreakerIntervals breaker_intervals(const RtcpConfig& config, Duration td, const PeerTiming& peer);

class CallBreaker {
 public:
  explicit CallBreaker(const BreakerConfig& config)
      : circuit(config.usability), action_(config.action) {}

  CircuitBreaker circuit;

  struct Decision {
    BreakerAction action;
    BreakerTripped event;
  };
  /// `can_cut`: packets could be longer than they are.
  Decision decide(const BreakerTrip& trip, bool can_cut);
  uint64_t trips() const { return trips_; }

 private:
  BreakerAction action_;
  bool has_cut_ = false;
  uint64_t trips_ = 0;
};

}  // namespace ptimed
