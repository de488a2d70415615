// SPDX-License-Identifier: AGPL-3.0-or-later
#pragma once
// One member of a simulated group: the timing rules of lib/rtcp, and of everything else only what
// they need. Its feedback are generic NACKs for gaps in the sequence numbers.
#include <optional>
#include <unordered_map>
#include <vector>

#include "lib/rtcp/bye_backoff.h"
#include "lib/rtcp/feedback_schedule.h"
#include "lib/rtcp/member_table.h"
#include "lib/sim/group_packet.h"
#include "lib/sim/group_plan.h"
#include "lib/sim/group_roster.h"

namespace ptimed {

/// What RFC 4586 counts at one agent.
struct GroupMemberStats {
  uint64_t rtcp_packets = 0, rtcp_octets = 0;
  uint64_t lost = 0;        ///< losses detected; each ends as one of the next three, or waits
  uint64_t sent = 0;        ///< reported by this agent
  uint64_t suppressed = 0;  ///< reported by another (fbsp)
  uint64_t discarded = 0;   ///< not allowed: beyond T_max_fb_delay
  double waiting_s = 0;     ///< from detection to report, summed over `sent`
  double mean_waiting_s() const { return sent ? waiting_s / static_cast<double>(sent) : 0; }
  /// Feedback suppression rate of RFC 4586 section 6.1: not sent of all intended.
  double not_sent_rate() const {
    const auto intended = static_cast<double>(sent + suppressed + discarded);
    return intended > 0 ? static_cast<double>(suppressed + discarded) / intended : 0;
  }
};

class GroupMember {
 public:
  /// `roster` replaces the member's own table in groups too large for one each; may be null.
  GroupMember(const GroupPlan& plan, const GroupAgentPlan& agent, Ssrc own, GroupRoster* roster,
              uint64_t seed);

  void join(Time now);
  bool joined() const { return feedback_.has_value() && !left_; }
  /// From here on only the BYE is to come.
  void begin_leaving(Time now);
  void on_rtp_sent(Time now);
  void on_packet(Time now, const GroupPacket& packet);
  Time next() const;
  /// A packet to multicast when one is due.
  std::optional<GroupPacket> on_timer(Time now);

  const GroupMemberStats& stats() const { return stats_; }
  const FeedbackSchedule& schedule() const { return *feedback_; }

 private:
  struct Waiting {
    FeedbackItem item;
    Time detected;
  };
  struct Stream {
    uint32_t next_seq = 0;  ///< 0: none heard yet
    bool fresh = false;     ///< heard since our last report
  };

  void on_rtp(Time now, const GroupPacket& packet);
  void on_bye(Time now, const GroupPacket& packet);
  void detect_loss(Time now, Ssrc media, uint32_t seq);
  void on_heard(Time now, const GroupPacket& packet);
  void update_membership(Time now);
  GroupPacket compound(Time now, const std::vector<FeedbackItem>& items);
  void count_reported(Time now, const std::vector<FeedbackItem>& items);
  std::optional<GroupPacket> bye(Time now);

  FeedbackConfig config_;
  Ssrc own_;
  GroupRoster* roster_;
  Rng rng_;
  MemberTable table_;
  Time joined_at_{};
  bool we_sent_ = false;
  bool left_ = false;
  std::optional<FeedbackSchedule> feedback_;
  std::optional<ByeBackoff> leaving_;
  std::unordered_map<uint32_t, Stream> streams_;  ///< by SSRC
  std::vector<Waiting> waiting_;
  GroupMemberStats stats_;
};

}  // namespace ptimed
