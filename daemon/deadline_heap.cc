// SPDX-License-Identifier: AGPL-3.0-or-later
#include "daemon/deadline_heap.h"

#include <algorithm>
#include <utility>

namespace ptimed {

bool DeadlineHeap::later(const Entry& a, const Entry& b) {
  return a.due != b.due ? a.due > b.due : a.id.order > b.id.order;
}

DeadlineHeap::Id DeadlineHeap::arm(Time due, Callback callback) {
  if (free_.empty()) {
    free_.push_back(static_cast<uint32_t>(slots_.size()));
    slots_.emplace_back();
  }
  const Id id{free_.back(), next_order_++};
  free_.pop_back();
  slots_[id.slot] = {id.order, std::move(callback)};
  heap_.push_back({due, id});
  std::push_heap(heap_.begin(), heap_.end(), later);
  return id;
}

void DeadlineHeap::cancel(Id id) {
  if (!id || id.slot >= slots_.size() || slots_[id.slot].order != id.order) return;
  release(id);
  compact();
}

DeadlineHeap::Callback DeadlineHeap::release(Id id) {
  slots_[id.slot].order = 0;
  free_.push_back(id.slot);
  return std::exchange(slots_[id.slot].callback, nullptr);
}

void DeadlineHeap::pop() {
  std::pop_heap(heap_.begin(), heap_.end(), later);
  heap_.pop_back();
}

void DeadlineHeap::drop_stale() {
  while (!heap_.empty() && is_stale(heap_.front())) pop();
}

/// Cancelled entries stay in the heap until they surface; never more of them than half of it.
void DeadlineHeap::compact() {
  constexpr size_t kWorthIt = 64;
  if (heap_.size() < kWorthIt || heap_.size() < 2 * armed()) return;
  std::erase_if(heap_, [this](const Entry& entry) { return is_stale(entry); });
  std::make_heap(heap_.begin(), heap_.end(), later);
}

Time DeadlineHeap::earliest() {
  drop_stale();
  return heap_.empty() ? kNever : heap_.front().due;
}

DeadlineHeap::Callback DeadlineHeap::take_due(Time now, uint64_t order_limit) {
  drop_stale();
  if (heap_.empty() || heap_.front().due > now || heap_.front().id.order >= order_limit)
    return nullptr;
  const Id id = heap_.front().id;
  pop();
  return release(id);
}

}  // namespace ptimed
