// SPDX-License-Identifier: AGPL-3.0-or-later
#pragma once
// What a simulated group is made of: the simulations of RFC 4586 section 3, as values.
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "lib/base/time.h"
#include "lib/base/yaml_schema.h"
#include "lib/rtcp/feedback_schedule.h"

namespace ptimed {

/// One edge of a tree of nodes. Both directions are alike, but for the loss.
struct GroupLinkPlan {
  std::string from, to;
  Duration delay{0};
  /// Share of RTP packets lost to byte errors from `from` to `to`; smaller packets are lost less
  /// often, by their size.
  double packet_loss = 0;
  bool loss_both_ways = false;
  /// A bottleneck with a drop-tail queue in front of it; else the link is never full.
  std::optional<int64_t> rate_bps = std::nullopt;
  int queue_packets = 20;
};

struct GroupAgentPlan {
  std::string node;
  bool sends = false;
  FeedbackProfile profile = FeedbackProfile::kAvpf;
  Duration join{0};
  std::optional<Duration> leave = std::nullopt;
};

struct GroupPlan {
  std::vector<GroupLinkPlan> links;
  std::vector<GroupAgentPlan> agents;
  double session_bps = 20'000;
  int rtp_packet_bytes = 100;  ///< IP and UDP included
  double rtp_packets_per_s = 25;
  /// Timing rules of every agent; session bandwidth and profile come from above.
  FeedbackConfig feedback;
  Duration duration = std::chrono::seconds(3000);
  uint64_t seed = 1;
};

/// Sizes of what an agent sends, IP and UDP included, in octets.
struct GroupRtcpSizes {
  static constexpr int kHeaders = 28;        ///< UDP and IPv4
  static constexpr int kSenderReport = 28;   ///< without blocks
  static constexpr int kReceiverReport = 8;  ///< without blocks
  static constexpr int kReportBlock = 24;
  static constexpr int kSdes = 16;      ///< CNAME of six octets
  static constexpr int kFeedback = 12;  ///< without FCI (RFC 4585 section 6.1)
  static constexpr int kBye = 8;
};

/// Reads the keys of a plan that are there; the others keep what `plan` holds.
void read_group_plan(YamlMapping& mapping, GroupPlan& plan);

}  // namespace ptimed
