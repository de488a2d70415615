// SPDX-License-Identifier: AGPL-3.0-or-later
#include "lib/base/yaml_schema.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <limits>

namespace ptimed {
namespace {

using std::chrono::milliseconds;
using ::testing::ElementsAre;
using ::testing::IsEmpty;

std::vector<std::string> lines(YamlReport& report) {
  std::vector<std::string> out;
  for (const Diagnostic& d : report.take()) out.push_back(d.to_string());
  return out;
}

std::vector<std::string> syntax_problems(std::string_view text) {
  YamlReport report("f");
  EXPECT_FALSE(parse_yaml(text, report).has_value());
  return lines(report);
}

/// Reads the mapping `text` with `read` and returns what was wrong.
template <class Read>
std::vector<std::string> problems(std::string_view text, Read read) {
  YamlReport report("f");
  const auto root = parse_yaml(text, report);
  if (root) {
    YamlMapping top(*root, "", report);
    read(top);
    top.finish();
  }
  return lines(report);
}

TEST(YamlTree, KeepsPlacesOfKeysAndValues) {
  YamlReport report("f");
  const auto root = parse_yaml("a: 1\nb:\n  - {c: 'x y'}\n", report);
  ASSERT_TRUE(root);
  ASSERT_EQ(root->entries.size(), 2u);
  const YamlEntry& b = root->entries[1];
  EXPECT_EQ(b.line, 2);
  EXPECT_EQ(b.column, 1);
  const YamlEntry& c = b.value.items.at(0).entries.at(0);
  EXPECT_EQ(c.value.scalar, "x y");
  EXPECT_EQ(c.value.line, 3);
  EXPECT_EQ(c.value.column, 9);
}

TEST(YamlTree, SyntaxErrorIsOneProblemWithItsPlace) {
  EXPECT_THAT(syntax_problems("a: b: c"), ElementsAre("f:1:5: YAML syntax: illegal map value"));
  EXPECT_THAT(syntax_problems("a: 1\n}"), ElementsAre("f:2:1: YAML syntax: illegal flow end"));
}

TEST(YamlTree, NothingToReadIsAProblem) {
  for (const char* text : {"", "\n\n", "# only a comment\n", "---\n", "~"})
    EXPECT_THAT(syntax_problems(text), ElementsAre("f: the file is empty")) << text;
}

TEST(YamlTree, NamesATabInTheIndentation) {
  EXPECT_THAT(syntax_problems("a:\n  - b\n \t- c\n"),
              ElementsAre("f:3:2: YAML syntax: a tab in the indentation, expected spaces"));
}

TEST(YamlTree, RefusesBytesThatAreNotUtf8) {
  for (const char* bad : {"a: \xff", "a: \xc0\x80", "a: \xe0\x80\x80", "a: \xed\xa0\x80",
                          "a: \xf4\x90\x80\x80", "a: \xc3"})
    EXPECT_THAT(syntax_problems(bad), ElementsAre("f:1:4: not UTF-8, expected UTF-8 text"));
  YamlReport report("f");
  EXPECT_TRUE(parse_yaml("a: \xc3\xa4 \xe2\x82\xac \xf0\x9f\x98\x80", report));
}

TEST(YamlTree, RefusesControlCharactersWhichWouldEndTheTextUnsaid) {
  EXPECT_THAT(syntax_problems("a: b\n c\x04"),
              ElementsAre("f:2:3: a control character, expected UTF-8 text"));
  EXPECT_THAT(syntax_problems(std::string_view("a\0b", 3)),
              ElementsAre("f:1:2: a control character, expected UTF-8 text"));
}

TEST(YamlTree, RefusesASecondDocument) {
  EXPECT_THAT(syntax_problems("a: 1\n---\nb: 1\n"),
              ElementsAre("f:3:1: a second document, expected one"));
}

TEST(YamlTree, RefusesKeysThatAreNoWords) {
  EXPECT_THAT(syntax_problems("? [a]\n: b"),
              ElementsAre("f:1:3: YAML syntax: a key that is not a plain word"));
}

TEST(YamlTree, DeepNestingEndsAtTheLimit) {
  for (const char* opening : {"[", "{a: ", "- ", "? "}) {
    std::string text;
    for (int i = 0; i < 100'000; ++i) text += opening;
    const auto found = syntax_problems(text);
    ASSERT_EQ(found.size(), 1u) << opening;
    EXPECT_THAT(found[0], ::testing::HasSubstr("nested more than 32 levels deep")) << opening;
  }
}

TEST(YamlTree, RefusesTextBeyondItsLimit) {
  EXPECT_THAT(syntax_problems(std::string(kMaxYamlBytes + 1, ' ')),
              ElementsAre("f: longer than 4 MiB"));
}

TEST(YamlTree, AliasesAreRefusedWhereTheyStandAndNeverExpanded) {
  std::string laughs = "a: &a [x, x]\n";
  for (char c = 'b'; c <= 'z'; ++c) {
    const char before = static_cast<char>(c - 1);
    laughs += std::string(1, c) + ": &" + c + " [*" + before + ", *" + before + ", *" + before +
              ", *" + before + "]\n";
  }
  YamlReport report("f");
  const auto root = parse_yaml(laughs, report);
  ASSERT_TRUE(root);
  EXPECT_EQ(root->entries.back().value.items.size(), 4u);
  EXPECT_THAT(problems("a: &x one\nb: *x\n",
                       [](YamlMapping& top) {
                         std::string text;
                         EXPECT_TRUE(top.text("a", text));
                         EXPECT_FALSE(top.text("b", text));
                         EXPECT_EQ(text, "one");
                       }),
              ElementsAre("f:2:4: b: is an alias, expected text"));
}

TEST(YamlTree, TagsAreRefused) {
  EXPECT_THAT(problems("a: !secret b",
                       [](YamlMapping& top) {
                         std::string text;
                         top.text("a", text);
                       }),
              ElementsAre("f:1:4: a: has the tag !secret, expected text"));
}

TEST(YamlMapping, UnknownKeyNamesTheNearestOrAllKnown) {
  const auto read = [](YamlMapping& top) {
    top.find("rate");
    top.find("delay");
    top.find("queue");
  };
  EXPECT_THAT(problems("rat: 1\nzzzzzz: 2\nDELAY: 3", read),
              ElementsAre("f:1:1: rat: unknown key (did you mean `rate`?)",
                          "f:2:1: zzzzzz: unknown key, expected rate, delay or queue",
                          "f:3:1: DELAY: unknown key (did you mean `delay`?)"));
}

TEST(YamlMapping, DuplicateKeyNamesTheFirstLine) {
  const auto read = [](YamlMapping& top) { top.find("a"); };
  EXPECT_THAT(problems("a: 1\n\na: 2\na: 3", read),
              ElementsAre("f:3:1: a: duplicate key, first in line 1",
                          "f:4:1: a: duplicate key, first in line 1"));
}

TEST(YamlMapping, WholeNumbersKeepTheirTypesRange) {
  uint64_t wide = 0;
  uint16_t narrow = 7;
  int negative = 0;
  const auto read = [&](YamlMapping& top) {
    top.integer("wide", wide, 0, std::numeric_limits<uint64_t>::max());
    top.integer("narrow", narrow, 1, 100);
    top.integer("negative", negative, -5, 5);
  };
  EXPECT_THAT(problems("wide: 18446744073709551615\nnarrow: 0x10\nnegative: -5", read), IsEmpty());
  EXPECT_EQ(wide, std::numeric_limits<uint64_t>::max());
  EXPECT_EQ(narrow, 16);
  EXPECT_EQ(negative, -5);
  EXPECT_THAT(problems("wide: 18446744073709551616\nnarrow: 101\nnegative: 1.5", read),
              ElementsAre("f:1:7: wide: 18446744073709551616 is out of range, "
                          "expected 0..18446744073709551615",
                          "f:2:9: narrow: 101 is out of range, expected 1..100",
                          "f:3:11: negative: 1.5 is not a whole number, expected -5..5"));
  EXPECT_EQ(narrow, 16);
}

TEST(YamlMapping, OddSpellingsAreNoWholeNumbers) {
  int target = 0;
  for (const char* text : {"a: 0x", "a: -", "a: +1", "a: 1e3", "a: 0xg", "a: ' 1'", "a: ''"})
    EXPECT_EQ(problems(text, [&](YamlMapping& top) { top.integer("a", target, 0, 9); }).size(), 1u)
        << text;
  EXPECT_EQ(target, 0);
}

TEST(YamlMapping, DurationsAndRatesNeedAUnit) {
  Duration delay{0};
  int64_t rate = 0;
  const auto read = [&](YamlMapping& top) {
    top.duration("delay", delay, Duration{0}, milliseconds(500));
    top.rate("rate", rate, 1'000, 1'000'000);
  };
  EXPECT_THAT(problems("delay: 30ms\nrate: 300kbit", read), IsEmpty());
  EXPECT_EQ(delay, milliseconds(30));
  EXPECT_EQ(rate, 300'000);
  EXPECT_THAT(problems("delay: 30\nrate: 300", read),
              ElementsAre("f:1:8: delay: 30 has no unit, expected a duration such as 20ms or 1m30s",
                          "f:2:7: rate: 300 has no unit, expected a rate such as 300kbit"));
  EXPECT_THAT(problems("delay: -1ms\nrate: 2Mbit", read),
              ElementsAre("f:1:8: delay: -1ms is not a duration, expected a duration such as "
                          "20ms or 1m30s",
                          "f:2:7: rate: 2Mbit is out of range, expected 1kbit..1Mbit"));
}

TEST(YamlMapping, SharesArePercentOrFraction) {
  double share = 0;
  const auto read = [&](YamlMapping& top) { top.share("a", share, 0, 0.5); };
  EXPECT_THAT(problems("a: 2.5%", read), IsEmpty());
  EXPECT_DOUBLE_EQ(share, 0.025);
  EXPECT_THAT(problems("a: 0.05", read), IsEmpty());
  EXPECT_DOUBLE_EQ(share, 0.05);
  EXPECT_THAT(problems("a: 5", read), ElementsAre("f:1:4: a: 5 is out of range, expected 0%..50%"));
  EXPECT_THAT(problems("a: much", read),
              ElementsAre("f:1:4: a: much is not a share, expected a share such as 5% or 0.05"));
  EXPECT_EQ(problems("a: nan", read).size(), 1u);
}

TEST(YamlMapping, WrongKindsAreNamed) {
  bool flag = false;
  const auto read = [&](YamlMapping& top) {
    top.boolean("a", flag);
    top.mapping("b");
    top.list("c");
  };
  EXPECT_THAT(problems("a: [true]\nb: [1]\nc: {d: 1}", read),
              ElementsAre("f:1:4: a: is a list, expected true or false",
                          "f:2:4: b: is a list, expected a mapping",
                          "f:3:4: c: is a mapping, expected a list"));
  EXPECT_THAT(problems("a: yes\nb: 1\nc: 1", read),
              ElementsAre("f:1:4: a: yes is neither true nor false, expected true or false",
                          "f:2:4: b: is a single value, expected a mapping",
                          "f:3:4: c: is a single value, expected a list"));
}

TEST(YamlMapping, EmptyValueIsAnEmptyListOrMappingButNoScalar) {
  std::string text;
  const auto read = [&](YamlMapping& top) {
    top.text("a", text);
    top.mapping("b");
    EXPECT_THAT(top.list("c"), IsEmpty());
  };
  EXPECT_THAT(problems("a:\nb:\nc:\n", read), ElementsAre("f:1:1: a: has no value, expected text"));
}

TEST(YamlMapping, ChoiceSuggestsTheNearestWord) {
  std::string word;
  const auto read = [&](YamlMapping& top) { top.choice("a", word, {"avp", "avpf"}); };
  EXPECT_THAT(
      problems("a: AVPF", read),
      ElementsAre("f:1:4: a: AVPF is unknown (did you mean `avpf`?), expected avp or avpf"));
  EXPECT_THAT(problems("a: avpf", read), IsEmpty());
  EXPECT_EQ(word, "avpf");
}

TEST(YamlMapping, TextHoldsNoControlCharacters) {
  std::string text = "as it was";
  EXPECT_THAT(problems("a: \"x\\ny\"", [&](YamlMapping& top) { top.text("a", text); }),
              ElementsAre("f:1:4: a: holds a control character, expected text"));
  EXPECT_EQ(text, "as it was");
}

TEST(YamlMapping, MissingKeyIsReportedAtItsMapping) {
  EXPECT_THAT(problems("a: 1",
                       [](YamlMapping& top) {
                         top.find("a");
                         top.require("b", "1..9");
                       }),
              ElementsAre("f:1:1: b: is missing, expected 1..9"));
}

TEST(YamlReport, PutsProblemsInTheTextsOrderAndIdenticalOnesOnce) {
  YamlReport report("f");
  report.add({"b", 2, 1}, "bad");
  report.add({"a", 1, 5}, "bad");
  report.add({"b", 2, 1}, "bad");
  EXPECT_FALSE(report.ok());
  EXPECT_THAT(lines(report), ElementsAre("f:1:5: a: bad", "f:2:1: b: bad"));
}

TEST(YamlText, MessagesShowLongAndOddTextCutAndClean) {
  EXPECT_EQ(shown(""), "\"\"");
  EXPECT_EQ(shown("a\x1b[31m"), "a?[31m");
  EXPECT_EQ(shown(std::string(100, 'x')), std::string(60, 'x') + "...");
  EXPECT_EQ(shown(std::string(59, 'x') + "\xc3\xa4"), std::string(59, 'x') + "...");
}

TEST(YamlText, SharesAndNumbersReadBackToTheSameValue) {
  for (const double value : {0.0, 0.05, 0.025, 0.07, 0.29, 0.57, 1.0 / 3, 0.1 + 0.2, 1e-9})
    EXPECT_EQ(parse_share(format_share(value)), value) << format_share(value);
  EXPECT_EQ(format_share(0.025), "2.5%");
  EXPECT_EQ(format_number(440), "440");
}

}  // namespace
}  // namespace ptimed
