// SPDX-License-Identifier: AGPL-3.0-or-later
#include "lib/policy/registry.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace ptimed {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;
using testing::IsSupersetOf;
using testing::Pair;
using testing::UnorderedElementsAre;

/// "key: problem, expected ..." per problem.
std::vector<std::string> problems(std::string_view name, const PolicyParameters& parameters,
                                  std::string_view codec = "pcmu") {
  const auto made = make_policy(name, parameters, codec);
  std::vector<std::string> lines;
  if (const auto* all = std::get_if<std::vector<PolicyProblem>>(&made))
    for (const PolicyProblem& one : *all)
      lines.push_back(one.key + ": " + one.problem + ", expected " + one.expected);
  return lines;
}

TEST(PolicyRegistry, KnowsThePoliciesOfTheStudy) {
  EXPECT_THAT(policy_names(), IsSupersetOf({"none", "busse-1996", "patent-2005"}));
}

TEST(PolicyRegistry, UnknownNameGetsTheNearestOne) {
  EXPECT_THAT(problems("buse-1996", {}),
              ElementsAre(": unknown policy \"buse-1996\", expected \"busse-1996\""));
  EXPECT_THAT(problems("patent-2006", {}),
              ElementsAre(": unknown policy \"patent-2006\", expected \"patent-2005\""));
}

TEST(PolicyRegistry, UnknownNameLikeNoneOfThemGetsTheList) {
  EXPECT_THAT(
      problems("zzz", {}),
      ElementsAre(": unknown policy \"zzz\", expected one of none, busse-1996, patent-2005"));
}

TEST(PolicyRegistry, UnknownParameterGetsTheNearestOne) {
  EXPECT_THAT(problems("busse-1996", {{"alpa", "0.3"}}),
              ElementsAre("alpa: unknown parameter, expected \"alpha\""));
  EXPECT_THAT(problems("busse-1996", {{"ladder", "x"}}),
              ElementsAre("ladder: unknown parameter, expected one of alpha, congested, nack_step, "
                          "step, unloaded"));
  EXPECT_THAT(problems("none", {{"alpha", "0.3"}}),
              ElementsAre("alpha: unknown parameter, expected no parameters"));
}

TEST(PolicyRegistry, EveryProblemComesInOneGo) {
  EXPECT_THAT(problems("busse-1996", {{"alpha", "2"},
                                      {"unloaded", "two"},
                                      {"step", "15ms"},
                                      {"nack_step", "-10ms"},
                                      {"stepp", "10ms"}}),
              UnorderedElementsAre(
                  "alpha: \"2\" is not valid, expected a number from 0.001 to 1",
                  "unloaded: \"two\" is not valid, expected a number from 0 to 100",
                  "step: \"15ms\" is not valid, expected a multiple of 10ms from 10ms to 200ms",
                  "nack_step: \"-10ms\" is not valid, expected a multiple of 10ms from 0s to 200ms",
                  "stepp: unknown parameter, expected \"step\""));
}

TEST(PolicyRegistry, NumbersMustBeWholeTexts) {
  for (const char* text : {"", " 1", "1 ", "0.3x", "nan", "inf", "0x1", "1,5", "1 %"})
    EXPECT_EQ(problems("busse-1996", {{"alpha", text}}).size(), 1u) << text;
}

TEST(PolicyRegistry, StepOfZeroIsRefused) {
  EXPECT_EQ(problems("busse-1996", {{"step", "0"}}).size(), 1u);
  EXPECT_EQ(problems("patent-2005", {{"step", "0ms"}}).size(), 1u);
}

TEST(PolicyRegistry, CongestedBelowUnloadedIsRefused) {
  EXPECT_THAT(problems("busse-1996", {{"unloaded", "5"}}),
              ElementsAre("congested: 4 is below unloaded, expected at least 5"));
  EXPECT_THAT(problems("busse-1996", {{"unloaded", "4"}}), IsEmpty());
}

TEST(PolicyRegistry, MalformedLadderShowsAGoodOneForTheCodec) {
  EXPECT_THAT(
      problems("patent-2005", {{"ladder", "2:20ms"}}),
      ElementsAre(
          "ladder: \"2:20ms\" is not valid, expected rising percent:ptime pairs up to inf, such as "
          "2:20ms,inf:30ms"));
}

TEST(PolicyRegistry, UnknownWayDownGetsTheNearestOne) {
  EXPECT_THAT(problems("patent-2005", {{"down", "jmp"}}),
              ElementsAre("down: \"jmp\" is not valid, expected \"jump\""));
  EXPECT_THAT(problems("patent-2005", {{"down", "slide"}}),
              ElementsAre("down: \"slide\" is not valid, expected one of step, jump"));
}

TEST(EffectiveParameters, AreAllOfThemWithDefaults) {
  EXPECT_THAT(effective_parameters("none", {}, "pcmu"), IsEmpty());
  EXPECT_THAT(
      effective_parameters("busse-1996", {}, "pcmu"),
      UnorderedElementsAre(Pair("alpha", "0.3"), Pair("unloaded", "2"), Pair("congested", "4"),
                           Pair("step", "10ms"), Pair("nack_step", "10ms")));
}

TEST(EffectiveParameters, DifferByCodec) {
  EXPECT_EQ(effective_parameters("patent-2005", {}, "pcma").at("ladder"), "2:20ms,inf:30ms");
  EXPECT_EQ(effective_parameters("patent-2005", {}, "sized:g729").at("ladder"),
            "2:30ms,4:40ms,6:50ms,8:60ms,10:70ms,inf:80ms");
}

TEST(EffectiveParameters, ShowWhatWasGiven) {
  const auto effective =
      effective_parameters("busse-1996", {{"alpha", "0.25"}, {"nack_step", "0"}}, "pcmu");
  EXPECT_EQ(effective.at("alpha"), "0.25");
  EXPECT_EQ(effective.at("nack_step"), "0s");
}

TEST(EffectiveParameters, OfAnUnknownPolicyAreNone) {
  EXPECT_THAT(effective_parameters("zzz", {{"alpha", "1"}}, "pcmu"), IsEmpty());
}

}  // namespace
}  // namespace ptimed
