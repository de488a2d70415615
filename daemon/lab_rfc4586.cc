// SPDX-License-Identifier: AGPL-3.0-or-later
#include "daemon/lab_rfc4586.h"

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <iostream>

#include "daemon/exit_codes.h"
#include "daemon/file_sink.h"
#include "daemon/lab_rfc4586_measure.h"
#include "daemon/read_file.h"
#include "lib/lab/format.h"
#include "lib/lab/rfc4586_experiment.h"

namespace ptimed {
namespace {

int print_problems(const Diagnostics& problems) {
  for (const Diagnostic& problem : problems) std::cerr << problem.to_string() << '\n';
  return kExitConfig;
}

bool write_results(const Rfc4586Experiment& experiment, const std::string& text,
                   const std::filesystem::path& folder) {
  std::error_code error;
  std::filesystem::create_directories(folder, error);
  if (!error) error = replace_file(folder / "experiment.yaml", text);
  if (!error) error = replace_file(folder / "summary.csv", rfc4586_csv(experiment));
  if (error) std::cerr << folder.string() << ": " << error.message() << '\n';
  return !error;
}

bool all_hit(const Rfc4586Experiment& experiment) {
  for (const Rfc4586Case& one : experiment.cases)
    for (const Rfc4586Cell& cell : one.cells)
      if (cell.target && !cell.hit()) return false;
  return true;
}

}  // namespace

int run_rfc4586(const std::string& file, const std::string& output) {
  const auto read = read_file(file);
  if (const auto* problem = std::get_if<ReadProblem>(&read)) {
    std::cerr << file << ": " << problem->text << '\n';
    return kExitConfig;
  }
  const std::string& text = std::get<std::string>(read);
  auto parsed = parse_rfc4586_experiment(text, file);
  if (const auto* problems = std::get_if<Diagnostics>(&parsed)) return print_problems(*problems);
  auto& experiment = std::get<Rfc4586Experiment>(parsed);
  const auto begin = std::chrono::steady_clock::now();
  const Diagnostics problems = measure_rfc4586(experiment, file);
  if (!problems.empty()) return print_problems(problems);
  const std::chrono::duration<double> wall = std::chrono::steady_clock::now() - begin;
  std::cout << rfc4586_table(experiment) << "  wall time " << fixed(wall.count(), 1, "-") << " s\n";
  if (!output.empty() && !write_results(experiment, text, output)) return kExitEnvironment;
  return all_hit(experiment) ? kExitDone : kExitCheckFailed;
}

int list_experiments(const std::string& folder) {
  std::error_code error;
  std::vector<std::filesystem::path> files;
  for (const auto& entry : std::filesystem::directory_iterator(folder, error))
    if (entry.path().extension() == ".yaml") files.push_back(entry.path());
  if (error) {
    std::cerr << folder << ": " << error.message() << '\n';
    return kExitEnvironment;
  }
  std::sort(files.begin(), files.end());
  for (const auto& file : files) {
    const auto read = read_file(file);
    const auto* text = std::get_if<std::string>(&read);
    const auto parsed = parse_rfc4586_experiment(text ? *text : "", file.string());
    if (const auto* experiment = std::get_if<Rfc4586Experiment>(&parsed))
      std::cout << file.string() << "  " << experiment->about << '\n';
  }
  return kExitDone;
}

}  // namespace ptimed
