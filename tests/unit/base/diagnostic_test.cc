// SPDX-License-Identifier: AGPL-3.0-or-later
#include "lib/base/diagnostic.h"

#include <gtest/gtest.h>

namespace ptimed {
namespace {

TEST(Diagnostic, SaysWhereWhatAndWhatIsExpected) {
  const Diagnostic d{
      "a.yaml", 12, 5, "calls[2].ptime.initial", "65 ms is no multiple of 10 ms", "10ms to 60ms"};
  EXPECT_EQ(
      d.to_string(),
      "a.yaml:12:5: calls[2].ptime.initial: 65 ms is no multiple of 10 ms, expected 10ms to 60ms");
}

TEST(Diagnostic, LeavesOutWhatIsEmpty) {
  EXPECT_EQ((Diagnostic{"a.yaml", 0, 0, "", "is empty", ""}).to_string(), "a.yaml: is empty");
  EXPECT_EQ((Diagnostic{"", 0, 0, "rate", "is no rate", ""}).to_string(), "rate: is no rate");
  EXPECT_EQ((Diagnostic{"", 0, 0, "", "broken", ""}).to_string(), "broken");
}

TEST(NearestWord, FindsTheWordATypoMeant) {
  const std::vector<std::string> words{"ptime", "policy", "playout", "peer"};
  EXPECT_EQ(nearest_word("ptme", words), "ptime");
  EXPECT_EQ(nearest_word("polcy", words), "policy");
  EXPECT_EQ(nearest_word("playuot", words), "playout");
  EXPECT_EQ(nearest_word("peer", words), "peer");
}

TEST(NearestWord, GivesNothingWhenNothingIsNear) {
  const std::vector<std::string> words{"ptime", "policy"};
  EXPECT_EQ(nearest_word("bandwidth", words), "");
  EXPECT_EQ(nearest_word("", words), "");
  EXPECT_EQ(nearest_word("ptime", {}), "");
}

}  // namespace
}  // namespace ptimed
