// SPDX-License-Identifier: AGPL-3.0-or-later
#include "lib/sim/group_roster.h"

#include <algorithm>

namespace ptimed {

void GroupRoster::on_packet(Time now, Ssrc source, bool rtp) {
  heard_.put(now, source);
  if (rtp) sending_.put(now, source);
}

void GroupRoster::on_bye(Ssrc source) {
  heard_.drop(source);
  sending_.drop(source);
}

int GroupRoster::heard_since(Time since, Ssrc own) const { return heard_.since(since, own); }

int GroupRoster::sending_since(Time since, Ssrc own) const { return sending_.since(since, own); }

void GroupRoster::Latest::put(Time now, Ssrc source) {
  drop(source);
  if (dead_ > 64 && dead_ > entries_.size() / 2) compact();
  index_[source.value] = entries_.size();
  entries_.push_back({now, source.value, false});
  const size_t node = entries_.size();  // nodes are counted from 1
  int sum = 1;
  for (size_t child = node - 1; child > node - (node & -node); child -= child & -child)
    sum += tree_[child - 1];
  tree_.push_back(sum);
}

void GroupRoster::Latest::drop(Ssrc source) {
  const auto at = index_.find(source.value);
  if (at == index_.end()) return;
  kill(at->second);
  index_.erase(at);
}

int GroupRoster::Latest::since(Time since, Ssrc own) const {
  const auto first = std::partition_point(entries_.begin(), entries_.end(),
                                          [&](const Entry& entry) { return entry.at < since; });
  const auto start = static_cast<size_t>(first - entries_.begin());
  const int live = live_before(entries_.size()) - live_before(start);
  const auto mine = index_.find(own.value);
  return live - (mine != index_.end() && mine->second >= start ? 1 : 0);
}

void GroupRoster::Latest::add(size_t index, int change) {
  for (size_t node = index + 1; node <= tree_.size(); node += node & -node)
    tree_[node - 1] += change;
}

int GroupRoster::Latest::live_before(size_t index) const {
  int sum = 0;
  for (size_t node = index; node > 0; node -= node & -node) sum += tree_[node - 1];
  return sum;
}

void GroupRoster::Latest::kill(size_t index) {
  entries_[index].dead = true;
  ++dead_;
  add(index, -1);
}

void GroupRoster::Latest::compact() {
  std::vector<Entry> live;
  live.reserve(entries_.size() - dead_);
  std::copy_if(entries_.begin(), entries_.end(), std::back_inserter(live),
               [](const Entry& entry) { return !entry.dead; });
  entries_ = std::move(live);
  dead_ = 0;
  tree_.assign(entries_.size(), 0);
  for (size_t i = 0; i < entries_.size(); ++i) {
    index_[entries_[i].source] = i;
    add(i, 1);
  }
}

}  // namespace ptimed
