// SPDX-License-Identifier: AGPL-3.0-or-later
#include "daemon/call_opening.h"

#include "daemon/audio_sources.h"

namespace ptimed {
namespace {

/// Collects what is wrong with one call.
class Problems {
 public:
  Problems(const CallEntry& entry, const CallPlace& place) : entry_(entry), place_(place) {}

  void config(std::string_view key, std::string problem, std::string expected) {
    add(key, std::move(problem), std::move(expected), false);
  }
  void environment(std::string_view key, std::string problem, std::string expected) {
    add(key, std::move(problem), std::move(expected), true);
  }
  bool any() const { return !found_.empty(); }
  StartProblems take() { return std::move(found_); }

 private:
  void add(std::string_view key, std::string problem, std::string expected, bool environment) {
    found_.push_back({{.file = place_.file,
                       .line = entry_.line,
                       .column = entry_.column,
                       .key = place_.key + '.' + std::string(key),
                       .problem = std::move(problem),
                       .expected = std::move(expected)},
                      environment});
  }
  const CallEntry& entry_;
  const CallPlace& place_;
  StartProblems found_;
};

struct Addresses {
  SocketAddress local, rtp, rtcp;
};

std::optional<SocketAddress> resolve(const EndpointAddress& address, std::string_view key,
                                     Problems& problems) {
  auto resolved = SocketAddress::parse(address.host, address.port);
  if (!resolved)
    problems.environment(key, '"' + address.host + "\" names no interface of this host",
                         "an interface that exists");
  return resolved;
}

std::optional<Addresses> addresses(const CallEntry& entry, Problems& problems) {
  const auto local = resolve(entry.local, "local.address", problems);
  const auto rtp = resolve(entry.remote, "remote.address", problems);
  if (!local || !rtp) return std::nullopt;
  return Addresses{*local, *rtp, rtp->with_port(effective_rtcp_port(entry.remote, entry.rtcp_mux))};
}

void explain(const PortProblem& problem, const CallEntry& entry, const SocketAddress& local,
             Problems& problems) {
  const std::string expected = entry.rtcp_mux ? "a free port"
                               : entry.local.rtcp_port != 0
                                   ? "a free port"
                                   : "a free even port with the next one free";
  if (!problem.in_use())
    problems.environment("local",
                         local.with_port(problem.port).to_string() + ": " + problem.error.message(),
                         "an address of this host");
  else if (entry.local.port != 0)
    problems.config("local.port", std::to_string(problem.port) + " is in use", expected);
  else
    problems.environment("local.port", "every port of the range is in use", expected);
}

std::optional<PortPair> open_ports(const CallEntry& entry, const SocketAddress& local,
                                   PortRange& range, Problems& problems) {
  const UdpOptions options{.dscp = parse_dscp(entry.dscp).value_or(0)};
  PortPair::Result opened =
      entry.local.port == 0
          ? range.open_next(local, entry.rtcp_mux, options)
          : PortPair::open(local, effective_rtcp_port(entry.local, entry.rtcp_mux), options);
  if (const auto* problem = std::get_if<PortProblem>(&opened)) {
    explain(*problem, entry, local, problems);
    return std::nullopt;
  }
  return std::get<PortPair>(std::move(opened));
}

std::unique_ptr<AudioSource> open_audio(const CallEntry& entry, Problems& problems) {
  if (entry.call.direction == MediaDirection::kRecvOnly) return nullptr;
  auto opened = open_source(entry.source);
  if (auto* problem = std::get_if<std::string>(&opened)) {
    problems.config("source.wav", *problem, "a readable 8000 Hz mono WAV");
    return nullptr;
  }
  return std::get<std::unique_ptr<AudioSource>>(std::move(opened));
}

std::unique_ptr<CallFiles> open_files(const CallEntry& entry, const DaemonConfig& daemon,
                                      CallFiles::Listener listener, Problems& problems) {
  auto opened =
      CallFiles::open({.results = daemon.results,
                       .endpoint = daemon.endpoint,
                       .call = entry.call.id,
                       .record = entry.record && entry.call.direction != MediaDirection::kSendOnly},
                      std::move(listener));
  if (auto* problem = std::get_if<std::string>(&opened)) {
    problems.environment("results", *problem, "a folder that can be written");
    return nullptr;
  }
  return std::get<std::unique_ptr<CallFiles>>(std::move(opened));
}

}  // namespace

uint64_t call_seed(uint64_t daemon_seed, std::string_view endpoint, std::string_view call) {
  const std::string name = std::string(endpoint) + '/' + std::string(call);
  uint64_t hash = 0xcbf29ce484222325;  // FNV-1a
  for (const char c : name) hash = (hash ^ static_cast<uint8_t>(c)) * 0x100000001b3;
  uint64_t z = (daemon_seed ^ hash) + 0x9e3779b97f4a7c15;  // splitmix64
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9;
  z = (z ^ (z >> 27)) * 0x94d049bb133111eb;
  return z ^ (z >> 31);
}

StartProblems check_sources(const DaemonConfig& daemon, const std::string& file) {
  StartProblems found;
  for (size_t n = 0; n < daemon.calls.size(); ++n) {
    const CallPlace place{file, "calls[" + std::to_string(n) + ']'};
    Problems problems(daemon.calls[n], place);
    open_audio(daemon.calls[n], problems);
    for (StartProblem& problem : problems.take()) found.push_back(std::move(problem));
  }
  return found;
}

std::variant<CallParts, StartProblems> open_call(const CallEntry& entry, const DaemonConfig& daemon,
                                                 const CallPlace& place, PortRange& range,
                                                 CallFiles::Listener listener) {
  Problems problems(entry, place);
  std::optional<PortPair> ports;
  const auto where = addresses(entry, problems);
  if (where) ports = open_ports(entry, where->local, range, problems);
  auto source = open_audio(entry, problems);
  // Files last: those of an earlier run are set aside only for a call that will start.
  auto files = problems.any() ? nullptr : open_files(entry, daemon, std::move(listener), problems);
  if (problems.any()) return problems.take();
  return CallParts{
      .entry = entry,
      .seed = call_seed(daemon.seed, daemon.endpoint, entry.call.id),
      .path = MediaPath(std::move(*ports), PeerFilter(where->rtp, where->rtcp, entry.learn_source)),
      .source = std::move(source),
      .files = std::move(files)};
}

}  // namespace ptimed
