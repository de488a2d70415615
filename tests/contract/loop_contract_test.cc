// SPDX-License-Identifier: AGPL-3.0-or-later
// What every loop promises of its timers, in virtual time and in real time alike.
#include <gmock/gmock.h>

#include "daemon/epoll_loop.h"
#include "lib/sim/event_queue.h"

namespace ptimed {
namespace {

using std::chrono::milliseconds;
using testing::ElementsAre;

struct VirtualLoop {
  EventQueue loop;
  void run_until(Time end) { loop.run_until(end); }
};

struct RealLoop {
  EpollLoop loop;
  void run_until(Time end) {
    bool over = false;
    loop.at(end, [&over](Time) { over = true; });
    while (!over) loop.run_once(kNever);
  }
};

template <class Adapter>
class LoopContract : public testing::Test {
 protected:
  /// Notes `mark` when the timer fires.
  auto arm(int ms, int mark) {
    return adapter.loop.at(start + milliseconds(ms), [this, mark](Time) { fired.push_back(mark); });
  }
  void run(int ms) { adapter.run_until(start + milliseconds(ms)); }

  Adapter adapter;
  Time start = adapter.loop.now();
  std::vector<int> fired;
};

using Loops = testing::Types<VirtualLoop, RealLoop>;
TYPED_TEST_SUITE(LoopContract, Loops);

TYPED_TEST(LoopContract, FiresInOrderOfTime) {
  this->arm(15, 3);
  this->arm(5, 1);
  this->arm(10, 2);
  this->run(20);
  EXPECT_THAT(this->fired, ElementsAre(1, 2, 3));
}

TYPED_TEST(LoopContract, EqualDeadlinesFireInArmingOrder) {
  for (int mark = 0; mark < 5; ++mark) this->arm(5, mark);
  this->run(10);
  EXPECT_THAT(this->fired, ElementsAre(0, 1, 2, 3, 4));
}

TYPED_TEST(LoopContract, NeverFiresEarly) {
  const Time due = this->start + milliseconds(7);
  Time told{};
  this->adapter.loop.at(due, [&told](Time now) { told = now; });
  this->run(10);
  EXPECT_GE(told, due);
}

TYPED_TEST(LoopContract, ATimePastFiresAtOnce) {
  this->arm(-1000, 1);
  this->run(0);
  EXPECT_THAT(this->fired, ElementsAre(1));
}

TYPED_TEST(LoopContract, ACancelledTimerStaysSilent) {
  const auto id = this->arm(5, 1);
  this->arm(5, 2);
  this->adapter.loop.cancel(id);
  this->run(10);
  EXPECT_THAT(this->fired, ElementsAre(2));
}

TYPED_TEST(LoopContract, CancellingTwiceOrTooLateDoesNothing) {
  const auto id = this->arm(1, 1);
  this->run(2);
  this->adapter.loop.cancel(id);
  this->arm(3, 2);
  this->adapter.loop.cancel(id);
  this->run(5);
  EXPECT_THAT(this->fired, ElementsAre(1, 2));
}

TYPED_TEST(LoopContract, ACallbackMayCancelItsNeighbour) {
  decltype(this->arm(0, 0)) neighbour{};
  this->adapter.loop.at(this->start + milliseconds(5),
                        [&](Time) { this->adapter.loop.cancel(neighbour); });
  neighbour = this->arm(5, 1);
  this->run(10);
  EXPECT_THAT(this->fired, ElementsAre());
}

TYPED_TEST(LoopContract, ACallbackMayArmAgain) {
  std::function<void(Time)> again = [&](Time) {
    this->fired.push_back(static_cast<int>(this->fired.size()));
    if (this->fired.size() < 3)
      this->adapter.loop.at(this->start + milliseconds(5 * this->fired.size() + 5), again);
  };
  this->adapter.loop.at(this->start + milliseconds(5), again);
  this->run(30);
  EXPECT_THAT(this->fired, ElementsAre(0, 1, 2));
}

TYPED_TEST(LoopContract, ATimerArmedForNowByACallbackComesAfterThoseWaiting) {
  this->adapter.loop.at(this->start + milliseconds(5), [&](Time now) {
    this->adapter.loop.at(now, [&](Time) { this->fired.push_back(2); });
  });
  this->arm(5, 1);
  this->run(10);
  EXPECT_THAT(this->fired, ElementsAre(1, 2));
}

}  // namespace
}  // namespace ptimed
