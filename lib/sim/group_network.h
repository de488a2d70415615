// SPDX-License-Identifier: AGPL-3.0-or-later
#pragma once
// Multicast over a tree of links: a packet that is lost on a link is lost to everybody behind it.
#include <functional>
#include <string>
#include <unordered_map>
#include <vector>

#include "lib/base/rng.h"
#include "lib/link/link.h"
#include "lib/sim/event_queue.h"
#include "lib/sim/group_packet.h"
#include "lib/sim/group_plan.h"

namespace ptimed {

class GroupNetwork {
 public:
  using Node = int;
  using Arrival = std::function<void(Time, Node, const GroupPacketRef&)>;

  /// `arrival` is called at every node but the packet's origin where somebody listens.
  GroupNetwork(const GroupPlan& plan, EventQueue& events, Arrival arrival);

  /// The node of that name; made when it is new.
  Node node(const std::string& name);
  void listen(Node node) { nodes_[static_cast<size_t>(node)].listens = true; }
  void multicast(Time now, Node origin, const GroupPacketRef& packet);

 private:
  struct Direction {
    Node from, to;
    Duration delay;
    double byte_error_rate;
    std::optional<Link> bottleneck;
    std::unordered_map<uint64_t, GroupPacketRef> inside;  ///< the bottleneck, by id
    Time armed;                                           ///< when the bottleneck is emptied next
  };
  struct Place {
    std::vector<size_t> out;
    bool listens = false;
  };

  void add_direction(Node from, Node to, const GroupLinkPlan& link, double byte_error_rate);
  /// At `now` or later: the packet is at `node` and goes on, but not back over `came`.
  void forward(Time at, Node node, Node came, const GroupPacketRef& packet);
  void cross(Time at, size_t direction, const GroupPacketRef& packet);
  void enter_bottleneck(Time now, size_t direction, const GroupPacketRef& packet);
  void leave_bottleneck(Time now, size_t direction);
  void arm(size_t direction);

  EventQueue& events_;
  Arrival arrival_;
  Rng rng_;
  uint64_t next_id_ = 1;
  std::unordered_map<std::string, Node> names_;
  std::vector<Place> nodes_;
  std::vector<Direction> directions_;
};

}  // namespace ptimed
