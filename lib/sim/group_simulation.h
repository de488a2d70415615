// SPDX-License-Identifier: AGPL-3.0-or-later
#pragma once
// A group in virtual time, as RFC 4586 section 3 sets it up.
#include <memory>
#include <string>
#include <unordered_map>
#include <vector>

#include "lib/sim/event_queue.h"
#include "lib/sim/group_member.h"
#include "lib/sim/group_network.h"
#include "lib/sim/group_plan.h"

namespace ptimed {

struct GroupAgentResult {
  std::string node;
  GroupMemberStats stats;
  double rtcp_pct = 0;  ///< of the session bandwidth over the run
};

struct GroupResult {
  std::vector<GroupAgentResult> agents;
  double rtcp_pct = 0;
  std::vector<double> rtcp_octets_by_second;
  /// Over the losses that at least one agent detected: how many more than one agent reported.
  double failure_rate = 0;
  /// At the sender, from sending a packet to the first report of its loss; of those reported.
  double report_delay_s = 0;
  uint64_t lost_packets = 0;

  /// Largest share of the session bandwidth over any `window` seconds from `start` on, in %.
  double largest_rtcp_pct(double session_bps, int window, int start) const;
  /// Share over the second half of the run, start-up left out, in %.
  double second_half_rtcp_pct(double session_bps) const;
};

class GroupSimulation {
 public:
  explicit GroupSimulation(const GroupPlan& plan);
  GroupResult run();
  const std::vector<std::unique_ptr<GroupMember>>& members() const { return members_; }
  /// Called for every RTCP packet that leaves; for tests.
  std::function<void(Time, const GroupPacket&)> on_rtcp;

 private:
  void arm(size_t member);
  void fire(Time now, size_t member);
  void send(Time now, size_t member, GroupPacket packet);
  void send_rtp(Time now, size_t member);
  void deliver(Time now, size_t member, const GroupPacket& packet);
  void track_losses(Time now, size_t member, const GroupPacket& packet);
  GroupResult result() const;

  struct Report {
    int agents = 0;  ///< that reported it
    bool reached_sender = false;
  };
  struct SentStream {
    std::vector<Time> sent;  ///< by sequence number - 1
    std::unordered_map<uint32_t, Report> reports;
  };

  GroupPlan plan_;
  EventQueue events_;
  std::unique_ptr<GroupRoster> roster_;
  GroupNetwork network_;
  std::vector<std::unique_ptr<GroupMember>> members_;
  std::vector<GroupNetwork::Node> node_of_;
  std::vector<std::vector<size_t>> members_at_;  ///< by node
  std::vector<Time> armed_;
  std::unordered_map<uint32_t, SentStream> streams_;  ///< by SSRC
  std::vector<double> octets_by_second_;
  double delay_sum_s_ = 0;
  uint64_t delays_ = 0;
};

}  // namespace ptimed
