// SPDX-License-Identifier: AGPL-3.0-or-later
#include "lib/rtp/transit_window.h"

#include <algorithm>
#include <cassert>

namespace ptimed {

void TransitWindow::add(Time arrival, Duration transit, Ptime ptime, bool late) {
  while (!slices_.empty() && arrival - slices_.front().begins >= kLength) slices_.pop_front();
  if (slices_.empty() || arrival - slices_.back().begins >= kSlice)
    slices_.push_back({arrival, transit, transit, transit + ptime, ptime, 0});
  Slice& slice = slices_.back();
  slice.fastest = std::min(slice.fastest, transit);
  slice.slowest = std::max(slice.slowest, transit);
  slice.needed = std::max(slice.needed, transit + ptime);
  slice.longest = std::max(slice.longest, ptime);
  slice.late += late ? 1 : 0;
}

Duration TransitWindow::fastest() const {
  return std::ranges::min_element(slices_, {}, &Slice::fastest)->fastest;
}

Duration TransitWindow::slowest() const {
  return std::ranges::max_element(slices_, {}, &Slice::slowest)->slowest;
}

Duration TransitWindow::needed() const {
  return std::ranges::max_element(slices_, {}, &Slice::needed)->needed;
}

Ptime TransitWindow::longest() const {
  return std::ranges::max_element(slices_, {}, &Slice::longest)->longest;
}

int TransitWindow::late() const {
  int sum = 0;
  for (const Slice& slice : slices_) sum += slice.late;
  return sum;
}

}  // namespace ptimed
