// SPDX-License-Identifier: AGPL-3.0-or-later
#include "daemon/socket_address.h"

#include <gtest/gtest.h>

namespace ptimed {
namespace {

TEST(SocketAddress, ReadsBothFamilies) {
  EXPECT_EQ(SocketAddress::parse("192.0.2.1", 5004)->to_string(), "192.0.2.1:5004");
  EXPECT_EQ(SocketAddress::parse("2001:db8::1", 5004)->to_string(), "[2001:db8::1]:5004");
}

TEST(SocketAddress, KnowsTheInterfaceOfALinkLocalAddress) {
  const auto by_name = SocketAddress::parse("fe80::1%lo", 1);
  ASSERT_TRUE(by_name);
  EXPECT_EQ(by_name->to_string(), "[fe80::1%1]:1");
  EXPECT_EQ(*SocketAddress::parse("fe80::1%1", 1), *by_name);
  EXPECT_FALSE(SocketAddress::parse("fe80::1%no-such-interface", 1));
}

TEST(SocketAddress, TakesNoNames) {
  for (const char* text : {"", "localhost", "192.0.2", "192.0.2.1%lo", "::g", "1.2.3.4.5"})
    EXPECT_FALSE(SocketAddress::parse(text, 1)) << text;
}

TEST(SocketAddress, DiffersByHostPortAndScope) {
  const auto a = *SocketAddress::parse("192.0.2.1", 1);
  EXPECT_NE(a, *SocketAddress::parse("192.0.2.1", 2));
  EXPECT_NE(a, *SocketAddress::parse("192.0.2.2", 1));
  EXPECT_NE(a, *SocketAddress::parse("::ffff:192.0.2.1", 1));
  EXPECT_NE(*SocketAddress::parse("fe80::1%1", 1), *SocketAddress::parse("fe80::1%2", 1));
  EXPECT_EQ(*SocketAddress::parse("2001:db8::1", 1), *SocketAddress::parse("2001:db8:0::1", 1));
}

}  // namespace
}  // namespace ptimed
