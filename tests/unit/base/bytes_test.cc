// SPDX-License-Identifier: AGPL-3.0-or-later
#include "lib/base/bytes.h"

#include <gtest/gtest.h>

namespace ptimed {
namespace {

const Buffer kCounting{0x01, 0x02, 0x03, 0x04, 0x05, 0x06, 0x07, 0x08, 0x09};

TEST(Reader, ReadsBigEndianValuesOneAfterTheOther) {
  Reader r(kCounting);
  EXPECT_EQ(r.u8(), 0x01);
  EXPECT_EQ(r.u16(), 0x0203);
  EXPECT_EQ(r.u24(), 0x040506u);
  EXPECT_EQ(r.left(), 3u);
  EXPECT_EQ(r.rest().data(), kCounting.data() + 6);
  EXPECT_TRUE(r.ok());
  Reader wide(kCounting);
  EXPECT_EQ(wide.u32(), 0x01020304u);
  EXPECT_EQ(Reader(kCounting).u64(), 0x0102030405060708u);
}

TEST(Reader, AReadPastTheEndYields0AndIsRemembered) {
  Reader r(Bytes(kCounting).first(3));
  EXPECT_EQ(r.u32(), 0u);
  EXPECT_FALSE(r.ok());
  EXPECT_EQ(r.u8(), 0);
  EXPECT_EQ(r.left(), 0u);
  EXPECT_FALSE(r.ok());
}

TEST(Reader, ReadingExactlyToTheEndIsFine) {
  Reader r(kCounting);
  r.skip(1);
  r.u64();
  EXPECT_TRUE(r.ok());
  EXPECT_EQ(r.left(), 0u);
  r.skip(0);
  EXPECT_TRUE(r.ok());
  r.skip(1);
  EXPECT_FALSE(r.ok());
}

TEST(Reader, TakeViewsTheBytesInPlace) {
  Reader r(kCounting);
  const Bytes head = r.take(4);
  EXPECT_EQ(head.data(), kCounting.data());
  EXPECT_EQ(head.size(), 4u);
  EXPECT_TRUE(r.take(6).empty());
  EXPECT_FALSE(r.ok());
}

TEST(Reader, AHugeLengthDoesNotWrapAround) {
  Reader r(kCounting);
  EXPECT_TRUE(r.take(SIZE_MAX).empty());
  EXPECT_FALSE(r.ok());
}

TEST(Writer, WritesWhatTheReaderReads) {
  Buffer out;
  Writer w(out);
  w.u8(0x81);
  w.u16(0xfedc);
  w.u24(0x123456);
  w.u32(0xdeadbeef);
  w.u64(0x0102030405060708);
  Reader r(out);
  EXPECT_EQ(r.u8(), 0x81);
  EXPECT_EQ(r.u16(), 0xfedc);
  EXPECT_EQ(r.u24(), 0x123456u);
  EXPECT_EQ(r.u32(), 0xdeadbeefu);
  EXPECT_EQ(r.u64(), 0x0102030405060708u);
  EXPECT_TRUE(r.ok());
  EXPECT_EQ(r.left(), 0u);
}

TEST(Writer, AppendsTextBytesAndZeros) {
  Buffer out{9};
  Writer w(out);
  w.text("ab");
  w.bytes(Buffer{1, 2});
  w.zeros(3);
  EXPECT_EQ(out, (Buffer{9, 'a', 'b', 1, 2, 0, 0, 0}));
  EXPECT_EQ(w.size(), 8u);
}

TEST(Writer, PatchesALengthWrittenEarlier) {
  Buffer out{7};
  Writer w(out);
  w.u16(0);
  w.u8(5);
  w.patch_u16(1, 0xabcd);
  EXPECT_EQ(out, (Buffer{7, 0xab, 0xcd, 5}));
}

TEST(Writer, KeepsOnlyTheLowBitsOfAValueTooLarge) {
  Buffer out;
  Writer w(out);
  w.u8(0x1ff);
  w.u24(0xff000001);
  EXPECT_EQ(out, (Buffer{0xff, 0x00, 0x00, 0x01}));
}

}  // namespace
}  // namespace ptimed
