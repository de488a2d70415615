// SPDX-License-Identifier: AGPL-3.0-or-later
#include "lib/rtcp/reorder_window.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <map>

#include "lib/base/rng.h"

namespace ptimed {
namespace {

using std::chrono::milliseconds;
using testing::ElementsAre;
using testing::IsEmpty;

Time at(int ms) { return Time{} + milliseconds(ms); }

TEST(ReorderWindow, PacketsInOrderAskForNothing) {
  ReorderWindow window({});
  for (int n = 0; n < 100; ++n) window.on_packet(at(20 * n), ExtSeq(n));
  EXPECT_THAT(window.take(at(5000)), IsEmpty());
  EXPECT_EQ(window.next(), kNever);
}

TEST(ReorderWindow, TwoPacketsLateIsMerelyReordered) {
  ReorderWindow window({});
  for (const int seq : {1, 3, 4, 2, 5}) {
    window.on_packet(at(seq), ExtSeq(seq));
    EXPECT_THAT(window.take(at(seq)), IsEmpty());
  }
  EXPECT_EQ(window.missing(), 0);
}

TEST(ReorderWindow, ThirdLaterPacketMakesItALoss) {
  ReorderWindow window({});
  for (const int seq : {1, 3, 4}) window.on_packet(at(seq), ExtSeq(seq));
  EXPECT_THAT(window.take(at(4)), IsEmpty());
  window.on_packet(at(5), ExtSeq(5));
  EXPECT_THAT(window.take(at(5)), ElementsAre(ExtSeq(2)));
}

TEST(ReorderWindow, TimeMakesItALossWhenNothingFollows) {
  ReorderWindow window({});
  window.on_packet(at(0), ExtSeq(1));
  window.on_packet(at(40), ExtSeq(3));
  EXPECT_EQ(window.next(), at(60));
  EXPECT_THAT(window.take(at(59)), IsEmpty());
  EXPECT_THAT(window.take(at(60)), ElementsAre(ExtSeq(2)));
  EXPECT_EQ(window.next(), kNever) << "asked for once";
}

TEST(ReorderWindow, RepeatsAreBoundedAndSpaced) {
  ReorderWindow window({.nacks_per_loss = 3, .repeat = milliseconds(100)});
  window.on_packet(at(0), ExtSeq(1));
  window.on_packet(at(20), ExtSeq(3));
  int asked = 0;
  for (int ms = 20; ms < 2000; ++ms) asked += static_cast<int>(window.take(at(ms)).size());
  EXPECT_EQ(asked, 3);
}

TEST(ReorderWindow, ArrivalStopsTheAsking) {
  ReorderWindow window({.nacks_per_loss = 3, .repeat = milliseconds(100)});
  window.on_packet(at(0), ExtSeq(1));
  window.on_packet(at(20), ExtSeq(3));
  EXPECT_EQ(window.take(at(40)).size(), 1u);
  window.on_packet(at(90), ExtSeq(2));
  EXPECT_THAT(window.take(at(1000)), IsEmpty());
}

TEST(ReorderWindow, OutageOfThreeHundredIsNoStorm) {
  ReorderWindow window({});
  window.on_packet(at(0), ExtSeq(1));
  window.on_packet(at(6000), ExtSeq(302));
  const auto lost = window.take(at(6020));
  EXPECT_EQ(lost.size(), 64u);
  EXPECT_EQ(lost.back(), ExtSeq(301));
  EXPECT_THAT(window.take(at(60'000)), IsEmpty());
}

TEST(ReorderWindow, DuplicatesOfTheHighestProveNothing) {
  ReorderWindow window({});
  window.on_packet(at(0), ExtSeq(1));
  for (int n = 0; n < 10; ++n) window.on_packet(at(1), ExtSeq(3));
  EXPECT_THAT(window.take(at(1)), IsEmpty());
}

/// 5 % of the packets swap places with the next; none of them is asked for, every loss is.
TEST(ReorderWindow, SwapsAreForgivenLossesAreNot) {
  for (uint64_t seed = 1; seed <= 20; ++seed) {
    Rng rng(seed);
    std::vector<int> order, lost;
    for (int n = 0; n < 2000; ++n) order.push_back(n);
    for (size_t n = 1; n + 2 < order.size(); ++n)
      if (rng.chance(0.05)) std::swap(order[n], order[n + 1]);
    ReorderWindow window({});
    std::map<int64_t, int> asked;
    int ms = 0;
    for (const int seq : order) {
      ms += 10;
      if (seq > 10 && seq < 1990 && rng.chance(0.02)) {
        lost.push_back(seq);
        continue;
      }
      window.on_packet(at(ms), ExtSeq(seq));
      for (const ExtSeq nack : window.take(at(ms))) ++asked[nack.value];
    }
    for (const ExtSeq nack : window.take(at(ms + 100))) ++asked[nack.value];
    std::sort(lost.begin(), lost.end());
    std::vector<int> named;
    for (const auto& [seq, times] : asked) {
      EXPECT_EQ(times, 1);
      named.push_back(static_cast<int>(seq));
    }
    EXPECT_TRUE(std::includes(named.begin(), named.end(), lost.begin(), lost.end()));
    EXPECT_LE(named.size(), lost.size() + 8) << "a swapped packet beside a loss, at most";
  }
}

}  // namespace
}  // namespace ptimed
