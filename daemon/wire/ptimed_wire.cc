// SPDX-License-Identifier: AGPL-3.0-or-later
// ptimed-wire: one bottleneck between two interfaces. Exit codes: 0 ended by a signal, 2 usage or
// profile, 3 environment.
#include <sched.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <cstdio>
#include <iostream>
#include <system_error>

#include "daemon/epoll_loop.h"
#include "daemon/wire/forwarder.h"
#include "daemon/wire/options.h"

namespace ptimed {
namespace {

constexpr int kProfileError = 2, kEnvironmentError = 3;

void tell(const Diagnostics& problems) {
  for (const Diagnostic& problem : problems) std::cerr << problem.to_string() << '\n';
}

int print_profile(const WanProfile& profile, const std::string& form) {
  std::cout << (form == "env" ? print_profile_as_env(profile) : print_wan_profile(profile));
  return 0;
}

/// Best effort: without the privilege, the lateness in the counters tells what it cost.
void ask_for_realtime_priority() {
  const sched_param lowest{.sched_priority = 1};
  sched_setscheduler(0, SCHED_RR | SCHED_RESET_ON_FORK, &lowest);
}

void say_ready(int fd) {
  constexpr std::string_view kReady = "ready\n";
  if (fd < 0) {
    std::cout << kReady << std::flush;
    return;
  }
  if (::write(fd, kReady.data(), kReady.size()) != static_cast<ssize_t>(kReady.size()))
    throw std::system_error(errno, std::generic_category(), "--ready-fd");
  ::close(fd);
}

/// In one piece: a reader sees the old line or the new one.
void write_counters(const std::string& line, const std::string& path) {
  if (path.empty()) {
    std::cout << line << std::endl;
    return;
  }
  const std::string draft = path + ".new";
  std::FILE* file = std::fopen(draft.c_str(), "we");
  const bool written = file != nullptr && std::fprintf(file, "%s\n", line.c_str()) > 0;
  const bool closed = file != nullptr && std::fclose(file) == 0;
  if (!written || !closed || std::rename(draft.c_str(), path.c_str()) != 0)
    std::cerr << path << ": " << std::generic_category().message(errno) << '\n';
}

void reload(Forwarder& forwarder, const WireOptions& options) {
  const auto result = load_profile(options);
  if (const auto* problems = std::get_if<Diagnostics>(&result)) {
    tell(*problems);
    std::cerr << "profile not changed\n";
    return;
  }
  forwarder.set_profile(std::get<WanProfile>(result));
}

int forward(const WireOptions& options, const WanProfile& profile) {
  EpollLoop loop;
  Forwarder forwarder(loop, {options.west, options.east}, profile, options.drops_path);
  loop.on_signals({SIGTERM, SIGINT, SIGHUP, SIGUSR1}, [&](int signal) {
    if (signal == SIGHUP) reload(forwarder, options);
    if (signal == SIGUSR1) write_counters(forwarder.counters_json(), options.counters_path);
    if (signal == SIGTERM || signal == SIGINT) loop.stop();
  });
  ask_for_realtime_priority();
  say_ready(options.ready_fd);
  loop.run();
  std::cout << forwarder.counters_json() << std::endl;
  return 0;
}

int run(int argc, char** argv) {
  const auto parsed = parse_wire_options(argc, argv);
  if (const int* code = std::get_if<int>(&parsed)) return *code;
  const auto& options = std::get<WireOptions>(parsed);
  const auto profile = load_profile(options);
  if (const auto* problems = std::get_if<Diagnostics>(&profile)) {
    tell(*problems);
    return kProfileError;
  }
  if (!options.print_form.empty())
    return print_profile(std::get<WanProfile>(profile), options.print_form);
  return forward(options, std::get<WanProfile>(profile));
}

}  // namespace
}  // namespace ptimed

int main(int argc, char** argv) try {
  return ptimed::run(argc, argv);
} catch (const std::system_error& error) {
  std::cerr << "ptimed-wire: " << error.what() << '\n';
  return ptimed::kEnvironmentError;
}
