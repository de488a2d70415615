// SPDX-License-Identifier: AGPL-3.0-or-later
#include "daemon/deadline_heap.h"

#include <gtest/gtest.h>

#include "lib/base/rng.h"

namespace ptimed {
namespace {

using std::chrono::milliseconds;

Time at(int ms) { return Time(milliseconds(ms)); }

TEST(DeadlineHeap, KeepsNoRoomForCancelledTimers) {
  DeadlineHeap heap;
  for (int n = 0; n < 100'000; ++n) heap.cancel(heap.arm(at(1000 + n), [](Time) {}));
  EXPECT_EQ(heap.armed(), 0u);
  EXPECT_EQ(heap.earliest(), kNever);
}

TEST(DeadlineHeap, AnOldIdDoesNotCancelTheNewTimerInItsPlace) {
  DeadlineHeap heap;
  const auto old = heap.arm(at(1), [](Time) {});
  heap.cancel(old);
  heap.arm(at(2), [](Time) {});
  heap.cancel(old);
  EXPECT_EQ(heap.earliest(), at(2));
}

TEST(DeadlineHeap, FiresInOrderUnderRandomArmingAndCancelling) {
  Rng rng(1);
  DeadlineHeap heap;
  std::vector<DeadlineHeap::Id> ids;
  for (int n = 0; n < 2000; ++n) {
    ids.push_back(heap.arm(at(rng.u16()), [](Time) {}));
    if (rng.chance(0.5)) heap.cancel(ids[rng.u32() % ids.size()]);
  }
  size_t fired = 0;
  const size_t armed = heap.armed();
  Time last{};
  while (heap.earliest() != kNever) {
    EXPECT_GE(heap.earliest(), last);
    last = heap.earliest();
    ASSERT_TRUE(heap.take_due(last, heap.next_order()));
    ++fired;
  }
  EXPECT_EQ(fired, armed);
}

}  // namespace
}  // namespace ptimed
