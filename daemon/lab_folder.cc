// SPDX-License-Identifier: AGPL-3.0-or-later
#include "daemon/lab_folder.h"

#include <yaml-cpp/yaml.h>

#include <algorithm>
#include <fstream>
#include <map>
#include <set>

#include "daemon/read_file.h"
#include "lib/lab/tables.h"
#include "lib/trace/summary_json.h"

namespace ptimed {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view kSummarySuffix = ".summary.json";

bool write_text(const fs::path& path, const std::string& text) {
  std::ofstream out(path, std::ios::binary);
  return out && (out << text) && out.flush();
}

std::vector<fs::path> sorted(const fs::path& dir, bool directories) {
  std::vector<fs::path> found;
  std::error_code ignored;
  for (const auto& entry : fs::directory_iterator(dir, ignored))
    if (entry.is_directory(ignored) == directories) found.push_back(entry.path());
  std::sort(found.begin(), found.end());
  return found;
}

class FolderReader {
 public:
  explicit FolderReader(LabFolder& folder) : folder_(folder) {}

  void read_scenario(const fs::path& dir);

 private:
  void problem(const fs::path& path, const std::string& what) {
    folder_.problems.push_back(path.string() + ": " + what);
  }
  ScenarioInfo read_info(const fs::path& dir);
  std::map<std::string, CallEnd> read_endpoint(const fs::path& dir);
  std::vector<Pair> read_pairs(const fs::path& dir);
  void write_joined(const fs::path& dir, const std::vector<Pair>& pairs);
  void write(const fs::path& path, const std::string& text) {
    if (!write_text(path, text)) problem(path, "cannot be written");
  }

  LabFolder& folder_;
};

ScenarioInfo FolderReader::read_info(const fs::path& dir) {
  ScenarioInfo info;
  info.scenario = dir.filename().string();
  info.experiment = dir.parent_path().filename().string();
  try {
    const YAML::Node yaml = YAML::LoadFile((dir / "scenario.yaml").string());
    const auto take = [&](const char* key, std::string& to) {
      if (yaml.IsMap() && yaml[key] && yaml[key].IsScalar()) to = yaml[key].as<std::string>();
    };
    take("experiment", info.experiment);
    take("backend", info.backend);
    take("policy", info.policy);
    take("rtcp_mode", info.rtcp_mode);
    take("calls", info.calls);
    take("bandwidth_kbps", info.bandwidth_kbps);
    take("seed", info.seed);
    take("duration_s", info.duration_s);
  } catch (const YAML::Exception& error) {
    problem(dir / "scenario.yaml", error.what());
  }
  return info;
}

std::map<std::string, CallEnd> FolderReader::read_endpoint(const fs::path& dir) {
  std::map<std::string, CallEnd> ends;
  for (const fs::path& path : sorted(dir, /*directories=*/false)) {
    const std::string name = path.filename().string();
    if (!name.ends_with(kSummarySuffix)) continue;
    const std::string stem = name.substr(0, name.size() - kSummarySuffix.size());
    const auto summary = parse_summary(read_file(path.string()).value_or(""));
    if (!summary) {
      problem(path, "is no call summary");
      continue;
    }
    const fs::path csv = dir / (stem + ".packets.csv");
    const auto text = read_file(csv.string());
    if (!text) {
      problem(csv, "cannot be read");
      continue;
    }
    PacketRows packets = read_packets(*text);
    if (packets.bad_lines > 0)
      problem(csv, std::to_string(packets.bad_lines) + " lines are not ours and were left out");
    ends[stem] = {*summary, std::move(packets.rows)};
  }
  return ends;
}

/// Calls that two endpoints of the scenario know by the same name.
std::vector<Pair> FolderReader::read_pairs(const fs::path& dir) {
  std::vector<std::map<std::string, CallEnd>> endpoints;
  for (const fs::path& endpoint : sorted(dir, /*directories=*/true)) {
    auto ends = read_endpoint(endpoint);
    if (!ends.empty()) endpoints.push_back(std::move(ends));
  }
  if (endpoints.size() < 2) {
    problem(dir, "has results of " + std::to_string(endpoints.size()) + " endpoints, expected 2");
    return {};
  }
  std::vector<Pair> pairs;
  for (auto& [id, end] : endpoints[0]) {
    const auto other = endpoints[1].find(id);
    if (other == endpoints[1].end())
      problem(dir, "call " + id + " was recorded at one end only");
    else
      pairs.push_back({std::move(end), std::move(other->second)});
  }
  return pairs;
}

void FolderReader::write_joined(const fs::path& dir, const std::vector<Pair>& pairs) {
  std::string text = kJoinedHeader;
  for (const Pair& pair : pairs) {
    text += joined_lines(pair.west.summary.id, join_stream(pair.west, pair.east));
    text += joined_lines(pair.west.summary.id, join_stream(pair.east, pair.west));
  }
  write(dir / "packets.csv", text);
}

void FolderReader::read_scenario(const fs::path& dir) {
  const ScenarioInfo info = read_info(dir);
  const std::vector<Pair> pairs = read_pairs(dir);
  if (pairs.empty()) return;
  ScenarioResult result = evaluate_scenario(info, pairs, read_file((dir / "drops.csv").string()));
  write_joined(dir, pairs);
  write(dir / "summary.json", scenario_json(result).dump(2) + '\n');
  folder_.results.push_back(std::move(result));
}

}  // namespace

LabFolder evaluate_folder(const fs::path& dir) {
  LabFolder folder;
  FolderReader reader(folder);
  for (const fs::path& scenario : sorted(dir, /*directories=*/true))
    if (fs::exists(scenario / "scenario.yaml")) reader.read_scenario(scenario);
  if (folder.results.empty() && folder.problems.empty())
    folder.problems.push_back(dir.string() +
                              ": no scenario here, expected folders with a scenario.yaml");
  if (!folder.results.empty() && !write_text(dir / "summary.csv", summary_csv(folder.results)))
    folder.problems.push_back((dir / "summary.csv").string() + ": cannot be written");
  return folder;
}

}  // namespace ptimed
