// SPDX-License-Identifier: AGPL-3.0-or-later
#pragma once
// The daemon: configuration, calls, control socket and service manager around one loop.
#include <map>
#include <string>
#include <variant>
#include <vector>

#include "daemon/call_table.h"
#include "daemon/control_server.h"
#include "daemon/epoll_loop.h"
#include "lib/call/config.h"

namespace ptimed {

class Daemon {
 public:
  struct Options {
    std::string config_file;
    bool exit_when_done = false;  ///< run() returns once every call has ended
  };

  Daemon(DaemonConfig config, Options options);

  /// Opens sockets, files and control socket of all calls. Every problem, or none and the calls are
  /// under way.
  StartProblems open();
  /// Until SIGTERM or SIGINT; then every call is ended in order.
  void run();

  // What the control socket asks for.
  CallTable& calls() { return calls_; }
  const DaemonConfig& config() const { return config_; }
  Time started() const { return started_; }
  Time now() const { return loop_.now(); }
  /// Adds the calls of a YAML text, all or none. Their ids, or every problem in words.
  std::variant<std::vector<std::string>, std::vector<std::string>> add(std::string_view text,
                                                                       std::string_view file);
  bool remove(const std::string& id) { return calls_.remove(id, "removed"); }

  struct ReloadReport {
    std::vector<std::string> added, removed, changed;
    std::vector<std::string> problems;
    std::vector<std::string> need_restart;  ///< daemon-wide keys that changed but stay as they were
  };
  /// Reads the configuration file again. A file with problems changes nothing.
  ReloadReport reload();

 private:
  void on_signal(int signal);
  void on_event(const std::string& call, const Event& event, Time start);
  void on_call_ended();
  void schedule_housekeeping(Time due);
  void schedule_watchdog(Time due, Duration period);
  void flush(bool with_summaries);
  void apply(const DaemonConfig& fresh, ReloadReport& report);
  void drop_absent(const DaemonConfig& fresh, ReloadReport& report);
  void open_new(const DaemonConfig& fresh, ReloadReport& report);
  DaemonConfig config_with_live_calls();
  std::string status_line() const;

  DaemonConfig config_;
  Options options_;
  EpollLoop loop_;
  ReceiveArena arena_;
  WallClock wall_;
  CallTable calls_;
  ControlServer control_;
  Time started_;
  int housekeeping_turns_ = 0;
  bool ending_ = false;
};

}  // namespace ptimed
