// SPDX-License-Identifier: AGPL-3.0-or-later
#include "daemon/call_files.h"

#include <array>
#include <filesystem>
#include <system_error>

#include "lib/trace/summary_json.h"

namespace ptimed {
namespace {

namespace fs = std::filesystem;

constexpr std::array kExtensions{".summary.json", ".events.jsonl", ".rtcp.jsonl",
                                 ".packets.csv",  ".sdp",          ".wav"};

/// Moves the files of an earlier call of that name out of the way.
void set_aside(const fs::path& folder, const std::string& call) {
  const auto present = [&](const fs::path& where) {
    for (const char* extension : kExtensions)
      if (fs::exists(where / (call + extension))) return true;
    return false;
  };
  if (!present(folder)) return;
  fs::path earlier;
  for (int n = 1; earlier.empty() || present(earlier); ++n)
    earlier = folder / ("earlier-" + std::to_string(n));
  fs::create_directories(earlier);
  for (const char* extension : kExtensions)
    if (fs::exists(folder / (call + extension)))
      fs::rename(folder / (call + extension), earlier / (call + extension));
}

}  // namespace

struct CallFiles::Open {
  std::unique_ptr<FileSink> events, rtcp, packets;
  std::unique_ptr<WavSink> wav;  ///< null when audio is not kept
};

CallFiles::CallFiles(Listener listener) : listener_(std::move(listener)) {}
CallFiles::~CallFiles() = default;

std::variant<std::unique_ptr<CallFiles>, std::string> CallFiles::open(const Options& options,
                                                                      Listener listener) {
  std::unique_ptr<CallFiles> files(new CallFiles(std::move(listener)));
  if (options.results.empty()) return files;
  if (auto problem = files->open_all(options)) return std::move(*problem);
  return files;
}

std::optional<std::string> CallFiles::open_all(const Options& options) {
  const fs::path folder = fs::path(options.results) / options.endpoint;
  try {
    fs::create_directories(folder);
    set_aside(folder, options.call);
  } catch (const fs::filesystem_error& error) {
    return folder.string() + ": " + error.code().message();
  }
  stem_ = (folder / options.call).string();
  files_ = std::make_unique<Open>();
  for (const auto& [file, extension] :
       {std::pair{&files_->events, ".events.jsonl"}, std::pair{&files_->rtcp, ".rtcp.jsonl"},
        std::pair{&files_->packets, ".packets.csv"}}) {
    auto created = FileSink::create(stem_ + extension);
    if (const auto* error = std::get_if<std::error_code>(&created))
      return stem_ + extension + ": " + error->message();
    *file = std::get<std::unique_ptr<FileSink>>(std::move(created));
  }
  if (!options.record) return std::nullopt;
  auto created = WavSink::create(stem_ + ".wav");
  if (auto* problem = std::get_if<std::string>(&created)) return std::move(*problem);
  files_->wav = std::get<std::unique_ptr<WavSink>>(std::move(created));
  return std::nullopt;
}

void CallFiles::begin(const WallClock& wall, Time start) {
  start_ = start;
  if (files_)
    recorder_.emplace(RecordSinks{*files_->events, *files_->rtcp, *files_->packets}, wall, start);
}

void CallFiles::on_event(const Event& event) {
  if (recorder_) recorder_->on_event(event);
  listener_.on_event(event, start_);
}

void CallFiles::on_packet(const PacketRecord& packet) {
  if (recorder_) recorder_->on_packet(packet);
}

void CallFiles::on_rtcp(Direction direction, Time at, Bytes datagram, std::string_view text) {
  if (recorder_) recorder_->on_rtcp(direction, at, datagram, text);
}

void CallFiles::on_audio(std::span<const int16_t> samples) {
  if (files_ && files_->wav) files_->wav->write(samples);
}

void CallFiles::flush() {
  if (!files_) return;
  flush(*files_->events, ".events.jsonl");
  flush(*files_->rtcp, ".rtcp.jsonl");
  flush(*files_->packets, ".packets.csv");
  if (files_->wav && !files_->wav->flush()) note_trouble(".wav: samples could not be written");
}

void CallFiles::flush(FileSink& sink, const char* extension) {
  if (!sink.flush()) note_trouble(extension + (": " + sink.error().message()));
}

void CallFiles::write_summary(const CallSummary& figures) {
  if (stem_.empty()) return;
  if (const auto error = replace_file(stem_ + ".summary.json", summary_json(figures)))
    note_trouble(".summary.json: " + error.message());
}

void CallFiles::write_sdp(std::string_view text) {
  if (stem_.empty()) return;
  if (const auto error = replace_file(stem_ + ".sdp", text))
    note_trouble(".sdp: " + error.message());
}

void CallFiles::close() {
  flush();
  recorder_.reset();
  files_.reset();
}

/// Once: a full disk would say the same twice a second.
void CallFiles::note_trouble(const std::string& what) {
  if (!incomplete_) listener_.on_trouble(stem_ + what + "; records are incomplete from here on");
  incomplete_ = true;
}

}  // namespace ptimed
