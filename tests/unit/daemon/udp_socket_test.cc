// SPDX-License-Identifier: AGPL-3.0-or-later
#include "daemon/udp_socket.h"

#include <gmock/gmock.h>
#include <netinet/in.h>

#include "tests/unit/daemon/loopback.h"

namespace ptimed {
namespace {

using std::chrono::milliseconds;
using std::chrono::seconds;

Buffer datagram(size_t size, uint8_t fill = 7) { return Buffer(size, fill); }

TEST(UdpSocket, StampsArrivalsOnTheMonotonicTimeLine) {
  UdpSocket a = open_loopback(), b = open_loopback();
  ReceiveArena arena;
  const Buffer bytes = datagram(172);
  const std::vector<Bytes> one{bytes};
  const Time before = monotonic_now();
  a.send(one, b.local());
  const Time after = monotonic_now();
  ASSERT_TRUE(wait_readable(b.fd()));
  const auto received = arena.receive(b.fd());
  ASSERT_EQ(received.size(), 1u);
  EXPECT_GE(received[0].arrival, before - milliseconds(1));
  EXPECT_LE(received[0].arrival, after + milliseconds(1));
  EXPECT_EQ(received[0].from, a.local());
  EXPECT_THAT(received[0].bytes, testing::ElementsAreArray(bytes));
}

TEST(UdpSocket, SendsMoreThanOneBatchInOrder) {
  UdpSocket a = open_loopback(), b = open_loopback();
  ReceiveArena arena;
  std::vector<Buffer> buffers;
  for (uint8_t n = 0; n < 100; ++n) buffers.push_back(datagram(20, n));
  const std::vector<Bytes> all(buffers.begin(), buffers.end());
  a.send(all, b.local());
  EXPECT_EQ(a.sent().datagrams, 100u);
  uint8_t next = 0;
  while (next < 100) {
    ASSERT_TRUE(wait_readable(b.fd()));
    for (const auto& received : arena.receive(b.fd())) EXPECT_EQ(received.bytes[0], next++);
  }
}

TEST(UdpSocket, TakesTheEmptyAndTheLargestDatagramWhole) {
  UdpSocket a = open_loopback(), b = open_loopback();
  ReceiveArena arena;
  constexpr size_t kLargestUdp = 65507;
  const Buffer empty, largest = datagram(kLargestUdp);
  const std::vector<Bytes> both{empty, largest};
  a.send(both, b.local());
  std::vector<size_t> sizes;
  while (sizes.size() < 2) {
    ASSERT_TRUE(wait_readable(b.fd()));
    for (const auto& received : arena.receive(b.fd())) {
      EXPECT_FALSE(received.truncated);
      sizes.push_back(received.bytes.size());
    }
  }
  EXPECT_THAT(sizes, testing::ElementsAre(0u, kLargestUdp));
}

TEST(UdpSocket, CountsADatagramTooLargeToSendAndSendsTheRest) {
  UdpSocket a = open_loopback(), b = open_loopback();
  ReceiveArena arena;
  const Buffer impossible = datagram(65520), fine = datagram(20);
  const std::vector<Bytes> both{impossible, fine};
  a.send(both, b.local());
  EXPECT_EQ(a.sent().errors, 1u);
  ASSERT_TRUE(wait_readable(b.fd()));
  EXPECT_EQ(arena.receive(b.fd()).size(), 1u);
}

TEST(UdpSocket, IsNotStalledByAPeerThatIsNotThere) {
  UdpSocket a = open_loopback(), b = open_loopback();
  ReceiveArena arena;
  SocketAddress nobody;
  {
    const UdpSocket gone = open_loopback();
    nobody = gone.local();
  }
  const Buffer bytes = datagram(20);
  const std::vector<Bytes> one{bytes};
  for (int n = 0; n < 5; ++n) a.send(one, nobody);
  EXPECT_TRUE(arena.receive(a.fd()).empty());
  a.send(one, b.local());
  EXPECT_EQ(a.sent().datagrams, 6u);
  ASSERT_TRUE(wait_readable(b.fd()));
  EXPECT_EQ(arena.receive(b.fd()).size(), 1u);
}

TEST(UdpSocket, MarksWithTheCodePoint) {
  auto opened = UdpSocket::open(loopback(), {.dscp = 46});
  ASSERT_TRUE(std::holds_alternative<UdpSocket>(opened));
  int traffic_class = 0;
  socklen_t size = sizeof traffic_class;
  getsockopt(std::get<UdpSocket>(opened).fd(), IPPROTO_IP, IP_TOS, &traffic_class, &size);
  EXPECT_EQ(traffic_class, 46 << 2);
}

TEST(UdpSocket, RefusesAPortThatIsTaken) {
  const UdpSocket first = open_loopback();
  const auto second = UdpSocket::open(first.local(), {});
  ASSERT_TRUE(std::holds_alternative<std::error_code>(second));
  EXPECT_EQ(std::get<std::error_code>(second), std::errc::address_in_use);
}

TEST(StampConverter, ASteppedClockMovesNoArrival) {
  const Time now(seconds(1000));
  const StampConverter stamps(now, seconds(1'700'000'000));
  EXPECT_EQ(stamps.arrival(seconds(1'700'000'000) - milliseconds(3)), now - milliseconds(3));
  EXPECT_EQ(stamps.arrival(seconds(1'700'003'600)), now) << "stamp from before a step backwards";
  EXPECT_EQ(stamps.arrival(seconds(1'699'996'400)), now) << "stamp from before a step forwards";
}

}  // namespace
}  // namespace ptimed
