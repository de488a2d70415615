// SPDX-License-Identifier: AGPL-3.0-or-later
#include "lib/lab/link_drops.h"

#include <gtest/gtest.h>

#include <string>

namespace ptimed {
namespace {

const std::string kHeader = "time_ns,direction,cause,ip_bytes,queued,src,src_port,dst,dst_port\n";
std::string row(int port) {
  return "1700000000000000000,forward,queue-full,200,10,10.77.1.2,20000,10.77.2.2," +
         std::to_string(port) + "\n";
}

TEST(LinkDrops, TellsRtpFromRtcpByThePort) {
  const auto drops = count_drops(kHeader + row(20'000) + row(20'001) + row(20'002) + row(0));
  ASSERT_TRUE(drops);
  EXPECT_EQ(drops->even_port, 2u);
  EXPECT_EQ(drops->odd_port, 1u);
  EXPECT_EQ(drops->bad_lines, 0);
}

TEST(LinkDrops, LeavesOutATornLastLineWhereverItWasTorn) {
  for (size_t cut = 0; cut < row(20'002).size(); ++cut) {
    const auto drops = count_drops(kHeader + row(20'000) + row(20'002).substr(0, cut));
    ASSERT_TRUE(drops) << cut;
    EXPECT_EQ(drops->even_port, 1u) << cut;
  }
}

TEST(LinkDrops, CountsLinesThatAreNotOurs) {
  const auto drops =
      count_drops(kHeader + "garbage\n1,2,3,4,5,6,7,8,-4\n1,2,3,4,5,6,7,8,70000\n1,2\n" + row(8));
  ASSERT_TRUE(drops);
  EXPECT_EQ(drops->bad_lines, 4);
  EXPECT_EQ(drops->even_port, 1u);
}

TEST(LinkDrops, AnotherFileIsNoDropLog) {
  EXPECT_FALSE(count_drops(""));
  EXPECT_FALSE(count_drops("call,seq\n1,2\n"));
  EXPECT_FALSE(count_drops("dst_port"));
}

}  // namespace
}  // namespace ptimed
