// SPDX-License-Identifier: AGPL-3.0-or-later
#include "daemon/control_desk.h"

#include <unistd.h>

#include <nlohmann/json.hpp>

#include "daemon/control_request.h"
#include "daemon/daemon.h"
#include "lib/trace/summary_json.h"

namespace ptimed {
namespace {

using nlohmann::json;

json failure(const std::string& error, const std::vector<std::string>& problems = {}) {
  json answer{{"ok", false}, {"error", error}};
  if (!problems.empty()) answer["problems"] = problems;
  return answer;
}

json no_call(const std::string& id) { return failure("no call \"" + id + '"'); }

json optional_ms(const std::optional<Duration>& d) { return d ? json(to_ms(*d)) : json(); }
json optional_number(const std::optional<double>& value) { return value ? json(*value) : json(); }

json row(const CallRunner& runner) {
  json row{{"id", runner.entry().call.id},
           {"state", to_string(runner.state())},
           {"codec", runner.entry().call.codec},
           {"local", runner.local_text()},
           {"remote", runner.peer_text()}};
  const auto figures = runner.summary();
  if (!figures) return row;
  row["policy"] = figures->policy;
  row["ptime_ms"] = figures->sent.ptime.count();
  row["sent"] = figures->sent.packets;
  row["received"] = figures->received.packets;
  row["lost"] = figures->received.lost;
  row["loss_pct"] = optional_number(figures->received.loss_pct);
  row["rtt_ms"] = optional_ms(figures->rtt);
  row["mos_cq"] = optional_number(figures->mos_cq);
  return row;
}

/// Answers each kind of request from the daemon's state.
struct Desk {
  Daemon& daemon;

  json operator()(const StatusRequest&) const {
    const CallTable& calls = daemon.calls();
    return {{"ok", true},
            {"endpoint", daemon.config().endpoint},
            {"version", PTIMED_VERSION},
            {"pid", getpid()},
            {"uptime_s", to_seconds(daemon.now() - daemon.started())},
            {"seed", daemon.config().seed},
            {"results", daemon.config().results},
            {"calls",
             {{"waiting", calls.count(CallRunner::State::kWaiting)},
              {"running", calls.count(CallRunner::State::kRunning)},
              {"ended", calls.count(CallRunner::State::kEnded)}}}};
  }

  json operator()(const CallsRequest&) const {
    json rows = json::array();
    daemon.calls().each([&rows](CallRunner& runner) { rows.push_back(row(runner)); });
    return {{"ok", true}, {"calls", rows}};
  }

  json operator()(const ShowRequest& request) const {
    const CallRunner* runner = daemon.calls().find(request.call);
    if (!runner) return no_call(request.call);
    json answer{{"ok", true},
                {"id", request.call},
                {"state", to_string(runner->state())},
                {"local", runner->local_text()},
                {"remote", runner->peer_text()},
                {"seed", runner->seed()},
                {"summary", nullptr}};
    if (const auto figures = runner->summary()) answer["summary"] = to_json(*figures);
    return answer;
  }

  json operator()(const SdpRequest& request) const {
    const CallRunner* runner = daemon.calls().find(request.call);
    if (!runner) return no_call(request.call);
    return {{"ok", true}, {"sdp", runner->sdp()}};
  }

  json operator()(const WatchRequest&) const { return {{"ok", true}}; }

  json operator()(const PtimeRequest& request) const {
    CallRunner* runner = daemon.calls().find(request.call);
    if (!runner) return no_call(request.call);
    if (runner->state() != CallRunner::State::kRunning) return not_running(*runner);
    const Ptime given = runner->call()->set_ptime(daemon.now(), request.ptime);
    runner->settle();
    json answer{{"ok", true}, {"asked_ms", request.ptime.count()}, {"ptime_ms", given.count()}};
    if (given != request.ptime)
      answer["held_by"] = "ptime.min, ptime.max, peer.maxptime or mtu; the call's events say which";
    return answer;
  }

  json operator()(const PolicyRequest& request) const {
    CallRunner* runner = daemon.calls().find(request.call);
    if (!runner) return no_call(request.call);
    if (runner->state() != CallRunner::State::kRunning) return not_running(*runner);
    const auto problems =
        runner->call()->set_policy(daemon.now(), request.name, request.parameters);
    runner->settle();
    if (problems.empty()) return {{"ok", true}, {"policy", request.name}};
    return failure("policy not changed", in_words(problems));
  }

  json operator()(const AddRequest& request) const {
    const auto result = daemon.add(request.text, request.file);
    if (result.index() == 1) return failure("nothing added", std::get<1>(result));
    return {{"ok", true}, {"added", std::get<0>(result)}};
  }

  json operator()(const RemoveRequest& request) const {
    if (!daemon.remove(request.call)) return no_call(request.call);
    return {{"ok", true}, {"removed", {request.call}}};
  }

  json operator()(const ReloadRequest&) const {
    const Daemon::ReloadReport report = daemon.reload();
    json answer = report.problems.empty() ? json{{"ok", true}}
                                          : failure("reloaded with problems", report.problems);
    answer["added"] = report.added;
    answer["removed"] = report.removed;
    answer["changed"] = report.changed;
    answer["need_restart"] = report.need_restart;
    return answer;
  }

  static json not_running(const CallRunner& runner) {
    return failure("call \"" + runner.entry().call.id + "\" is " +
                   std::string(to_string(runner.state())) + ", expected a running one");
  }
  static std::vector<std::string> in_words(const std::vector<PolicyProblem>& problems) {
    std::vector<std::string> lines;
    for (const PolicyProblem& problem : problems) {
      std::string line =
          problem.key.empty() ? problem.problem : problem.key + ": " + problem.problem;
      if (!problem.expected.empty()) line += ", expected " + problem.expected;
      lines.push_back(std::move(line));
    }
    return lines;
  }
};

/// Text from a file or a peer may be no UTF-8; an answer always is.
std::string dump(const json& value) {
  return value.dump(-1, ' ', false, json::error_handler_t::replace);
}

}  // namespace

ControlServer::Answer answer_control(Daemon& daemon, std::string_view line) {
  const auto request = parse_request(line);
  if (const auto* problem = std::get_if<std::string>(&request)) return {dump(failure(*problem))};
  const auto& asked = std::get<ControlRequest>(request);
  return {dump(std::visit(Desk{daemon}, asked)), std::holds_alternative<WatchRequest>(asked)};
}

}  // namespace ptimed
