// SPDX-License-Identifier: AGPL-3.0-or-later
#pragma once
// Deadlines with callbacks, earliest first, equal ones in arming order. Arming allocates nothing
// once the heap has grown to its working size (callbacks that capture one pointer fit into
// std::function).
#include <cstdint>
#include <functional>
#include <vector>

#include "lib/base/time.h"

namespace ptimed {

class DeadlineHeap {
 public:
  using Callback = std::function<void(Time)>;

  /// Names one arming of a timer; a default one names none.
  struct Id {
    uint32_t slot = 0;
    uint64_t order = 0;
    explicit operator bool() const { return order != 0; }
  };

  Id arm(Time due, Callback callback);
  /// No effect on a timer that has fired, was cancelled, or never was.
  void cancel(Id id);

  /// kNever when nothing is armed.
  Time earliest();
  /// Takes the earliest callback due at `now` among those armed before `order_limit`; null when
  /// there is none.
  Callback take_due(Time now, uint64_t order_limit);
  /// What the next arm() is numbered with.
  uint64_t next_order() const { return next_order_; }
  size_t armed() const { return slots_.size() - free_.size(); }

 private:
  struct Entry {
    Time due;
    Id id;
  };
  struct Slot {
    uint64_t order = 0;  ///< 0 while free
    Callback callback;
  };
  static bool later(const Entry& a, const Entry& b);
  bool is_stale(const Entry& entry) const { return slots_[entry.id.slot].order != entry.id.order; }
  void drop_stale();
  void compact();
  void pop();
  Callback release(Id id);

  std::vector<Entry> heap_;
  std::vector<Slot> slots_;
  std::vector<uint32_t> free_;
  uint64_t next_order_ = 1;
};

}  // namespace ptimed
