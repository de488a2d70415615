// SPDX-License-Identifier: AGPL-3.0-or-later
#include "daemon/lab_recording.h"

#include <algorithm>
#include <map>
#include <optional>

#include "daemon/read_file.h"
#include "lib/trace/json_lines.h"
#include "lib/trace/packets_csv.h"
#include "lib/trace/summary_json.h"

namespace ptimed {
namespace {

constexpr size_t kLargestRecord = size_t{1} << 30;

namespace fs = std::filesystem;

constexpr std::string_view kSummarySuffix = ".summary.json";

std::vector<fs::path> entries(const fs::path& dir, bool folders) {
  std::vector<fs::path> found;
  std::error_code error;
  for (fs::directory_iterator at(dir, error), end; !error && at != end; at.increment(error)) {
    std::error_code unknown;
    if (at->is_directory(unknown) == folders) found.push_back(at->path());
  }
  std::sort(found.begin(), found.end());
  return found;
}

class RecordingReader {
 public:
  explicit RecordingReader(std::vector<std::string>& problems) : problems_(problems) {}

  Recording read(const fs::path& dir);

 private:
  using Ends = std::map<std::string, std::vector<CallEnd>>;  ///< by call

  void problem(const fs::path& path, const std::string& what) {
    problems_.push_back(path.string() + ": " + what);
  }
  std::optional<std::string> text_of(const fs::path& path);
  void report_lines(const fs::path& path, int bad_lines, bool torn);
  void check_json_lines(const fs::path& path);
  std::optional<CallEnd> read_end(const fs::path& stem);
  void read_endpoint(const fs::path& dir, Ends& ends);
  std::optional<LinkDrops> read_drops(const fs::path& path);

  std::vector<std::string>& problems_;
};

std::optional<std::string> RecordingReader::text_of(const fs::path& path) {
  auto read = read_file(path.string(), kLargestRecord);
  if (const auto* wrong = std::get_if<ReadProblem>(&read)) {
    problem(path, wrong->text);
    return std::nullopt;
  }
  return std::get<std::string>(std::move(read));
}

void RecordingReader::report_lines(const fs::path& path, int bad_lines, bool torn) {
  if (torn) problem(path, "the last line is torn and was left out");
  if (bad_lines > 0)
    problem(path, "lines that are not ours were left out: " + std::to_string(bad_lines));
}

void RecordingReader::check_json_lines(const fs::path& path) {
  const auto text = text_of(path);
  if (!text) return;
  const JsonLines lines = read_json_lines(*text);
  report_lines(path, lines.bad_lines, lines.torn);
}

/// `stem` is <endpoint>/<call>, without an extension.
std::optional<CallEnd> RecordingReader::read_end(const fs::path& stem) {
  const fs::path summary_path = stem.string() + std::string(kSummarySuffix);
  const fs::path packets_path = stem.string() + ".packets.csv";
  const auto summary_text = text_of(summary_path), packets_text = text_of(packets_path);
  check_json_lines(stem.string() + ".events.jsonl");
  check_json_lines(stem.string() + ".rtcp.jsonl");
  if (!summary_text || !packets_text) return std::nullopt;
  auto summary = parse_summary(*summary_text);
  if (!summary) {
    problem(summary_path, "is no summary of a call");
    return std::nullopt;
  }
  PacketRows packets = read_packets(*packets_text);
  report_lines(packets_path, packets.bad_lines, packets.torn);
  return CallEnd{std::move(*summary), std::move(packets.rows)};
}

void RecordingReader::read_endpoint(const fs::path& dir, Ends& ends) {
  for (const fs::path& path : files_in(dir)) {
    const std::string name = path.filename().string();
    if (!name.ends_with(kSummarySuffix)) continue;
    const std::string call = name.substr(0, name.size() - kSummarySuffix.size());
    std::vector<CallEnd>& found = ends[call];
    if (auto end = read_end(dir / call)) found.push_back(std::move(*end));
  }
}

std::optional<LinkDrops> RecordingReader::read_drops(const fs::path& path) {
  std::error_code unknown;
  if (!fs::exists(path, unknown)) return std::nullopt;
  const auto text = text_of(path);
  if (!text) return std::nullopt;
  const auto drops = count_drops(*text);
  if (!drops)
    problem(path, "is no drop log of the forwarder's");
  else
    report_lines(path, drops->bad_lines, /*torn=*/false);
  return drops;
}

Recording RecordingReader::read(const fs::path& dir) {
  Recording recording;
  Ends ends;
  for (const fs::path& endpoint : folders_in(dir)) read_endpoint(endpoint, ends);
  if (ends.empty()) problem(dir, "no endpoint left a summary of a call here");
  for (auto& [call, sides] : ends) {
    if (sides.size() == 2) {
      recording.calls.push_back({std::move(sides[0]), std::move(sides[1])});
      continue;
    }
    problem(dir, "call " + call + " has usable records of " + std::to_string(sides.size()) +
                     " endpoints, expected 2");
    recording.one_ended.push_back(call);
  }
  recording.drops = read_drops(dir / "drops.csv");
  return recording;
}

}  // namespace

std::vector<fs::path> folders_in(const fs::path& dir) { return entries(dir, true); }
std::vector<fs::path> files_in(const fs::path& dir) { return entries(dir, false); }

Recording read_recording(const fs::path& dir, std::vector<std::string>& problems) {
  return RecordingReader(problems).read(dir);
}

}  // namespace ptimed
