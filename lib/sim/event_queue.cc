// SPDX-License-Identifier: AGPL-3.0-or-later
#include "lib/sim/event_queue.h"

#include <algorithm>

namespace ptimed {

EventQueue::TimerId EventQueue::at(Time when, Callback callback) {
  const TimerId id = next_id_++;
  heap_.push({std::max(when, now_), id});
  callbacks_.emplace(id, std::move(callback));
  return id;
}

bool EventQueue::settle_top() {
  while (!heap_.empty() && !callbacks_.contains(heap_.top().id)) heap_.pop();
  return !heap_.empty();
}

bool EventQueue::run_next() {
  if (!settle_top()) return false;
  const Entry entry = heap_.top();
  heap_.pop();
  now_ = entry.when;
  auto node = callbacks_.extract(entry.id);
  node.mapped()(now_);
  return true;
}

void EventQueue::run_until(Time end) {
  while (settle_top() && heap_.top().when <= end) run_next();
  now_ = std::max(now_, end);
}

}  // namespace ptimed
