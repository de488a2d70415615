// SPDX-License-Identifier: AGPL-3.0-or-later
#include "daemon/port_pair.h"

#include "tests/unit/daemon/loopback.h"

namespace ptimed {
namespace {

constexpr UdpOptions kOptions{};

/// An even port that is free, and whose neighbour was free a moment ago.
uint16_t some_even_port() {
  PortRange range(41000, 41999);
  auto opened = range.open_next(loopback(), false, kOptions);
  return std::get<PortPair>(opened).rtp().local().port();
}

TEST(PortPair, OpensAnEvenPortAndTheNext) {
  const uint16_t port = some_even_port();
  auto opened = PortPair::open(loopback(port), static_cast<uint16_t>(port + 1), kOptions);
  ASSERT_TRUE(std::holds_alternative<PortPair>(opened));
  auto& pair = std::get<PortPair>(opened);
  EXPECT_EQ(pair.rtp().local().port(), port);
  EXPECT_EQ(pair.rtcp().local().port(), port + 1);
  EXPECT_FALSE(pair.is_mux());
}

TEST(PortPair, LeaksNothingWhenTheOddPortIsTaken) {
  const uint16_t port = some_even_port();
  const UdpSocket squatter = open_loopback(static_cast<uint16_t>(port + 1));
  const auto before = open_descriptors();
  {
    const auto opened = PortPair::open(loopback(port), static_cast<uint16_t>(port + 1), kOptions);
    ASSERT_TRUE(std::holds_alternative<PortProblem>(opened));
    EXPECT_EQ(std::get<PortProblem>(opened).port, port + 1);
    EXPECT_TRUE(std::get<PortProblem>(opened).in_use());
    EXPECT_EQ(open_descriptors(), before);
  }
  EXPECT_EQ(open_loopback(port).local().port(), port) << "the even port was not given back";
}

TEST(PortPair, NamesTheEvenPortWhenThatIsTaken) {
  const uint16_t port = some_even_port();
  const UdpSocket squatter = open_loopback(port);
  const auto opened = PortPair::open(loopback(port), static_cast<uint16_t>(port + 1), kOptions);
  ASSERT_TRUE(std::holds_alternative<PortProblem>(opened));
  EXPECT_EQ(std::get<PortProblem>(opened).port, port);
}

TEST(PortPair, MultiplexesOnOnePort) {
  const uint16_t port = some_even_port();
  auto opened = PortPair::open(loopback(port), port, kOptions);
  ASSERT_TRUE(std::holds_alternative<PortPair>(opened));
  auto& pair = std::get<PortPair>(opened);
  EXPECT_TRUE(pair.is_mux());
  EXPECT_EQ(pair.rtcp().fd(), pair.rtp().fd());
}

TEST(PortRange, PassesOverPairsWithATakenPort) {
  const uint16_t port = some_even_port();
  const UdpSocket squatter = open_loopback(static_cast<uint16_t>(port + 1));
  PortRange range(port, static_cast<uint16_t>(port + 99));
  auto opened = range.open_next(loopback(), false, kOptions);
  ASSERT_TRUE(std::holds_alternative<PortPair>(opened));
  EXPECT_GT(std::get<PortPair>(opened).rtp().local().port(), port + 1);
}

TEST(PortRange, SaysSoWhenTheWholeRangeIsTaken) {
  const uint16_t port = some_even_port();
  PortRange range(port, static_cast<uint16_t>(port + 1));
  const auto first = range.open_next(loopback(), false, kOptions);
  ASSERT_TRUE(std::holds_alternative<PortPair>(first));
  const auto second = range.open_next(loopback(), false, kOptions);
  ASSERT_TRUE(std::holds_alternative<PortProblem>(second));
  EXPECT_TRUE(std::get<PortProblem>(second).in_use());
}

}  // namespace
}  // namespace ptimed
