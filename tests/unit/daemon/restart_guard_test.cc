// SPDX-License-Identifier: AGPL-3.0-or-later
#include "daemon/restart_guard.h"

#include <gtest/gtest.h>

namespace ptimed {
namespace {

using namespace std::chrono_literals;

CallEntry entry(std::string id, uint16_t port) {
  CallEntry call;
  call.call.id = std::move(id);
  call.local = {.host = "10.0.0.1", .port = port};
  call.remote = {.host = "10.0.0.2", .port = 20000};
  return call;
}

Event tripped(Duration at, std::string action) {
  BreakerTripped trip;
  trip.breaker = "media timeout";
  trip.action = std::move(action);
  trip.over = 25s;
  return {Time{} + at, trip};
}

TEST(RestartGuard, RefusesTheFlowForAsLongAsItTookToTrip) {
  RestartGuard guard;
  EXPECT_FALSE(guard.refusal(entry("a", 20000), Time{}));
  guard.on_event(entry("a", 20000), tripped(60s, "stop"));
  EXPECT_EQ(guard.refusal(entry("a", 20000), Time{} + 64500ms),
            "was stopped by its circuit breaker (media timeout); it may start again in 21s "
            "(RFC 8083 section 4.5)");
  EXPECT_TRUE(guard.refusal(entry("a", 20000), Time{} + 84999ms));
  EXPECT_FALSE(guard.refusal(entry("a", 20000), Time{} + 85s));
}

TEST(RestartGuard, KnowsTheFlowByItsIdOrItsAddresses) {
  RestartGuard guard;
  guard.on_event(entry("a", 20000), tripped(0s, "stop"));
  EXPECT_TRUE(guard.refusal(entry("a", 30000), Time{} + 1s));
  EXPECT_TRUE(guard.refusal(entry("b", 20000), Time{} + 1s));
  EXPECT_FALSE(guard.refusal(entry("b", 30000), Time{} + 1s));
}

TEST(RestartGuard, OnlyAStopCounts) {
  RestartGuard guard;
  guard.on_event(entry("a", 20000), tripped(0s, "note"));
  guard.on_event(entry("a", 20000), tripped(0s, "cut"));
  guard.on_event(entry("a", 20000), {Time{}, CallEnded{"stop"}});
  EXPECT_FALSE(guard.refusal(entry("a", 20000), Time{} + 1s));
}

TEST(RestartGuard, EachOfSeveralStoppedFlowsRestsOnItsOwn) {
  RestartGuard guard;
  guard.on_event(entry("a", 20000), tripped(0s, "stop"));
  guard.on_event(entry("b", 20002), tripped(20s, "stop"));
  EXPECT_FALSE(guard.refusal(entry("a", 20000), Time{} + 30s));
  EXPECT_TRUE(guard.refusal(entry("b", 20002), Time{} + 30s));
}

}  // namespace
}  // namespace ptimed
