// SPDX-License-Identifier: AGPL-3.0-or-later
#include "daemon/daemon.h"

#include <spdlog/spdlog.h>
#include <sys/random.h>

#include <algorithm>
#include <csignal>
#include <iterator>

#include "daemon/control_desk.h"
#include "daemon/event_line.h"
#include "daemon/logging.h"
#include "daemon/read_file.h"
#include "daemon/service_manager.h"
#include "lib/call/config_yaml.h"

namespace ptimed {
namespace {

using std::chrono::milliseconds;

/// Records reach their files this often, so that a killed process has lost less than a second of
/// them.
constexpr Duration kFlushPeriod = milliseconds(500);
constexpr int kTurnsPerSummary = 10;

uint64_t seed_from_system() {
  uint64_t seed = 0;
  while (seed == 0 && getrandom(&seed, sizeof seed, 0) != sizeof seed) {
  }
  return seed;
}

/// Two ends with the same boot id read the same monotonic clock.
std::string boot_id() {
  const auto read = read_file("/proc/sys/kernel/random/boot_id");
  const auto* text = std::get_if<std::string>(&read);
  return text ? text->substr(0, text->find('\n')) : std::string();
}

std::string key_of(const DaemonConfig& config, const CallEntry& entry) {
  return "calls[" + std::to_string(&entry - config.calls.data()) + ']';
}

const CallEntry* entry_of(const DaemonConfig& config, const std::string& id) {
  const auto found = std::find_if(config.calls.begin(), config.calls.end(),
                                  [&](const CallEntry& entry) { return entry.call.id == id; });
  return found == config.calls.end() ? nullptr : &*found;
}

std::vector<std::string> texts(const Diagnostics& diagnostics) {
  std::vector<std::string> lines;
  for (const Diagnostic& diagnostic : diagnostics) lines.push_back(diagnostic.to_string());
  return lines;
}

void append_texts(std::vector<std::string>& lines, const StartProblems& problems) {
  for (const StartProblem& problem : problems) lines.push_back(problem.diagnostic.to_string());
}

bool matters_to_a_person(const EventBody& body) {
  return !std::holds_alternative<Clip>(body) && !std::holds_alternative<NackSent>(body) &&
         !std::holds_alternative<NackDenied>(body) && !std::holds_alternative<NackReceived>(body) &&
         !std::holds_alternative<PlayoutChanged>(body);
}

void log_report(const Daemon::ReloadReport& report) {
  for (const std::string& problem : report.problems) spdlog::error("{}", problem);
  for (const std::string& key : report.need_restart)
    spdlog::warn("{} has changed; it takes effect at the next start", key);
  spdlog::info("reloaded: {} added, {} removed, {} changed, {} problems", report.added.size(),
               report.removed.size(), report.changed.size(), report.problems.size());
}

}  // namespace

Daemon::Daemon(DaemonConfig config, Options options)
    : config_(std::move(config)),
      options_(std::move(options)),
      wall_(wall_clock_now()),
      calls_({loop_, arena_, wall_, config_.endpoint, boot_id()},
             {.on_event = [this](const std::string& id, const Event& event,
                                 Time start) { on_event(id, event, start); },
              .on_ended = [this] { on_call_ended(); }}),
      control_(loop_, [this](std::string_view line) { return answer_control(*this, line); }) {
  if (config_.seed == 0) config_.seed = seed_from_system();
}

StartProblems Daemon::open() {
  loop_.on_signals({SIGTERM, SIGINT, SIGHUP}, [this](int signal) { on_signal(signal); });
  spdlog::info("ptimed {}, endpoint {}, seed {}", PTIMED_VERSION, config_.endpoint, config_.seed);
  StartProblems problems;
  std::vector<std::unique_ptr<CallRunner>> opened;
  for (const CallEntry& entry : config_.calls) {
    auto result = calls_.open(entry, config_, {options_.config_file, key_of(config_, entry)});
    if (auto* runner = std::get_if<std::unique_ptr<CallRunner>>(&result))
      opened.push_back(std::move(*runner));
    else
      std::ranges::move(std::get<StartProblems>(result), std::back_inserter(problems));
  }
  if (const auto problem = control_.listen(config_.control))
    problems.push_back(
        {{.file = options_.config_file, .key = "control", .problem = *problem, .expected = ""},
         true});
  if (!problems.empty()) return problems;
  started_ = loop_.now();
  for (auto& runner : opened) calls_.admit(std::move(runner), CallTable::Origin::kFile, started_);
  return {};
}

void Daemon::run() {
  schedule_housekeeping(loop_.now() + kFlushPeriod);
  if (const auto period = service_manager::watchdog_period())
    schedule_watchdog(loop_.now(), *period);
  service_manager::ready(status_line());
  on_call_ended();  // there may be none to wait for
  loop_.run();
  service_manager::stopping();
  ending_ = true;
  calls_.end_all("daemon stopped");
  spdlog::info("all calls ended");
}

void Daemon::on_signal(int signal) {
  if (signal != SIGHUP) {
    spdlog::info("{}: ending", signal == SIGTERM ? "SIGTERM" : "SIGINT");
    return loop_.stop();
  }
  service_manager::reloading(loop_.now());
  reload();
  service_manager::ready(status_line());
}

void Daemon::on_event(const std::string& call, const Event& event, Time start) {
  const auto level = matters_to_a_person(event.body) ? spdlog::level::info : spdlog::level::debug;
  if (spdlog::should_log(level)) spdlog::log(level, "call {}: {}", call, to_string(event.body));
  if (control_.has_watchers()) control_.broadcast(event_line(call, event, wall_, start));
}

void Daemon::on_call_ended() {
  if (ending_ || !options_.exit_when_done) return;
  if (calls_.count(CallRunner::State::kWaiting) + calls_.count(CallRunner::State::kRunning) == 0)
    loop_.stop();
}

void Daemon::schedule_housekeeping(Time due) {
  loop_.at(due, [this, due](Time now) {
    flush(++housekeeping_turns_ % kTurnsPerSummary == 0);
    schedule_housekeeping(std::max(due + kFlushPeriod, now));
  });
}

void Daemon::schedule_watchdog(Time due, Duration period) {
  loop_.at(due, [this, period](Time now) {
    service_manager::ping_watchdog();
    schedule_watchdog(now + period, period);
  });
}

void Daemon::flush(bool with_summaries) {
  calls_.each([with_summaries](CallRunner& runner) {
    if (runner.state() != CallRunner::State::kRunning) return;
    runner.flush_files();
    if (with_summaries) runner.write_summary();
  });
}

std::variant<std::vector<std::string>, std::vector<std::string>> Daemon::add(
    std::string_view text, std::string_view file) {
  using Result = std::variant<std::vector<std::string>, std::vector<std::string>>;
  const auto failed = [](std::vector<std::string> problems) {
    return Result(std::in_place_index<1>, std::move(problems));
  };
  const auto parsed = parse_calls(text, file, config_with_live_calls());
  if (const auto* diagnostics = std::get_if<Diagnostics>(&parsed))
    return failed(texts(*diagnostics));
  std::vector<std::string> problems, ids;
  std::vector<std::unique_ptr<CallRunner>> opened;
  for (const CallEntry& entry : std::get<std::vector<CallEntry>>(parsed)) {
    const std::string& id = entry.call.id;
    if (calls_.find(id)) {
      problems.push_back("call " + id + ": exists already");
      continue;
    }
    auto result = calls_.open(entry, config_, {std::string(file), "call " + id});
    if (auto* runner = std::get_if<std::unique_ptr<CallRunner>>(&result))
      opened.push_back(std::move(*runner));
    else
      append_texts(problems, std::get<StartProblems>(result));
    ids.push_back(id);
  }
  if (!problems.empty()) return failed(std::move(problems));
  for (auto& runner : opened)
    calls_.admit(std::move(runner), CallTable::Origin::kControl, loop_.now());
  return Result(std::in_place_index<0>, std::move(ids));
}

/// What new calls must not collide with.
DaemonConfig Daemon::config_with_live_calls() {
  DaemonConfig config = config_;
  config.calls.clear();
  calls_.each([&config](CallRunner& runner) {
    if (runner.state() != CallRunner::State::kEnded) config.calls.push_back(runner.entry());
  });
  return config;
}

Daemon::ReloadReport Daemon::reload() {
  ReloadReport report;
  const auto read = read_file(options_.config_file);
  if (const auto* problem = std::get_if<ReadProblem>(&read)) {
    report.problems.push_back(options_.config_file + ": " + problem->text);
  } else {
    const auto parsed = parse_config(std::get<std::string>(read), options_.config_file);
    if (const auto* diagnostics = std::get_if<Diagnostics>(&parsed))
      report.problems = texts(*diagnostics);
    else
      apply(std::get<DaemonConfig>(parsed), report);
  }
  log_report(report);
  return report;
}

void Daemon::apply(const DaemonConfig& fresh, ReloadReport& report) {
  if (fresh.endpoint != config_.endpoint) report.need_restart.push_back("endpoint");
  if (fresh.control != config_.control) report.need_restart.push_back("control");
  if (fresh.results != config_.results) report.need_restart.push_back("results");
  if (fresh.seed != 0 && fresh.seed != config_.seed) report.need_restart.push_back("seed");
  if (fresh.log_target != config_.log_target) report.need_restart.push_back("log.target");
  config_.log_level = fresh.log_level;
  set_log_level(config_.log_level);
  config_.bind = fresh.bind;
  config_.port_low = fresh.port_low;
  config_.port_high = fresh.port_high;
  drop_absent(fresh, report);
  config_.calls = fresh.calls;
  open_new(config_, report);
}

/// Ends the file's calls that are no longer in it, or differ there. First, so that their ports are
/// free again.
void Daemon::drop_absent(const DaemonConfig& fresh, ReloadReport& report) {
  for (const std::string& id : calls_.ids()) {
    const CallEntry* entry = entry_of(fresh, id);
    if (entry && *entry == calls_.find(id)->entry()) continue;
    if (!entry && calls_.origin(id) == CallTable::Origin::kControl) continue;
    (entry ? report.changed : report.removed).push_back(id);
    calls_.remove(id, entry ? "changed" : "removed");
  }
}

void Daemon::open_new(const DaemonConfig& fresh, ReloadReport& report) {
  for (const CallEntry& entry : fresh.calls) {
    const std::string& id = entry.call.id;
    if (calls_.find(id)) continue;
    auto result = calls_.open(entry, fresh, {options_.config_file, key_of(fresh, entry)});
    if (auto* problems = std::get_if<StartProblems>(&result)) {
      append_texts(report.problems, *problems);
      continue;
    }
    calls_.admit(std::get<std::unique_ptr<CallRunner>>(std::move(result)), CallTable::Origin::kFile,
                 loop_.now());
    if (std::ranges::find(report.changed, id) == report.changed.end()) report.added.push_back(id);
  }
}

std::string Daemon::status_line() const {
  return std::to_string(calls_.count(CallRunner::State::kRunning)) + " calls running, " +
         std::to_string(calls_.count(CallRunner::State::kWaiting)) + " waiting";
}

}  // namespace ptimed
