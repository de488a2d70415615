// SPDX-License-Identifier: AGPL-3.0-or-later
#pragma once
// The calls of a daemon by id.
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <variant>

#include "daemon/call_opening.h"
#include "daemon/call_runner.h"
#include "daemon/restart_guard.h"

namespace ptimed {

class CallTable {
 public:
  /// Who asked for a call: a reload of the file leaves those of the control socket alone.
  enum class Origin : uint8_t { kFile, kControl };
  struct Listener {
    std::function<void(const std::string& call, const Event&, Time start)> on_event;
    std::function<void()> on_ended;  ///< a call has ended
  };
  using Opened = std::variant<std::unique_ptr<CallRunner>, StartProblems>;

  CallTable(LoopSurroundings surroundings, Listener listener)
      : surroundings_(std::move(surroundings)), listener_(std::move(listener)) {}

  /// Opens what a call needs; nothing is sent yet.
  Opened open(const CallEntry& entry, const DaemonConfig& daemon, const CallPlace& place);
  /// Takes the call in and sets it going. Its id must be free.
  void admit(std::unique_ptr<CallRunner> runner, Origin origin, Time now);
  /// Ends the call and forgets it. False when there is none of that id.
  bool remove(const std::string& id, std::string_view reason);
  void end_all(std::string_view reason);

  CallRunner* find(const std::string& id);
  /// Empty when there is none of that id.
  std::optional<Origin> origin(const std::string& id) const;
  void each(const std::function<void(CallRunner&)>& visit);
  std::vector<std::string> ids() const;
  size_t count(CallRunner::State state) const;

 private:
  struct Line {
    Origin origin;
    std::unique_ptr<CallRunner> runner;
  };
  CallFiles::Listener file_listener(const CallEntry& entry);
  PortRange& range_of(const DaemonConfig& daemon);

  LoopSurroundings surroundings_;
  Listener listener_;
  RestartGuard guard_;
  std::map<std::string, Line> lines_;
  std::map<std::pair<uint16_t, uint16_t>, PortRange> ranges_;  ///< a range remembers where it stood
};

}  // namespace ptimed
