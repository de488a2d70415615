// SPDX-License-Identifier: AGPL-3.0-or-later
#include "lib/lab/rfc4586_experiment.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace ptimed {
namespace {

using testing::HasSubstr;

constexpr std::string_view kText = R"(
experiment: probe
about: a probe
within: {mwt_s: 0.1}
widen: [0.5, 2]
base: {session: 20kbit}
cases:
  - case: one, with a comma
    plan: {l: 1}
    rfc: {A2.mwt_s: 2.5, wait_ms: [10, 20], A2.sent: 7}
  - case: two
    rfc: {A2.mwt_s: 2.5}
    target: {A2.mwt_s: [0, 1]}
)";

Rfc4586Experiment parsed(std::string_view text = kText) {
  auto result = parse_rfc4586_experiment(text, "probe.yaml");
  EXPECT_TRUE(std::holds_alternative<Rfc4586Experiment>(result));
  return std::get<Rfc4586Experiment>(result);
}

TEST(Rfc4586Experiment, TargetsComeFromRulesOrFromTheCase) {
  const auto experiment = parsed();
  ASSERT_EQ(experiment.cases.size(), 2u);
  const auto& cells = experiment.cases[0].cells;
  ASSERT_EQ(cells.size(), 3u);
  EXPECT_DOUBLE_EQ(cells[0].target->low, 2.4);
  EXPECT_DOUBLE_EQ(cells[0].target->high, 2.6);
  EXPECT_DOUBLE_EQ(cells[1].target->low, 5);
  EXPECT_DOUBLE_EQ(cells[1].target->high, 40);
  EXPECT_FALSE(cells[2].target) << "shown, not judged";
  EXPECT_DOUBLE_EQ(experiment.cases[1].cells[0].target->high, 1);
}

TEST(Rfc4586Experiment, HitNeedsAFigureWithinTheTarget) {
  Rfc4586Cell cell{"x", {10, 20}, Rfc4586Range{5, 40}, std::nullopt, true};
  EXPECT_FALSE(cell.hit()) << "not measured";
  cell.ours = Rfc4586Range{5, 40};
  EXPECT_TRUE(cell.hit());
  cell.ours = Rfc4586Range{4, 20};
  EXPECT_FALSE(cell.hit());
  cell.ours = Rfc4586Range{10, 41};
  EXPECT_FALSE(cell.hit());
}

TEST(Rfc4586Experiment, TableMarksMissesAndCounts) {
  auto experiment = parsed();
  experiment.cases[0].cells[0].ours = Rfc4586Range{2.51, 2.51};
  experiment.cases[0].cells[1].ours = Rfc4586Range{12, 50};
  experiment.cases[1].cells[0].ours = Rfc4586Range{0.5, 0.5};
  const std::string table = rfc4586_table(experiment);
  EXPECT_THAT(table,
              HasSubstr("A2.mwt_s 2.510/2.500  wait_ms 12.0..50.0/10.0..20.0!  A2.sent -/7.000"));
  EXPECT_THAT(table, HasSubstr("within target: 1 of 2 cases, 2 of 3 cells"));
}

TEST(Rfc4586Experiment, CsvHoldsEveryCell) {
  auto experiment = parsed();
  experiment.cases[1].cells[0].ours = Rfc4586Range{0.5, 0.5};
  const std::string csv = rfc4586_csv(experiment);
  EXPECT_THAT(csv, HasSubstr("\"one, with a comma\",A2.sent,7,7,,,,,\n"));
  EXPECT_THAT(csv, HasSubstr("two,A2.mwt_s,2.5,2.5,0.5,0.5,0,1,1\n"));
}

TEST(Rfc4586Experiment, MistakesNameTheirPlace) {
  for (const char* text : {"experiment: x\n", "experiment: x\ncases: [{case: a, rfc: {m: soon}}]\n",
                           "experiment: x\ncases: [{case: a, rfc: {m: [2, 1]}}]\n",
                           "experiment: x\ncases: []\nfaces: 1\n"}) {
    const auto result = parse_rfc4586_experiment(text, "f.yaml");
    ASSERT_TRUE(std::holds_alternative<Diagnostics>(result)) << text;
    EXPECT_THAT(std::get<Diagnostics>(result).front().to_string(), HasSubstr("f.yaml:"));
  }
}

}  // namespace
}  // namespace ptimed
