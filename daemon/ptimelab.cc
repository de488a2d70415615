// SPDX-License-Identifier: AGPL-3.0-or-later
// ptimelab: what the runs left behind, joined and judged.
#include <CLI/CLI.hpp>
#include <iostream>

#include "daemon/exit_codes.h"
#include "daemon/lab_folder.h"
#include "daemon/lab_rfc4586.h"
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
  std::string file, backend = "sim", output, folder = "config/experiments";
  auto* run = app.add_subcommand("run", "run an experiment and print what was found");
  run->add_option("FILE", file, "experiment file")->required()->check(CLI::ExistingFile);
  run->add_option("--backend", backend, "where it runs")->check(CLI::IsMember({"sim"}));
  run->add_option("-o", output, "folder for the results");
  auto* list = app.add_subcommand("list", "what experiments there are");
  list->add_option("FOLDER", folder, "folder of experiment files");
  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError& error) {
    return app.exit(error) == 0 ? ptimed::kExitDone : ptimed::kExitConfig;
  }
  if (*run) return run_rfc4586(file, output);
  if (*list) return list_experiments(folder);
  return report(dir, json);
}
