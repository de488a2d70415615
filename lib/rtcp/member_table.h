// SPDX-License-Identifier: AGPL-3.0-or-later
#pragma once
// Who takes part in a session: members and senders by SSRC, RFC 3550 sections 6.2.1, 6.3.3 to 6.3.5
// and 6.3.8. This participant counts as a member from the start.
#include <cstdint>
#include <optional>
#include <unordered_map>

#include "lib/base/time.h"
#include "lib/base/units.h"

namespace ptimed {

/// Silence after which a participant is dropped (6.3.5).
struct MemberTimeouts {
  Duration member;  ///< 5 * Td, Td with Tmin = 5 s in every profile (RFC 8108 section 7.1.4)
  Duration sender;  ///< 2 * T without RTP
};

/// M of section 6.3.5.
inline constexpr int kRtcpTimeoutMultiplier = 5;

class MemberTable {
 public:
  explicit MemberTable(Ssrc own) : own_(own) {}

  /// Valid RTP, or RTCP, of a participant; packets of our own SSRC too.
  void on_rtp(Time now, Ssrc source);
  void on_rtcp(Time now, Ssrc source);
  /// The source is no longer counted. Packets of it that come within kByeLinger are stragglers and
  /// do not make it a member again. True when it was a member.
  bool on_bye(Time now, Ssrc source);
  /// Drops who was silent for too long and forgets old BYEs; call at least once per interval. True
  /// when members fell.
  bool expire(Time now, const MemberTimeouts& timeouts);

  int members() const { return members_; }
  int senders() const { return senders_; }
  /// RTP of our own within the sender timeout.
  bool we_sent() const { return is_sender(own_); }
  bool is_member(Ssrc source) const;
  bool is_sender(Ssrc source) const;

  /// How long a BYE is remembered (6.2.1 and 6.3.4 leave it open).
  static constexpr Duration kByeLinger = std::chrono::seconds(2);

 private:
  struct Entry {
    Time heard;               ///< RTP or RTCP, latest
    std::optional<Time> rtp;  ///< latest RTP while on the sender list
    bool gone = false;        ///< said BYE at `heard`; not counted
  };
  Entry* hear(Time now, Ssrc source);
  void stop_sending(Entry& entry);

  Ssrc own_;
  std::unordered_map<uint32_t, Entry> table_;
  int members_ = 1;
  int senders_ = 0;
};

}  // namespace ptimed
