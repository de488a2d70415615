// SPDX-License-Identifier: AGPL-3.0-or-later
#include "lib/call/config_yaml.h"

#include <charconv>
#include <limits>

#include "lib/base/yaml_schema.h"
#include "lib/call/config_address.h"
#include "lib/call/config_call_reader.h"
#include "lib/call/config_conflicts.h"
#include "lib/call/config_limits.h"

namespace ptimed {
namespace {

constexpr size_t kLongestSocketPath = 107;  // unix(7): sun_path with its final NUL

void read_log(YamlMapping& top, DaemonConfig& config) {
  auto log = top.mapping("log");
  if (!log) return;
  log->choice("level", config.log_level, {"trace", "debug", "info", "warn", "error"});
  log->choice("target", config.log_target, {"auto", "stderr", "journald"});
  log->finish();
}

struct PortRange {
  uint16_t low = 0;
  uint16_t high = 0;
};

std::optional<PortRange> parse_port_range(std::string_view text) {
  PortRange range;
  const char* const end = text.data() + text.size();
  const auto low = std::from_chars(text.data(), end, range.low);
  if (low.ec != std::errc() || low.ptr == end || *low.ptr != '-') return std::nullopt;
  const auto high = std::from_chars(low.ptr + 1, end, range.high);
  if (high.ec != std::errc() || high.ptr != end) return std::nullopt;
  return range;
}

void read_ports(YamlMapping& network, DaemonConfig& config) {
  constexpr char kForm[] = "a range such as 20000-29999";
  const auto text = network.scalar("ports", kForm);
  if (!text) return;
  const auto range = parse_port_range(*text);
  if (!range) {
    network.reject("ports", shown(*text) + " is not a range of ports", kForm);
  } else if (range->low == 0 || range->low % 2 != 0) {
    network.reject("ports", *text + " does not begin with an even port",
                   "RTP on even ports and RTCP on the next (RFC 3550 section 11)");
  } else if (range->low >= range->high) {
    network.reject("ports", *text + " holds no pair of ports", kForm);
  } else {
    config.port_low = range->low;
    config.port_high = range->high;
  }
}

void read_network(YamlMapping& top, DaemonConfig& config) {
  auto network = top.mapping("network");
  if (!network) return;
  std::string bind;
  if (network->text("bind", bind)) {
    const auto address = parse_address(bind);
    if (address && !address->is_multicast())
      config.bind = bind;
    else
      network->reject("bind", shown(bind) + " is no address of this host",
                      "a numeric unicast address, or 0.0.0.0 or :: for any");
  }
  read_ports(*network, config);
  network->finish();
}

void read_daemon(YamlMapping& top, DaemonConfig& config) {
  std::string endpoint;
  if (top.text("endpoint", endpoint)) {
    if (is_name(endpoint))
      config.endpoint = endpoint;
    else
      top.reject("endpoint", shown(endpoint) + " is not a name", kNameForm);
  }
  const bool has_control = top.text("control", config.control);
  if (has_control && (config.control.empty() || config.control.size() > kLongestSocketPath))
    top.reject("control", std::to_string(config.control.size()) + " bytes of path",
               "1.." + std::to_string(kLongestSocketPath));
  top.text("results", config.results);
  top.integer("seed", config.seed, 0, std::numeric_limits<uint64_t>::max());
  read_log(top, config);
  read_network(top, config);
}

CallDraft read_defaults(YamlMapping& top) {
  CallDraft draft;
  if (auto defaults = top.mapping("defaults")) read_call(*defaults, CallScope::kDefaults, draft);
  return draft;
}

/// `defaults` and `calls` of a mapping.
std::vector<CallEntry> read_calls(YamlMapping& top, const std::string& bind,
                                  CallConflicts& conflicts, YamlReport& report) {
  CallDraft defaults = read_defaults(top);
  const std::vector<const YamlNode*> nodes = top.list("calls");
  if (nodes.empty()) complete_call(defaults, bind, report);
  std::vector<CallEntry> calls;
  for (const YamlNode* node : nodes) {
    CallDraft draft = defaults;
    YamlMapping call(*node, "calls[" + std::to_string(calls.size()) + ']', report);
    read_call(call, CallScope::kCall, draft);
    complete_call(draft, bind, report);
    conflicts.check(draft, report);
    calls.push_back(draft.entry);
  }
  return calls;
}

std::vector<CallEntry> read_single_call(YamlMapping& top, const std::string& bind,
                                        CallConflicts& conflicts, YamlReport& report) {
  CallDraft draft;
  read_call(top, CallScope::kCall, draft);
  complete_call(draft, bind, report);
  conflicts.check(draft, report);
  return {draft.entry};
}

}  // namespace

std::variant<DaemonConfig, Diagnostics> parse_config(std::string_view text, std::string_view file) {
  YamlReport report(file);
  const auto root = parse_yaml(text, report);
  if (!root) return report.take();
  DaemonConfig config;
  YamlMapping top(*root, "", report);
  read_daemon(top, config);
  CallConflicts conflicts;
  config.calls = read_calls(top, config.bind, conflicts, report);
  top.finish();
  if (!report.ok()) return report.take();
  return config;
}

std::variant<std::vector<CallEntry>, Diagnostics> parse_calls(std::string_view text,
                                                              std::string_view file,
                                                              const DaemonConfig& daemon) {
  YamlReport report(file);
  const auto root = parse_yaml(text, report);
  if (!root) return report.take();
  CallConflicts conflicts;
  for (const CallEntry& running : daemon.calls) conflicts.add_running(running);
  YamlMapping top(*root, "", report);
  std::vector<CallEntry> calls;
  if (top.has("calls")) {
    calls = read_calls(top, daemon.bind, conflicts, report);
    top.finish();
  } else {
    calls = read_single_call(top, daemon.bind, conflicts, report);
  }
  if (!report.ok()) return report.take();
  return calls;
}

}  // namespace ptimed
