// SPDX-License-Identifier: AGPL-3.0-or-later
#include "lib/sim/group_simulation.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>

namespace ptimed {
namespace {

/// From this size on members share one roster.
constexpr size_t kLargeGroup = 500;

Ssrc ssrc_of(size_t member) { return Ssrc(static_cast<uint32_t>(member) + 1); }

}  // namespace

GroupSimulation::GroupSimulation(const GroupPlan& plan)
    : plan_(plan),
      roster_(plan.agents.size() >= kLargeGroup ? std::make_unique<GroupRoster>() : nullptr),
      network_(plan_, events_,
               [this](Time now, GroupNetwork::Node node, const GroupPacketRef& packet) {
                 for (const size_t member : members_at_[static_cast<size_t>(node)])
                   deliver(now, member, *packet);
               }) {
  Rng seeds(plan.seed);
  octets_by_second_.assign(static_cast<size_t>(std::ceil(to_seconds(plan.duration))) + 1, 0);
  for (size_t n = 0; n < plan.agents.size(); ++n) {
    const GroupAgentPlan& agent = plan_.agents[n];
    const GroupNetwork::Node node = network_.node(agent.node);
    network_.listen(node);
    node_of_.push_back(node);
    members_at_.resize(std::max(members_at_.size(), static_cast<size_t>(node) + 1));
    members_at_[static_cast<size_t>(node)].push_back(n);
    members_.push_back(
        std::make_unique<GroupMember>(plan_, agent, ssrc_of(n), roster_.get(), seeds.bits()));
    armed_.push_back(kNever);
    events_.at(Time{} + agent.join, [this, n](Time now) {
      members_[n]->join(now);
      arm(n);
      if (plan_.agents[n].sends) send_rtp(now, n);
    });
    if (agent.leave)
      events_.at(Time{} + *agent.leave, [this, n](Time now) {
        members_[n]->begin_leaving(now);
        arm(n);
      });
  }
}

GroupResult GroupSimulation::run() {
  events_.run_until(Time{} + plan_.duration);
  return result();
}

void GroupSimulation::arm(size_t member) {
  const Time next = members_[member]->next();
  if (next >= armed_[member]) return;
  armed_[member] = next;
  events_.at(next, [this, member, next](Time now) {
    if (armed_[member] != next) return;  // one that was armed later but is due earlier took over
    armed_[member] = kNever;
    fire(now, member);
  });
}

void GroupSimulation::fire(Time now, size_t member) {
  if (members_[member]->next() <= now)
    if (auto packet = members_[member]->on_timer(now)) send(now, member, std::move(*packet));
  arm(member);
}

void GroupSimulation::send(Time now, size_t member, GroupPacket packet) {
  octets_by_second_[static_cast<size_t>(to_seconds(now.time_since_epoch()))] += packet.size;
  if (on_rtcp) on_rtcp(now, packet);
  for (const FeedbackItem& item : packet.feedback)
    if (const auto at = streams_.find(item.media.value); at != streams_.end())
      ++at->second.reports[item.what].agents;
  if (roster_ && packet.kind == GroupPacket::Kind::kBye)
    roster_->on_bye(packet.source);
  else if (roster_)
    roster_->on_packet(now, packet.source, false);
  const auto shared = std::make_shared<const GroupPacket>(std::move(packet));
  network_.multicast(now, node_of_[member], shared);
  for (const size_t other : members_at_[static_cast<size_t>(node_of_[member])])
    if (other != member) deliver(now, other, *shared);
}

void GroupSimulation::send_rtp(Time now, size_t member) {
  const std::optional<Duration>& leave = plan_.agents[member].leave;
  if (leave && *leave <= now.time_since_epoch()) return;
  SentStream& stream = streams_[ssrc_of(member).value];
  stream.sent.push_back(now);
  members_[member]->on_rtp_sent(now);
  if (roster_) roster_->on_packet(now, ssrc_of(member), true);
  GroupPacket packet{ssrc_of(member),
                     plan_.rtp_packet_bytes,
                     GroupPacket::Kind::kRtp,
                     static_cast<uint32_t>(stream.sent.size()),
                     {}};
  network_.multicast(now, node_of_[member], std::make_shared<const GroupPacket>(std::move(packet)));
  arm(member);
  events_.at(now + from_seconds(1 / plan_.rtp_packets_per_s),
             [this, member](Time then) { send_rtp(then, member); });
}

void GroupSimulation::deliver(Time now, size_t member, const GroupPacket& packet) {
  if (!members_[member]->joined()) return;
  members_[member]->on_packet(now, packet);
  if (!packet.feedback.empty()) track_losses(now, member, packet);
  arm(member);
}

void GroupSimulation::track_losses(Time now, size_t member, const GroupPacket& packet) {
  for (const FeedbackItem& item : packet.feedback) {
    if (item.media != ssrc_of(member)) continue;
    SentStream& stream = streams_[item.media.value];
    Report& report = stream.reports[item.what];
    if (std::exchange(report.reached_sender, true)) continue;
    delay_sum_s_ += to_seconds(now - stream.sent[item.what - 1]);
    ++delays_;
  }
}

GroupResult GroupSimulation::result() const {
  GroupResult result;
  const double session_octets = plan_.session_bps / 8 * to_seconds(plan_.duration);
  for (size_t n = 0; n < members_.size(); ++n) {
    const GroupMemberStats& stats = members_[n]->stats();
    const double pct = 100 * static_cast<double>(stats.rtcp_octets) / session_octets;
    result.agents.push_back({plan_.agents[n].node, stats, pct});
    result.rtcp_pct += pct;
    result.lost_packets = std::max(result.lost_packets, stats.lost);
  }
  result.rtcp_octets_by_second = octets_by_second_;
  uint64_t twice = 0;
  for (const auto& [source, stream] : streams_)
    for (const auto& [seq, report] : stream.reports) twice += report.agents > 1 ? 1 : 0;
  if (result.lost_packets > 0)
    result.failure_rate = static_cast<double>(twice) / static_cast<double>(result.lost_packets);
  if (delays_ > 0) result.report_delay_s = delay_sum_s_ / static_cast<double>(delays_);
  return result;
}

double GroupResult::largest_rtcp_pct(double session_bps, int window, int start) const {
  double sum = 0, largest = 0;
  for (size_t s = static_cast<size_t>(start); s < rtcp_octets_by_second.size(); ++s) {
    sum += rtcp_octets_by_second[s];
    if (s >= static_cast<size_t>(start + window))
      sum -= rtcp_octets_by_second[s - static_cast<size_t>(window)];
    largest = std::max(largest, sum);
  }
  return 100 * largest * 8 / window / session_bps;
}

double GroupResult::second_half_rtcp_pct(double session_bps) const {
  // The last entry is the instant of the end.
  const auto half = static_cast<std::ptrdiff_t>((rtcp_octets_by_second.size() - 1) / 2);
  const auto begin = rtcp_octets_by_second.end() - half - 1;
  const double octets = std::accumulate(begin, rtcp_octets_by_second.end(), 0.0);
  return 100 * octets * 8 / static_cast<double>(half) / session_bps;
}

}  // namespace ptimed
