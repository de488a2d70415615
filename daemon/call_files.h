// SPDX-License-Identifier: AGPL-3.0-or-later
#pragma once
// The files of one call:
// <results>/<endpoint>/<call>.{summary.json,events.jsonl,rtcp.jsonl,packets.csv,sdp,wav}. A file
// that cannot be written to is reported once; the call goes on.
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "daemon/file_sink.h"
#include "daemon/wav_sink.h"
#include "lib/base/time.h"
#include "lib/trace/call_recorder.h"
#include "lib/trace/call_summary.h"
#include "lib/trace/observer.h"

namespace ptimed {

class CallFiles : public CallObserver {
 public:
  struct Options {
    std::string results;  ///< empty: nothing is written
    std::string endpoint, call;
    bool record = true;
  };
  /// Told of every event, and of trouble with files, in a person's words.
  struct Listener {
    std::function<void(const Event&, Time start)> on_event;
    std::function<void(const std::string&)> on_trouble;
  };

  /// Files of an earlier call of that name go to a folder earlier-<n> beside them. Else what is
  /// wrong.
  static std::variant<std::unique_ptr<CallFiles>, std::string> open(const Options& options,
                                                                    Listener listener);
  ~CallFiles() override;

  /// The call starts; nothing is observed before.
  void begin(const WallClock& wall, Time start);
  void on_event(const Event& event) override;
  void on_packet(const PacketRecord& packet) override;
  void on_rtcp(Direction direction, Time at, Bytes datagram, std::string_view text) override;
  void on_audio(std::span<const int16_t> samples) override;

  void flush();
  void write_summary(const CallSummary& figures);
  void write_sdp(std::string_view text);
  /// Flushes and closes all.
  void close();
  /// Something could not be written.
  bool incomplete() const { return incomplete_; }

 private:
  struct Open;
  explicit CallFiles(Listener listener);
  std::optional<std::string> open_all(const Options& options);
  void flush(FileSink& sink, const char* extension);
  void note_trouble(const std::string& what);

  Listener listener_;
  std::string stem_;                      ///< path without extension; empty: nothing is written
  std::unique_ptr<Open> files_;           ///< the files that grow
  std::optional<CallRecorder> recorder_;  ///< into them, once the call has started
  Time start_{};
  bool incomplete_ = false;
};

}  // namespace ptimed
