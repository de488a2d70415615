// SPDX-License-Identifier: AGPL-3.0-or-later
#include "lib/sim/group_network.h"

#include <cmath>

namespace ptimed {
namespace {

/// What one byte risks when a packet of `bytes` is lost at that rate.
double byte_error_rate(double packet_loss, int bytes) {
  return -std::expm1(std::log1p(-packet_loss) / bytes);
}

}  // namespace

GroupNetwork::GroupNetwork(const GroupPlan& plan, EventQueue& events, Arrival arrival)
    : events_(events), arrival_(std::move(arrival)), rng_(plan.seed ^ 0x6e65'7477'6f72'6bULL) {
  for (const GroupLinkPlan& link : plan.links) {
    const Node from = node(link.from), to = node(link.to);
    const double errors = byte_error_rate(link.packet_loss, plan.rtp_packet_bytes);
    add_direction(from, to, link, errors);
    add_direction(to, from, link, link.loss_both_ways ? errors : 0);
  }
}

GroupNetwork::Node GroupNetwork::node(const std::string& name) {
  const auto [at, is_new] = names_.try_emplace(name, static_cast<Node>(nodes_.size()));
  if (is_new) nodes_.emplace_back();
  return at->second;
}

void GroupNetwork::add_direction(Node from, Node to, const GroupLinkPlan& link, double errors) {
  nodes_[static_cast<size_t>(from)].out.push_back(directions_.size());
  Direction direction{from, to, link.delay, errors, std::nullopt, {}, kNever};
  if (link.rate_bps) {
    LinkProfile profile;
    profile.rate_bps = *link.rate_bps;
    profile.delay = link.delay;
    profile.queue_packets = link.queue_packets;
    direction.bottleneck.emplace(profile, rng_.bits());
  }
  directions_.push_back(std::move(direction));
}

void GroupNetwork::multicast(Time now, Node origin, const GroupPacketRef& packet) {
  forward(now, origin, -1, packet);
}

void GroupNetwork::forward(Time at, Node node, Node came, const GroupPacketRef& packet) {
  for (const size_t direction : nodes_[static_cast<size_t>(node)].out)
    if (directions_[direction].to != came) cross(at, direction, packet);
}

void GroupNetwork::cross(Time at, size_t direction, const GroupPacketRef& packet) {
  const Direction& link = directions_[direction];
  if (link.byte_error_rate > 0) {
    const double whole = std::exp(packet->size * std::log1p(-link.byte_error_rate));
    if (!rng_.chance(whole)) return;
  }
  if (link.bottleneck) {
    events_.at(at, [=, this](Time now) { enter_bottleneck(now, direction, packet); });
    return;
  }
  const Time out = at + link.delay;
  if (nodes_[static_cast<size_t>(link.to)].listens)
    events_.at(out, [=, this, to = link.to](Time now) { arrival_(now, to, packet); });
  forward(out, link.to, link.from, packet);
}

void GroupNetwork::enter_bottleneck(Time now, size_t direction, const GroupPacketRef& packet) {
  Direction& link = directions_[direction];
  const uint64_t id = next_id_++;
  if (link.bottleneck->offer(now, id, packet->size).drop) return;
  link.inside.emplace(id, packet);
  arm(direction);
}

void GroupNetwork::leave_bottleneck(Time now, size_t direction) {
  Direction& link = directions_[direction];
  while (const auto delivery = link.bottleneck->take(now)) {
    const GroupPacketRef packet = link.inside.extract(delivery->id).mapped();
    if (nodes_[static_cast<size_t>(link.to)].listens) arrival_(now, link.to, packet);
    forward(now, link.to, link.from, packet);
  }
  arm(direction);
}

void GroupNetwork::arm(size_t direction) {
  Direction& link = directions_[direction];
  const Time next = link.bottleneck->next_delivery();
  if (next >= link.armed) return;
  link.armed = next;
  events_.at(next, [=, this](Time now) {
    directions_[direction].armed = kNever;
    leave_bottleneck(now, direction);
  });
}

}  // namespace ptimed
