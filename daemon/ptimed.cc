// SPDX-License-Identifier: AGPL-3.0-or-later
// ptimed: one end of real calls. Exit codes: 0 done, 2 usage or configuration, 3 environment.
#include <spdlog/spdlog.h>

#include <CLI/CLI.hpp>
#include <exception>
#include <iostream>
#include <optional>
#include <string>

#include "daemon/daemon.h"
#include "daemon/exit_codes.h"
#include "daemon/logging.h"
#include "daemon/read_file.h"
#include "lib/call/config_yaml.h"

namespace {

using namespace ptimed;

struct Arguments {
  std::string run, check, print;
  bool exit_when_done = false;
};

/// The configuration of a file, or nothing after saying everything that is wrong with it.
std::optional<DaemonConfig> load(const std::string& file) {
  const auto read = read_file(file);
  if (const auto* problem = std::get_if<ReadProblem>(&read)) {
    std::cerr << file << ": " << problem->text << '\n';
    return std::nullopt;
  }
  auto parsed = parse_config(std::get<std::string>(read), file);
  if (auto* config = std::get_if<DaemonConfig>(&parsed)) return std::move(*config);
  for (const Diagnostic& diagnostic : std::get<Diagnostics>(parsed))
    std::cerr << diagnostic.to_string() << '\n';
  return std::nullopt;
}

int report(const StartProblems& problems) {
  bool in_file = false;
  for (const StartProblem& problem : problems) {
    std::cerr << problem.diagnostic.to_string() << '\n';
    in_file = in_file || !problem.environment;
  }
  return in_file ? kExitConfig : kExitEnvironment;
}

int run(const Arguments& arguments) {
  auto config = load(arguments.run);
  if (!config) return kExitConfig;
  set_up_logging(config->log_level, config->log_target);
  Daemon daemon(std::move(*config), {arguments.run, arguments.exit_when_done});
  if (const StartProblems problems = daemon.open(); !problems.empty()) return report(problems);
  daemon.run();
  return kExitDone;
}

int check(const std::string& file) {
  const auto config = load(file);
  if (!config) return kExitConfig;
  const StartProblems problems = check_sources(*config, file);
  return problems.empty() ? kExitDone : report(problems);
}

int print(const std::string& file) {
  const auto config = load(file);
  if (!config) return kExitConfig;
  std::cout << print_config(*config);
  return kExitDone;
}

int dispatch(const Arguments& arguments) {
  if (!arguments.check.empty()) return check(arguments.check);
  if (!arguments.print.empty()) return print(arguments.print);
  return run(arguments);
}

}  // namespace

int main(int argc, char** argv) {
  CLI::App app{"One end of VoIP calls whose ptime gives way to congestion"};
  Arguments arguments;
  auto* what = app.add_option_group("what to do");
  what->add_option("-c,--config", arguments.run, "run with this configuration");
  what->add_option("--check-config", arguments.check, "say what is wrong with a configuration");
  what->add_option("--print-config", arguments.print, "print a configuration's effective values");
  what->require_option(1);
  app.add_flag("--exit-when-done", arguments.exit_when_done, "exit when every call has ended");
  app.set_version_flag("--version", "ptimed " PTIMED_VERSION);
  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError& error) {
    return app.exit(error) == 0 ? kExitDone : kExitConfig;
  }
  try {
    return dispatch(arguments);
  } catch (const std::exception& error) {
    std::cerr << "ptimed: " << error.what() << '\n';
    return kExitEnvironment;
  }
}
