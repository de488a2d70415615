// SPDX-License-Identifier: AGPL-3.0-or-later
#include "lib/sim/group_plan.h"

#include <algorithm>

namespace ptimed {
namespace {

using std::chrono::hours;
using std::chrono::seconds;

constexpr int64_t kMaxRate = 10'000'000'000;
constexpr int kMaxAgents = 100'000;

GroupLinkPlan read_link(YamlMapping& mapping) {
  GroupLinkPlan link;
  mapping.require("from");
  mapping.require("to");
  mapping.text("from", link.from);
  mapping.text("to", link.to);
  mapping.duration("delay", link.delay, Duration::zero(), seconds(10));
  int64_t rate = 0;
  if (mapping.rate("rate", rate, 1'000, kMaxRate)) link.rate_bps = rate;
  mapping.integer("queue", link.queue_packets, 0, 100'000);
  mapping.finish();
  return link;
}

std::vector<std::string> words(YamlMapping& mapping, std::string_view key) {
  std::vector<std::string> all;
  for (const YamlNode* node : mapping.list(key)) all.push_back(node->scalar);
  return all;
}

bool holds(const std::vector<std::string>& names, const std::string& name) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

/// "A1-A2" is the link from A1 to A2.
GroupLinkPlan* find_link(GroupPlan& plan, const std::string& name) {
  for (GroupLinkPlan& link : plan.links)
    if (link.from + "-" + link.to == name) return &link;
  return nullptr;
}

void read_links(YamlMapping& mapping, GroupPlan& plan) {
  if (!mapping.has("links")) return;
  plan.links.clear();
  for (const YamlNode* node : mapping.list("links")) {
    YamlMapping item(*node, mapping.path_of("links"), mapping.report());
    plan.links.push_back(read_link(item));
  }
}

/// Takes the place of every loss set before.
void read_losses(YamlMapping& mapping, GroupPlan& plan) {
  if (!mapping.has("losses")) return;
  for (GroupLinkPlan& link : plan.links) link.packet_loss = 0, link.loss_both_ways = false;
  for (const YamlNode* node : mapping.list("losses")) {
    YamlMapping item(*node, mapping.path_of("losses"), mapping.report());
    std::string name;
    item.require("link");
    item.text("link", name);
    GroupLinkPlan* link = find_link(plan, name);
    GroupLinkPlan unknown;
    if (!link && !name.empty()) item.reject("link", "no such link", "FROM-TO of one of the links");
    GroupLinkPlan& target = link ? *link : unknown;
    item.share("packet_loss", target.packet_loss, 0, 0.99);
    item.boolean("both_ways", target.loss_both_ways);
    item.finish();
  }
}

void read_agents(YamlMapping& mapping, GroupPlan& plan) {
  if (mapping.has("agents")) {
    plan.agents.clear();
    for (const std::string& name : words(mapping, "agents")) plan.agents.push_back({.node = name});
  }
  int count = 0;
  if (mapping.integer("crowd", count, 1, kMaxAgents)) {
    plan.agents.clear();
    for (int n = 0; n < count; ++n) plan.agents.push_back({.node = "leaf"});
    plan.agents.front().node = "root";
  }
  if (mapping.has("senders")) {
    const auto senders = words(mapping, "senders");
    for (GroupAgentPlan& agent : plan.agents) agent.sends = holds(senders, agent.node);
  }
  if (mapping.has("avp")) {
    const auto avp = words(mapping, "avp");
    for (GroupAgentPlan& agent : plan.agents)
      agent.profile = holds(avp, agent.node) ? FeedbackProfile::kAvp : FeedbackProfile::kAvpf;
  }
}

}  // namespace

void read_group_plan(YamlMapping& mapping, GroupPlan& plan) {
  read_links(mapping, plan);
  read_losses(mapping, plan);
  read_agents(mapping, plan);
  int64_t session = 0;
  if (mapping.rate("session", session, 1'000, kMaxRate))
    plan.session_bps = static_cast<double>(session);
  mapping.integer("packet_bytes", plan.rtp_packet_bytes, 40, 1500);
  mapping.number("packets_per_s", plan.rtp_packets_per_s, 0.1, 100'000);
  mapping.boolean("point_to_point", plan.feedback.point_to_point);
  mapping.number("l", plan.feedback.dither_fraction, 0, 100);
  mapping.duration("t_max_fb_delay", plan.feedback.t_max_fb_delay, Duration::zero(), seconds(100));
  mapping.duration("t_rr_interval", plan.feedback.t_rr_interval, Duration::zero(), seconds(100));
  mapping.duration("t_retention", plan.feedback.t_retention, seconds(2), seconds(100));
  mapping.duration("duration", plan.duration, seconds(1), hours(24));
  mapping.integer("seed", plan.seed, 0, UINT64_MAX);
}

}  // namespace ptimed
