// SPDX-License-Identifier: AGPL-3.0-or-later
#pragma once
// What the packets of the last two seconds say of the network, kept per quarter of a second.
#include <deque>

#include "lib/base/time.h"
#include "lib/base/units.h"

namespace ptimed {

class TransitWindow {
 public:
  /// `transit`: arrival against the end of the packet's media, on any fixed scale. `late`: it came
  /// too late to play.
  void add(Time arrival, Duration transit, Ptime ptime, bool late);
  void clear() { slices_.clear(); }

  bool empty() const { return slices_.empty(); }
  // Only when not empty:
  Duration fastest() const;
  Duration slowest() const;
  Duration jitter() const { return slowest() - fastest(); }
  /// The largest transit + ptime: a playout offset below it makes some packet late.
  Duration needed() const;
  Ptime longest() const;
  int late() const;

 private:
  static constexpr Duration kLength = std::chrono::seconds(2);
  static constexpr Duration kSlice = std::chrono::milliseconds(250);

  struct Slice {
    Time begins;
    Duration fastest, slowest, needed;
    Ptime longest;
    int late;
  };
  std::deque<Slice> slices_;  ///< oldest first; at most kLength / kSlice + 1
};

}  // namespace ptimed
