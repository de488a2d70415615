// SPDX-License-Identifier: AGPL-3.0-or-later
#include <gtest/gtest.h>

#include "lib/lab/format.h"
#include "lib/lab/percentile.h"
#include "lib/lab/scenario_info.h"
#include "lib/lab/summary_table.h"
#include "lib/lab/text_table.h"

namespace ptimed {
namespace {

const std::string kColumns =
    "experiment,scenario,backend,policy,rtcp_mode,calls,bandwidth_kbps,seed,duration_s,sent,lost,"
    "loss_pct,loss_s,clips,avg_clip_ms,max_clip_ms,ptime_changes,reversals,probes,mean_ptime_ms,"
    "reaction_s,settle_s,delay_formula_ms,owd_p50_ms,owd_p95_ms,mouth_to_ear_p95_ms,mos_cq,mos_lqo,"
    "rtcp_share_pct,nacks,nacks_denied,jain,valid,invalid_reason\n";

ScenarioResult sample() {
  StreamResult west;
  west.call = "call-1", west.from = "west", west.to = "east", west.codec = "pcmu";
  west.sent = 1600, west.lost = 100, west.loss_pct = 6.25, west.loss_s = 2;
  west.clips = 50, west.avg_clip_ms = 40, west.max_clip_ms = 60;
  west.steps.changes = 3, west.steps.reversals = 2, west.steps.probes = 1;
  west.mean_ptime_ms = 20, west.owd_p50_ms = 80.44, west.owd_p95_ms = 95, west.mos_cq = 3.456;
  west.delays_ms = {80.44}, west.sent_media_s = 32, west.nacks = 4;
  StreamResult east = west;
  east.from = "east", east.to = "a-long-name";
  east.lost = 0, east.loss_pct = 0, east.loss_s = 0, east.clips = 0, east.avg_clip_ms = 0,
  east.max_clip_ms = 0, east.owd_p50_ms.reset(), east.owd_p95_ms.reset(), east.mos_cq.reset();
  ScenarioResult result;
  result.info = {"demo", "none", "wire", "none", "avp", "1xpcmu", "300", "2005", "60"};
  result.streams = {west, east};
  result.totals = total(result.streams);
  result.jain = 0.99876;
  return result;
}

TEST(SummaryCsv, HasExactlyTheseColumns) { EXPECT_EQ(summary_csv({}), kColumns); }

TEST(SummaryCsv, LeavesUnknownFiguresEmpty) {
  EXPECT_EQ(summary_csv({sample()}),
            kColumns +
                "demo,none,wire,none,avp,1xpcmu,300,2005,60,3200,100,3.125,2.0,50,40.0,60.0,6,4,2,"
                "20.0,,,,80.44,80.44,,,,,8,0,0.9988,true,\n");
}

TEST(SummaryCsv, QuotesAReasonWithACommaInIt) {
  ScenarioResult result = sample();
  result.verdict = {false, "a, \"b\""};
  const std::string text = summary_csv({result});
  EXPECT_TRUE(text.ends_with(",false,\"a, \"\"b\"\"\"\n")) << text;
}

TEST(SummaryJson, HoldsTheRowByTheSameNamesAndEachStream) {
  const auto json = scenario_json(sample());
  EXPECT_EQ(json["schema"], 1);
  std::string names;
  for (const auto& [name, value] : json.items())
    if (name != "schema" && name != "streams") names += (names.empty() ? "" : ",") + name;
  EXPECT_EQ(names + "\n", kColumns);
  EXPECT_EQ(json["seed"], 2005);
  EXPECT_TRUE(json["mos_lqo"].is_null());
  ASSERT_EQ(json["streams"].size(), 2u);
  EXPECT_EQ(json["streams"][0]["mos_cq"], 3.456);
  EXPECT_TRUE(json["streams"][1]["mos_cq"].is_null());
}

TEST(TextTable, IsReadByAPerson) {
  ScenarioResult result = sample();
  EXPECT_EQ(text_table(result),
            "none: policy none, rtcp avp, 1xpcmu, 300 kbit/s, 60 s, backend wire, seed 2005\n"
            "  call      direction           sent  lost  lost %  clips  longest ms  steps  ptime ms"
            "  OWD p50  p95 ms  MOS-CQ\n"
            "  call-1    west > east         1600   100    6.25     50          60      3      20.0"
            "     80.4    95.0    3.46\n"
            "  call-1    east > a-long-name  1600     0    0.00      0           0      3      20.0"
            "        -       -       -\n"
            "  together                      3200   100    3.12     50          60      6      20.0"
            "     80.4    80.4       -\n");
  result.verdict = {false, "drops"};
  EXPECT_TRUE(text_table(result).ends_with("\n  INVALID: drops\n"));
}

TEST(TextTable, ATitleNamesOnlyWhatIsKnown) {
  ScenarioResult result;
  result.info.scenario = "s";
  EXPECT_TRUE(text_table(result).starts_with("s\n"));
}

TEST(ScenarioInfo, ReadsTheKeysItKnowsAndLeavesOthersAlone) {
  const auto parsed = parse_scenario_info(
      "scenario: none\nbackend: wire\npolicy: none\nrtcp_mode: avp\ncalls: 4xpcmu\n"
      "bandwidth_kbps: 300\nseed: 2005\nduration_s: 60\nphase: {call-1: 7ms}\n",
      "scenario.yaml");
  const auto* info = std::get_if<ScenarioInfo>(&parsed);
  ASSERT_TRUE(info);
  EXPECT_EQ(info->scenario, "none");
  EXPECT_EQ(info->calls, "4xpcmu");
  EXPECT_EQ(info->bandwidth_kbps, "300");
  EXPECT_EQ(info->duration_s, "60");
  EXPECT_EQ(info->experiment, "");
}

TEST(ScenarioInfo, ProblemsNameTheirPlace) {
  const auto parsed = parse_scenario_info("policy: [a]\n", "x/scenario.yaml");
  const auto* problems = std::get_if<Diagnostics>(&parsed);
  ASSERT_TRUE(problems);
  ASSERT_EQ(problems->size(), 1u);
  EXPECT_EQ((*problems)[0].to_string(), "x/scenario.yaml:1:9: policy: is a list, expected text");
  EXPECT_TRUE(std::holds_alternative<Diagnostics>(parse_scenario_info("a: [", "f")));
  EXPECT_TRUE(std::holds_alternative<Diagnostics>(parse_scenario_info("", "f")));
}

TEST(Percentile, IsByNearestRank) {
  EXPECT_EQ(percentile({15, 20, 35, 40, 50}, 30), 20);
  EXPECT_EQ(percentile({15, 20, 35, 40, 50}, 40), 20);
  EXPECT_EQ(percentile({50, 15, 40, 20, 35}, 50), 35);
  EXPECT_EQ(percentile({15, 20, 35, 40, 50}, 100), 50);
  EXPECT_EQ(percentile({7}, 1), 7);
  EXPECT_FALSE(percentile({}, 50));
}

TEST(Median, IsTheMiddleOrTheMeanOfTheMiddleTwo) {
  EXPECT_EQ(median({3, 1, 2}), 2);
  EXPECT_EQ(median({4, 1, 2, 3}), 2.5);
  EXPECT_FALSE(median({}));
}

TEST(Format, UnknownIsNeverAFigure) {
  EXPECT_EQ(fixed(1.25, 1, "-"), "1.2");
  EXPECT_EQ(fixed(std::nullopt, 1, "-"), "-");
  EXPECT_EQ(csv_field("plain"), "plain");
  EXPECT_EQ(csv_field("a\nb"), "\"a\nb\"");
}

}  // namespace
}  // namespace ptimed
