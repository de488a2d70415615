// SPDX-License-Identifier: AGPL-3.0-or-later
// ptimelab: what the runs left behind, joined and judged.
#include <CLI/CLI.hpp>
#include <iostream>

#include "daemon/exit_codes.h"
#include "daemon/lab_folder.h"
#include "lib/lab/summary_table.h"
#include "lib/lab/text_table.h"

namespace {

using namespace ptimed;

int report(const std::string& dir, bool json) {
  const LabFolder folder = evaluate_folder(dir);
  for (const std::string& problem : folder.problems) std::cerr << problem << '\n';
  if (folder.results.empty()) return kExitConfig;
  auto all = nlohmann::ordered_json::array();
  bool valid = true;
  for (const ScenarioResult& result : folder.results) {
    valid = valid && result.verdict.valid;
    if (json)
      all.push_back(scenario_json(result));
    else
      std::cout << text_table(result) << '\n';
  }
  if (json) std::cout << all.dump(2, ' ', false, nlohmann::json::error_handler_t::replace) << '\n';
  return valid ? kExitDone : kExitCheckFailed;
}

}  // namespace

int main(int argc, char** argv) {
  CLI::App app{"ptimelab: evaluates runs of paired endpoints", "ptimelab"};
  app.set_version_flag("--version", std::string("ptimelab ") + PTIMED_VERSION);
  app.require_subcommand(1);
  std::string dir;
  bool json = false;
  auto* command =
      app.add_subcommand("report", "join both ends of every scenario in a result folder");
  command->add_option("DIR", dir, "result folder")->required()->check(CLI::ExistingDirectory);
  command->add_flag("--json", json, "print JSON in place of tables");
  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError& error) {
    return app.exit(error) == 0 ? ptimed::kExitDone : ptimed::kExitConfig;
  }
  return report(dir, json);
}
