// SPDX-License-Identifier: AGPL-3.0-or-later
#pragma once
// When each packet leaves and what media time it covers. A packet of ptime P that starts at media
// time t leaves at t + P; the ptime may change only where one packet ends and the next begins.
#include "lib/base/time.h"
#include "lib/base/units.h"

namespace ptimed {

class Packetizer {
 public:
  /// Media starts at `start` with timestamp `first`; the first packet leaves at start + ptime.
  Packetizer(Time start, RtpTime first, Ptime ptime);

  /// Takes effect with the next packet to begin, not with the one being filled.
  void set_ptime(Ptime ptime) { wanted_ = ptime; }
  /// The ptime last asked for.
  Ptime ptime() const { return wanted_; }

  /// Departure time of the packet being filled.
  Time next_departure() const { return begins_ + filling_; }
  /// Ptime of the packet being filled.
  Ptime filling() const { return filling_; }
  /// Timestamp of its first sample.
  RtpTime timestamp() const { return timestamp_; }
  /// Media time at which its first sample was captured.
  Time begins() const { return begins_; }

  /// The packet being filled has left (or its media was missing): go on to the next.
  void advance();
  /// Skips media so that the packet being filled begins at or after `now` minus one ptime: for a
  /// driver that was stopped. Returns the samples skipped; timestamps advance by them.
  int64_t skip_to(Time now);

 private:
  Time begins_;
  RtpTime timestamp_;
  Ptime filling_;
  Ptime wanted_;
};

}  // namespace ptimed
