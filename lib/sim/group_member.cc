// SPDX-License-Identifier: AGPL-3.0-or-later
#include "lib/sim/group_member.h"

#include <algorithm>

namespace ptimed {
namespace {

FeedbackConfig timing_of(const GroupPlan& plan, const GroupAgentPlan& agent) {
  FeedbackConfig config = plan.feedback;
  config.profile = agent.profile;
  config.rtcp.session_bandwidth_bps = plan.session_bps;
  return config;
}

int compound_size(bool sender, int blocks, const std::vector<FeedbackItem>& items) {
  using Sizes = GroupRtcpSizes;
  int size = Sizes::kHeaders + Sizes::kSdes + blocks * Sizes::kReportBlock +
             (sender ? Sizes::kSenderReport : Sizes::kReceiverReport);
  std::unordered_map<uint32_t, std::vector<uint32_t>> lost;  // by media SSRC
  for (const FeedbackItem& item : items) lost[item.media.value].push_back(item.what);
  for (const auto& [media, seqs] : lost) size += Sizes::kFeedback + 4 * nack_entries(seqs);
  return size;
}

}  // namespace

GroupMember::GroupMember(const GroupPlan& plan, const GroupAgentPlan& agent, Ssrc own,
                         GroupRoster* roster, uint64_t seed)
    : config_(timing_of(plan, agent)), own_(own), roster_(roster), rng_(seed), table_(own) {}

void GroupMember::join(Time now) {
  joined_at_ = now;
  feedback_.emplace(config_, now, compound_size(false, 1, {}), rng_);
}

void GroupMember::begin_leaving(Time now) {
  const int members = feedback_->rtcp().members();
  leaving_.emplace(config_.rtcp, members, now, compound_size(false, 0, {}) + GroupRtcpSizes::kBye,
                   rng_);
}

void GroupMember::on_rtp_sent(Time now) {
  if (roster_) {
    we_sent_ = true;
    return;
  }
  const bool first = !table_.we_sent();
  table_.on_rtp(now, own_);
  if (first) feedback_->rtcp().reverse_reconsider(now);
}

void GroupMember::on_packet(Time now, const GroupPacket& packet) {
  if (leaving_) {
    if (packet.kind == GroupPacket::Kind::kBye) leaving_->on_bye(packet.size);
    return;
  }
  switch (packet.kind) {
    case GroupPacket::Kind::kRtp:
      return on_rtp(now, packet);
    case GroupPacket::Kind::kRtcp:
      if (!roster_) table_.on_rtcp(now, packet.source);
      feedback_->on_received(packet.size);
      return on_heard(now, packet);
    case GroupPacket::Kind::kBye:
      feedback_->on_received(packet.size);
      return on_bye(now, packet);
  }
}

void GroupMember::on_rtp(Time now, const GroupPacket& packet) {
  if (!roster_) table_.on_rtp(now, packet.source);
  Stream& stream = streams_[packet.source.value];
  const uint32_t expected = stream.next_seq ? stream.next_seq : packet.seq;
  stream = {packet.seq + 1, true};
  for (uint32_t lost = expected; lost < packet.seq; ++lost) detect_loss(now, packet.source, lost);
}

void GroupMember::detect_loss(Time now, Ssrc media, uint32_t seq) {
  const FeedbackItem item{media, 0, seq};
  ++stats_.lost;
  switch (feedback_->on_event(now, item)) {
    case FeedbackSchedule::Verdict::kMerged:
    case FeedbackSchedule::Verdict::kRegular:
    case FeedbackSchedule::Verdict::kEarly:
      waiting_.push_back({item, now});
      break;
    case FeedbackSchedule::Verdict::kDiscarded:
      ++stats_.discarded;
      break;
    case FeedbackSchedule::Verdict::kSuppressed:
      ++stats_.suppressed;
      break;
  }
}

void GroupMember::on_heard(Time now, const GroupPacket& packet) {
  if (packet.feedback.empty()) return;
  for (const FeedbackItem& told : feedback_->on_feedback_heard(now, packet.feedback)) {
    std::erase_if(waiting_, [&](const Waiting& waiting) { return waiting.item == told; });
    ++stats_.suppressed;
  }
}

void GroupMember::on_bye(Time now, const GroupPacket& packet) {
  table_.on_bye(now, packet.source);
  update_membership(now);
}

void GroupMember::update_membership(Time now) {
  RtcpSchedule& rtcp = feedback_->rtcp();
  const Duration member_timeout = kRtcpTimeoutMultiplier * rtcp.deterministic_interval();
  const Duration sender_timeout = 2 * rtcp.last_interval();
  if (roster_) {
    const int members = 1 + roster_->heard_since(std::max(joined_at_, now - member_timeout), own_);
    const int senders = roster_->sending_since(std::max(joined_at_, now - sender_timeout), own_);
    rtcp.set_members(members, std::min(members, senders + (we_sent_ ? 1 : 0)));
    rtcp.set_we_sent(we_sent_);
  } else {
    table_.expire(now, {member_timeout, sender_timeout});
    rtcp.set_members(table_.members(), table_.senders());
    rtcp.set_we_sent(table_.we_sent());
  }
  rtcp.reverse_reconsider(now);
}

Time GroupMember::next() const {
  if (left_ || !feedback_) return kNever;
  return leaving_ ? leaving_->next() : feedback_->next();
}

std::optional<GroupPacket> GroupMember::on_timer(Time now) {
  if (leaving_) return bye(now);
  if (now >= feedback_->rtcp().next()) update_membership(now);
  const FeedbackSchedule::Due due = feedback_->on_timer(now);
  if (due.send == FeedbackSchedule::Send::kNothing) return std::nullopt;
  GroupPacket packet = compound(now, due.items);
  if (due.send == FeedbackSchedule::Send::kEarly)
    feedback_->on_sent_early(packet.size);
  else
    feedback_->on_sent(now, packet.size);
  return packet;
}

GroupPacket GroupMember::compound(Time now, const std::vector<FeedbackItem>& items) {
  int blocks = 0;
  for (auto& [source, stream] : streams_) {
    blocks += stream.fresh ? 1 : 0;
    stream.fresh = false;
  }
  const bool sender = roster_ ? we_sent_ : table_.we_sent();
  GroupPacket packet{own_, compound_size(sender, blocks, items), GroupPacket::Kind::kRtcp, 0,
                     items};
  ++stats_.rtcp_packets;
  stats_.rtcp_octets += static_cast<uint64_t>(packet.size);
  count_reported(now, items);
  return packet;
}

void GroupMember::count_reported(Time now, const std::vector<FeedbackItem>& items) {
  for (const FeedbackItem& item : items) {
    const auto at = std::find_if(waiting_.begin(), waiting_.end(),
                                 [&](const Waiting& waiting) { return waiting.item == item; });
    if (at == waiting_.end()) continue;
    ++stats_.sent;
    stats_.waiting_s += to_seconds(now - at->detected);
    waiting_.erase(at);
  }
}

std::optional<GroupPacket> GroupMember::bye(Time now) {
  if (!leaving_->on_timer(now)) return std::nullopt;
  left_ = true;
  const int size = compound_size(false, 0, {}) + GroupRtcpSizes::kBye;
  ++stats_.rtcp_packets;
  stats_.rtcp_octets += static_cast<uint64_t>(size);
  return GroupPacket{own_, size, GroupPacket::Kind::kBye, 0, {}};
}

}  // namespace ptimed
