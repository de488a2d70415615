// SPDX-License-Identifier: AGPL-3.0-or-later
#pragma once
// What a ptime policy sees and says. A policy is numbers in, decision and reason out: it never sees
// a packet, never keeps time of its own, and may be fed the same history twice with the same
// result.
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "lib/base/time.h"
#include "lib/base/units.h"

namespace ptimed {

/// The sender's own bounds. A decision outside min..max is clamped by the call, which records it.
struct PtimeLimits {
  Ptime min{10};
  Ptime max{60};
  Ptime optimum{20};  ///< what an adapted call returns to when the path is clear
};

/// What is known of the path when a policy is asked. Empty means unknown, never "good".
struct PathStats {
  Ptime current{20};
  PtimeLimits limits;
  std::optional<double>
      loss_fraction;  ///< 0..1, of the last report interval, from RR fraction lost (n/256)
  std::optional<double>
      loss_smoothed;            ///< 0..1, exponential mean over reports, weight 0.3 for the newest
  std::optional<Duration> rtt;  ///< RFC 3550 section 6.4.1
  std::optional<Duration> jitter;  ///< RFC 3550 A.8, as the peer reports it
  std::optional<double>
      one_way_delay_trend;  ///< s/s; growth of the one-way delay of our packets, as far as known
  uint64_t reports = 0;     ///< reports heard on this stream so far
  uint64_t nacks = 0;       ///< packets named lost by NACKs so far
};

/// A feedback message naming lost packets (RFC 4585 section 6.2.1, or quick-2005's immediate one).
struct NackEvent {
  int packets = 1;  ///< packets named lost by this message
};

struct PtimeDecision {
  Ptime ptime{20};
  std::string reason;  ///< reaches the event log and the control socket
  bool operator==(const PtimeDecision&) const = default;
};

class PtimePolicy {
 public:
  virtual ~PtimePolicy() = default;

  virtual std::string_view name() const = 0;
  /// A receiver report on our stream arrived.
  virtual PtimeDecision on_report(Time now, const PathStats& path) = 0;
  /// A NACK on our stream arrived.
  virtual PtimeDecision on_nack(Time now, const NackEvent& nack, const PathStats& path) = 0;
  /// next_timeout() has come.
  virtual PtimeDecision on_timer(Time now, const PathStats& path);
  /// When to call on_timer next; kNever for policies driven by feedback alone.
  virtual Time next_timeout() const { return kNever; }
};

}  // namespace ptimed
