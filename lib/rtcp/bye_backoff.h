// SPDX-License-Identifier: AGPL-3.0-or-later
#pragma once
// When a leaving participant sends its BYE: RFC 3550 section 6.3.7. It takes the place of the
// regular schedule.
#include "lib/rtcp/schedule.h"

namespace ptimed {

/// Groups up to this size hear a BYE at once; in larger ones it must be backed off.
inline constexpr int kByeAtOnceMembers = 50;

class ByeBackoff {
 public:
  /// Leaves a group of `members` at `now` with a compound of `bye_size` octets, UDP and IP
  /// included. Only for a participant that has sent RTP or RTCP: others leave without BYE.
  ByeBackoff(const RtcpScheduleConfig& config, int members, Time now, double bye_size, Rng& rng);

  Time next() const { return at_once_ ? now_ : schedule_.next(); }
  /// True: send the BYE now. False: reconsidered, next() has moved.
  bool on_timer(Time now) { return at_once_ || schedule_.on_timer(now); }
  /// The BYE of another participant, known or not. Nothing else that is heard counts.
  void on_bye(double size);

 private:
  bool at_once_;
  Time now_;
  int members_ = 1;  ///< counts BYEs
  RtcpSchedule schedule_;
};

}  // namespace ptimed
