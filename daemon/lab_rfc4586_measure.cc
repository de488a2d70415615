// SPDX-License-Identifier: AGPL-3.0-or-later
#include "daemon/lab_rfc4586_measure.h"

#include <algorithm>

#include "lib/sim/group_newpred.h"
#include "lib/sim/group_simulation.h"

namespace ptimed {
namespace {

/// What a case runs: a group, or the NEWPRED agents of RFC 4586 section 7.
struct CasePlan {
  GroupPlan group;
  std::optional<NewpredSweep> newpred;
};

void read_plan(const YamlNode& node, const std::string& path, YamlReport& report, CasePlan& plan) {
  YamlMapping mapping(node, path, report);
  if (auto newpred = mapping.mapping("newpred")) {
    if (!plan.newpred) plan.newpred.emplace();
    read_newpred_sweep(*newpred, *plan.newpred);
    newpred->finish();
  }
  read_group_plan(mapping, plan.group);
  mapping.finish();
}

/// Of one agent, by the word after its name; empty for a word that means nothing.
std::optional<double> agent_figure(const GroupAgentResult& agent, const std::string& word) {
  const GroupMemberStats& stats = agent.stats;
  if (word == "rtcp_pct") return agent.rtcp_pct;
  if (word == "sent") return static_cast<double>(stats.sent);
  if (word == "suppressed") return static_cast<double>(stats.suppressed);
  if (word == "discarded") return static_cast<double>(stats.discarded);
  if (word == "lost") return static_cast<double>(stats.lost);
  if (word == "mwt_s") return stats.mean_waiting_s();
  if (word == "not_sent_rate") return stats.not_sent_rate();
  return std::nullopt;
}

/// Over all agents that lost something.
double suppressed_pct(const GroupResult& result) {
  double suppressed = 0, lost = 0;
  for (const GroupAgentResult& agent : result.agents) {
    suppressed += static_cast<double>(agent.stats.suppressed);
    lost += static_cast<double>(agent.stats.lost);
  }
  return lost > 0 ? 100 * suppressed / lost : 0;
}

std::optional<double> group_figure(const GroupResult& result, const std::string& word,
                                   const GroupPlan& plan) {
  constexpr int kStartUp = 60, kWindow = 60;  // seconds
  if (word == "sum_rtcp_pct") return result.rtcp_pct;
  if (word == "largest_60s_pct")
    return result.largest_rtcp_pct(plan.session_bps, kWindow, kStartUp);
  if (word == "second_half_rtcp_pct") return result.second_half_rtcp_pct(plan.session_bps);
  if (word == "suppressed_pct") return suppressed_pct(result);
  if (word == "failure_rate") return result.failure_rate;
  if (word == "report_delay_s") return result.report_delay_s;
  return std::nullopt;
}

std::optional<double> figure(const GroupResult& result, const std::string& measure,
                             const GroupPlan& plan) {
  const size_t dot = measure.find('.');
  if (dot == std::string::npos) return group_figure(result, measure, plan);
  for (const GroupAgentResult& agent : result.agents)
    if (agent.node == measure.substr(0, dot)) return agent_figure(agent, measure.substr(dot + 1));
  return std::nullopt;
}

void run_case(Rfc4586Case& one, const CasePlan& plan) {
  if (plan.newpred) {
    const NewpredRange waiting = run_newpred(*plan.newpred);
    for (Rfc4586Cell& cell : one.cells)
      if (cell.measure == "wait_ms") cell.ours = Rfc4586Range{waiting.low_ms, waiting.high_ms};
    return;
  }
  const GroupResult result = GroupSimulation(plan.group).run();
  for (Rfc4586Cell& cell : one.cells)
    if (const auto value = figure(result, cell.measure, plan.group))
      cell.ours = Rfc4586Range{*value, *value};
}

}  // namespace

Diagnostics measure_rfc4586(Rfc4586Experiment& experiment, const std::string& file) {
  YamlReport report(file);
  CasePlan base;
  read_plan(experiment.base, "base", report, base);
  std::vector<CasePlan> plans;
  for (const Rfc4586Case& one : experiment.cases) {
    plans.push_back(base);
    read_plan(one.plan, "plan of " + one.name, report, plans.back());
  }
  if (!report.ok()) return report.take();
  for (size_t n = 0; n < plans.size(); ++n) run_case(experiment.cases[n], plans[n]);
  return {};
}

}  // namespace ptimed
