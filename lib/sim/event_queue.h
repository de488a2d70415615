// SPDX-License-Identifier: AGPL-3.0-or-later
#pragma once
// Virtual time: callbacks in order of their time, equal times in the order they were armed.
#include <cstdint>
#include <functional>
#include <queue>
#include <unordered_map>
#include <vector>

#include "lib/base/time.h"

namespace ptimed {

class EventQueue {
 public:
  using TimerId = uint64_t;
  using Callback = std::function<void(Time)>;

  Time now() const { return now_; }
  /// A time already past counts as now.
  TimerId at(Time when, Callback callback);
  /// Does nothing when the timer has fired or was cancelled before.
  void cancel(TimerId id) { callbacks_.erase(id); }
  /// Goes to the next event and runs it. False when there is none.
  bool run_next();
  /// Runs everything up to and including `end`, which becomes now().
  void run_until(Time end);

 private:
  struct Entry {
    Time when;
    TimerId id;
    bool operator>(const Entry& other) const {
      return when != other.when ? when > other.when : id > other.id;
    }
  };
  /// Drops cancelled entries from the top; false when nothing is left.
  bool settle_top();

  Time now_{};
  TimerId next_id_ = 1;
  std::priority_queue<Entry, std::vector<Entry>, std::greater<>> heap_;
  std::unordered_map<TimerId, Callback> callbacks_;
};

}  // namespace ptimed
