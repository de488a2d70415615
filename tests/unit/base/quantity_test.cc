// SPDX-License-Identifier: AGPL-3.0-or-later
#include "lib/base/quantity.h"

#include <gtest/gtest.h>

namespace ptimed {
namespace {

using namespace std::chrono_literals;

TEST(ParseDuration, ReadsEachUnit) {
  EXPECT_EQ(parse_duration("20ms"), 20ms);
  EXPECT_EQ(parse_duration("5s"), 5s);
  EXPECT_EQ(parse_duration("2m"), 2min);
  EXPECT_EQ(parse_duration("1h"), 1h);
  EXPECT_EQ(parse_duration("7us"), 7us);
  EXPECT_EQ(parse_duration("9ns"), 9ns);
}

TEST(ParseDuration, ReadsSumsAndDecimals) {
  EXPECT_EQ(parse_duration("1m30s"), 90s);
  EXPECT_EQ(parse_duration("1h2m3s4ms"), 1h + 2min + 3s + 4ms);
  EXPECT_EQ(parse_duration("1.5s"), 1500ms);
  EXPECT_EQ(parse_duration("0"), 0s);
  EXPECT_EQ(parse_duration("0s"), 0s);
}

TEST(ParseDuration, RefusesEverythingElse) {
  for (const char* text :
       {"", "20", "ms", "20 ms", " 20ms", "20ms ", "-20ms", "+20ms", "1e3s", "20msec", "20M",
        "30s1m", "1s1s", "20ms5", "nan", "inf", "0x10s", "1..5s", "300y"})
    EXPECT_EQ(parse_duration(text), std::nullopt) << '"' << text << '"';
}

TEST(ParseDuration, RefusesWhatDoesNotFit292Years) {
  EXPECT_TRUE(parse_duration("2500000h"));
  EXPECT_EQ(parse_duration("2600000h"), std::nullopt);
  EXPECT_EQ(parse_duration("2500000h9000000000s"), std::nullopt);
  EXPECT_EQ(parse_duration("99999999999999999999999999s"), std::nullopt);
}

TEST(FormatDuration, IsTheShortestExactForm) {
  EXPECT_EQ(format_duration(90s), "1m30s");
  EXPECT_EQ(format_duration(20ms), "20ms");
  EXPECT_EQ(format_duration(0s), "0s");
  EXPECT_EQ(format_duration(1h + 1ns), "1h1ns");
  EXPECT_EQ(format_duration(-1500ms), "-1s500ms");
}

TEST(FormatDuration, IsReadBackToTheSameValue) {
  for (const Duration d : {Duration{0s}, Duration{1ns}, Duration{20ms}, Duration{90s + 5ms},
                           Duration{100h + 1us}, Duration{290 * 365 * 24h}})
    EXPECT_EQ(parse_duration(format_duration(d)), d) << format_duration(d);
}

TEST(ParseRate, ReadsPowersOfAThousand) {
  EXPECT_EQ(parse_rate("300kbit"), 300'000);
  EXPECT_EQ(parse_rate("1.5Mbit"), 1'500'000);
  EXPECT_EQ(parse_rate("2Gbit"), 2'000'000'000);
  EXPECT_EQ(parse_rate("64bit"), 64);
  EXPECT_EQ(parse_rate("0bit"), 0);
}

TEST(ParseRate, RefusesEverythingElse) {
  for (const char* text : {"", "300", "300k", "300kbps", "300 kbit", "300Kbit", "-1kbit",
                           "300kbit ", "1kbit1bit", "99999999999999999999Gbit"})
    EXPECT_EQ(parse_rate(text), std::nullopt) << '"' << text << '"';
}

TEST(FormatRate, IsTheShortestExactForm) {
  EXPECT_EQ(format_rate(300'000), "300kbit");
  EXPECT_EQ(format_rate(1'000'000), "1Mbit");
  EXPECT_EQ(format_rate(1'234'567), "1234567bit");
  EXPECT_EQ(format_rate(0), "0bit");
}

}  // namespace
}  // namespace ptimed
