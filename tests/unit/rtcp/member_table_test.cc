// SPDX-License-Identifier: AGPL-3.0-or-later
#include "lib/rtcp/member_table.h"

#include <gtest/gtest.h>

namespace ptimed {
namespace {

using std::chrono::milliseconds;
using std::chrono::seconds;

constexpr Ssrc kOwn{1}, kOther{2};
constexpr MemberTimeouts kTimeouts{seconds(25), seconds(10)};

Time at(int s) { return Time{} + seconds(s); }

TEST(MemberTable, HoldsThisParticipantFromTheStart) {
  const MemberTable table(kOwn);
  EXPECT_EQ(table.members(), 1);
  EXPECT_EQ(table.senders(), 0);
  EXPECT_TRUE(table.is_member(kOwn));
  EXPECT_FALSE(table.we_sent());
}

TEST(MemberTable, RtcpMakesMembersRtpMakesSenders) {
  MemberTable table(kOwn);
  table.on_rtcp(at(0), kOther);
  EXPECT_EQ(table.members(), 2);
  EXPECT_EQ(table.senders(), 0);
  table.on_rtp(at(1), kOther);
  table.on_rtp(at(2), kOther);
  EXPECT_EQ(table.members(), 2);
  EXPECT_EQ(table.senders(), 1);
}

TEST(MemberTable, OwnPacketsMakeNoSecondMember) {
  MemberTable table(kOwn);
  table.on_rtp(at(0), kOwn);
  EXPECT_EQ(table.members(), 1);
  EXPECT_EQ(table.senders(), 1);
  EXPECT_TRUE(table.we_sent());
}

TEST(MemberTable, SenderTimesOutBeforeMember) {
  MemberTable table(kOwn);
  table.on_rtp(at(0), kOther);
  EXPECT_FALSE(table.expire(at(10), kTimeouts));
  EXPECT_TRUE(table.is_sender(kOther)) << "exactly 2T is not more than 2T";
  EXPECT_FALSE(table.expire(at(11), kTimeouts));
  EXPECT_FALSE(table.is_sender(kOther));
  EXPECT_EQ(table.members(), 2);
  EXPECT_TRUE(table.expire(at(26), kTimeouts));
  EXPECT_EQ(table.members(), 1);
}

TEST(MemberTable, RtcpKeepsAMemberButNotASender) {
  MemberTable table(kOwn);
  table.on_rtp(at(0), kOther);
  table.on_rtcp(at(20), kOther);
  EXPECT_FALSE(table.expire(at(30), kTimeouts));
  EXPECT_EQ(table.members(), 2);
  EXPECT_EQ(table.senders(), 0);
}

TEST(MemberTable, OwnSendingEndsButOwnMembershipDoesNot) {
  MemberTable table(kOwn);
  table.on_rtp(at(0), kOwn);
  EXPECT_FALSE(table.expire(at(1000), kTimeouts));
  EXPECT_FALSE(table.we_sent());
  EXPECT_EQ(table.members(), 1);
  table.on_rtp(at(1001), kOwn);
  EXPECT_TRUE(table.we_sent());
  EXPECT_EQ(table.members(), 1);
}

TEST(MemberTable, StragglersAfterByeCountForNothing) {
  MemberTable table(kOwn);
  table.on_rtp(at(0), kOther);
  EXPECT_TRUE(table.on_bye(at(1), kOther));
  table.on_rtp(at(1) + milliseconds(50), kOther);
  EXPECT_EQ(table.members(), 1);
  EXPECT_EQ(table.senders(), 0);
  EXPECT_FALSE(table.on_bye(at(2), kOther)) << "once only";
}

TEST(MemberTable, ReturnAfterByeIsANewMember) {
  MemberTable table(kOwn);
  table.on_rtp(at(0), kOther);
  table.on_bye(at(1), kOther);
  table.on_rtp(at(4), kOther);
  EXPECT_EQ(table.members(), 2);
  EXPECT_EQ(table.senders(), 1);
}

TEST(MemberTable, OldByeIsForgottenWithoutCountingTwice) {
  MemberTable table(kOwn);
  table.on_rtcp(at(0), kOther);
  table.on_bye(at(1), kOther);
  EXPECT_FALSE(table.expire(at(10), kTimeouts));
  EXPECT_EQ(table.members(), 1);
}

TEST(MemberTable, ByeOfAStrangerOrOfOurselvesChangesNothing) {
  MemberTable table(kOwn);
  EXPECT_FALSE(table.on_bye(at(0), kOther));
  EXPECT_FALSE(table.on_bye(at(0), kOwn));
  EXPECT_EQ(table.members(), 1);
}

}  // namespace
}  // namespace ptimed
