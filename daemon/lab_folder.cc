// SPDX-License-Identifier: AGPL-3.0-or-later
#include "daemon/lab_folder.h"

#include <fstream>
#include <nlohmann/json.hpp>
#include <optional>
#include <variant>

#include "daemon/lab_recording.h"
#include "daemon/read_file.h"
#include "lib/lab/summary_table.h"

namespace ptimed {
namespace {

namespace fs = std::filesystem;

bool present(const fs::path& path) {
  std::error_code unknown;
  return fs::is_regular_file(path, unknown);
}

class FolderReport {
 public:
  explicit FolderReport(fs::path root) : root_(std::move(root)) {}

  LabFolder make();

 private:
  void problem(const fs::path& path, const std::string& what) {
    folder_.problems.push_back(path.string() + ": " + what);
  }
  void check_frame();
  std::optional<ScenarioInfo> read_info(const fs::path& dir, const std::string& scenario);
  void report_run(const fs::path& dir, const std::string& scenario);
  void write_joined(const fs::path& path, const std::vector<Pair>& calls);
  void write(const fs::path& path, const std::string& text);

  fs::path root_;
  LabFolder folder_;
};

void FolderReport::write(const fs::path& path, const std::string& text) {
  std::ofstream out(path, std::ios::binary);
  if (!out || !(out << text) || !out.flush()) problem(path, "cannot be written");
}

/// What describes the whole folder.
void FolderReport::check_frame() {
  if (!present(root_ / "experiment.yaml")) problem(root_ / "experiment.yaml", "is missing");
  const fs::path environment = root_ / "environment.json";
  const auto read = read_file(environment.string());
  const auto* text = std::get_if<std::string>(&read);
  if (!text)
    problem(environment, "is missing");
  else if (!nlohmann::json::accept(*text))
    problem(environment, "is no JSON");
}

std::optional<ScenarioInfo> FolderReport::read_info(const fs::path& dir,
                                                    const std::string& scenario) {
  const fs::path path = dir / "scenario.yaml";
  const auto read = read_file(path.string());
  if (const auto* wrong = std::get_if<ReadProblem>(&read)) {
    problem(path, wrong->text);
    return std::nullopt;
  }
  auto parsed = parse_scenario_info(std::get<std::string>(read), path.string());
  if (const auto* wrong = std::get_if<Diagnostics>(&parsed)) {
    for (const Diagnostic& diagnostic : *wrong) folder_.problems.push_back(diagnostic.to_string());
    return std::nullopt;
  }
  ScenarioInfo info = std::get<ScenarioInfo>(std::move(parsed));
  if (!info.scenario.empty() && info.scenario != scenario)
    problem(path, "names scenario " + info.scenario + "; its folder's name counts");
  info.scenario = scenario;
  std::error_code unknown;
  if (info.experiment.empty())
    info.experiment = fs::weakly_canonical(root_, unknown).filename().string();
  return info;
}

void FolderReport::write_joined(const fs::path& path, const std::vector<Pair>& calls) {
  std::string text = kJoinedHeader;
  for (const auto& [west, east] : calls) {
    text += joined_lines(west.summary.id, join_stream(west, east));
    text += joined_lines(west.summary.id, join_stream(east, west));
  }
  write(path, text);
}

void FolderReport::report_run(const fs::path& dir, const std::string& scenario) {
  const auto info = read_info(dir, scenario);
  if (!info) return;
  const Recording recording = read_recording(dir, folder_.problems);
  if (recording.calls.empty()) return;
  ScenarioResult result = evaluate_scenario(*info, recording);
  write_joined(dir / "packets.csv", recording.calls);
  write(dir / "summary.json",
        scenario_json(result).dump(2, ' ', false, nlohmann::json::error_handler_t::replace) + '\n');
  folder_.results.push_back(std::move(result));
}

LabFolder FolderReport::make() {
  check_frame();
  bool found = false;
  for (const fs::path& scenario : folders_in(root_)) {
    std::vector<fs::path> runs = folders_in(scenario);
    runs.push_back(scenario);
    for (const fs::path& run : runs) {
      if (!present(run / "scenario.yaml")) continue;
      found = true;
      report_run(run, scenario.filename().string());
    }
  }
  if (!found) problem(root_, "no scenario here, expected folders with a scenario.yaml");
  if (!folder_.results.empty()) write(root_ / "summary.csv", summary_csv(folder_.results));
  return std::move(folder_);
}

}  // namespace

LabFolder evaluate_folder(const fs::path& dir) { return FolderReport(dir).make(); }

}  // namespace ptimed
