// SPDX-License-Identifier: AGPL-3.0-or-later
#include "lib/call/config_address.h"

#include <gtest/gtest.h>

#include <algorithm>

namespace ptimed {
namespace {

TEST(ParseAddress, ReadsIpv4InNetworkOrder) {
  const auto address = parse_address("192.0.2.255");
  ASSERT_TRUE(address);
  EXPECT_FALSE(address->ipv6);
  EXPECT_EQ(address->bytes[0], 192);
  EXPECT_EQ(address->bytes[3], 255);
}

TEST(ParseAddress, RefusesOddIpv4) {
  for (const char* text :
       {"1.2.3", "1.2.3.4.5", "256.1.1.1", "1.2.3.", ".1.2.3", "1..2.3", "01.2.3.4", "1.2.3.4 ",
        "0x1.2.3.4", "+1.2.3.4", "1234", "", "host.example"})
    EXPECT_FALSE(parse_address(text)) << text;
}

TEST(ParseAddress, DifferentSpellingsOfOneIpv6AddressAreEqual) {
  const auto full = parse_address("2001:0db8:0000:0000:0000:0000:0000:0001");
  ASSERT_TRUE(full);
  EXPECT_TRUE(full->ipv6);
  EXPECT_EQ(full->bytes[0], 0x20);
  EXPECT_EQ(full->bytes[15], 1);
  EXPECT_EQ(parse_address("2001:db8::1"), full);
  EXPECT_EQ(parse_address("2001:DB8::0:0:1"), full);
  EXPECT_EQ(parse_address("2001:db8:0:0:0:0:0.0.0.1"), full);
}

TEST(ParseAddress, ReadsGapsAtEitherEnd) {
  EXPECT_TRUE(parse_address("::")->is_unspecified());
  EXPECT_EQ(parse_address("::1")->bytes[15], 1);
  EXPECT_EQ(parse_address("1::")->bytes[1], 1);
  EXPECT_EQ(parse_address("::192.0.2.1")->bytes[12], 192);
  EXPECT_TRUE(parse_address("::ffff:192.0.2.1")->is_ipv4_mapped());
}

TEST(ParseAddress, RefusesOddIpv6) {
  for (const char* text :
       {":", ":::", "1:2:3:4:5:6:7", "1:2:3:4:5:6:7:8:9", "1::2::3",
        "12345::", "g::", "1:2:3:4:5:6:7::8", ":1::", "1::2:", "1.2.3.4::", "::1.2.3.4:1",
        "::1.2.3", "[::1]", "::1%", "::1%a/b", "::1%a b", "::1%abcdefghijklmnop", "192.0.2.1%eth0"})
    EXPECT_FALSE(parse_address(text)) << text;
}

TEST(ParseAddress, ScopeIsPartOfTheAddress) {
  const auto address = parse_address("fe80::1%eth0");
  ASSERT_TRUE(address);
  EXPECT_EQ(address->scope, "eth0");
  EXPECT_TRUE(address->is_link_local());
  EXPECT_NE(address, parse_address("fe80::1%eth1"));
  EXPECT_TRUE(parse_address("febf::1%2")->is_link_local());
  EXPECT_FALSE(parse_address("fec0::1")->is_link_local());
}

TEST(ParseAddress, KnowsAddressesOfMoreThanOneHost) {
  for (const char* text : {"224.0.0.1", "239.1.2.3", "255.255.255.255", "ff02::1"})
    EXPECT_TRUE(parse_address(text)->is_multicast()) << text;
  for (const char* text : {"223.255.255.255", "240.0.0.1", "fe80::1"})
    EXPECT_FALSE(parse_address(text)->is_multicast()) << text;
}

TEST(Overlap, AnyAddressCollidesWithAllOfItsFamily) {
  const auto at = [](const char* text) { return parse_address(text).value(); };
  EXPECT_TRUE(overlap(at("0.0.0.0"), at("10.0.0.1")));
  EXPECT_TRUE(overlap(at("::1"), at("::")));
  EXPECT_TRUE(overlap(at("::1"), at("0::1")));
  EXPECT_FALSE(overlap(at("10.0.0.1"), at("10.0.0.2")));
  EXPECT_FALSE(overlap(at("0.0.0.0"), at("::1")));
}

}  // namespace
}  // namespace ptimed
