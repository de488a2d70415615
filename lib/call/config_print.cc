// SPDX-License-Identifier: AGPL-3.0-or-later
#include <sstream>

#include "lib/base/quantity.h"
#include "lib/base/yaml_schema.h"
#include "lib/call/config_names.h"
#include "lib/call/config_yaml.h"

namespace ptimed {
namespace {

/// A double-quoted scalar: never taken for null, never an indicator.
std::string quoted(std::string_view text) {
  std::string out = "\"";
  for (const char c : text) {
    if (c == '"' || c == '\\') out += '\\';
    out += c;
  }
  return out + '"';
}

std::string_view word(bool value) { return value ? "true" : "false"; }

/// One flow mapping, "{a: 1, b: 2}".
class FlowMapping {
 public:
  template <class T>
  FlowMapping& add(std::string_view key, const T& value) {
    out_ << (empty_ ? "{" : ", ") << key << ": " << value;
    empty_ = false;
    return *this;
  }
  std::string text() const { return empty_ ? "{}" : out_.str() + '}'; }

 private:
  std::ostringstream out_;
  bool empty_ = true;
};

std::string print_address(const EndpointAddress& address, bool rtcp_mux) {
  FlowMapping out;
  out.add("address", quoted(address.host)).add("port", address.port);
  if (address.port != 0 && !rtcp_mux) out.add("rtcp_port", effective_rtcp_port(address, rtcp_mux));
  return out.text();
}

std::string print_ptime(const CallConfig& call) {
  return FlowMapping()
      .add("initial", format_duration(call.ptime_initial))
      .add("min", format_duration(call.ptime.min))
      .add("max", format_duration(call.ptime.max))
      .add("optimum", format_duration(call.ptime.optimum))
      .text();
}

std::string print_policy(const CallConfig& call) {
  FlowMapping out;
  out.add("name", call.policy);
  for (const auto& [key, value] :
       effective_parameters(call.policy, call.policy_parameters, call.codec))
    out.add(key, quoted(value));
  return out.text();
}

std::string print_rtcp(const RtcpConfig& rtcp) {
  const std::string interval =
      rtcp.fixed_interval ? "fixed " + format_duration(*rtcp.fixed_interval) : "rfc3550";
  const std::string quick = FlowMapping()
                                .add("share", format_share(rtcp.quick.share))
                                .add("window", format_duration(rtcp.quick.window))
                                .add("packet_bytes", rtcp.quick.packet_bytes)
                                .text();
  return FlowMapping()
      .add("mode", to_string(rtcp.mode))
      .add("share", format_share(rtcp.share))
      .add("interval", interval)
      .add("reduced_minimum", word(rtcp.reduced_minimum))
      .add("cname", quoted(rtcp.cname))
      .add("quick", quick)
      .text();
}

std::string print_breaker(const BreakerConfig& breaker) {
  return FlowMapping()
      .add("action", to_string(breaker.action))
      .add("unusable_loss", format_share(breaker.usability.loss))
      .add("unusable_delay", format_duration(breaker.usability.one_way))
      .add("unusable_time", format_duration(breaker.usability.time))
      .text();
}

std::string print_playout(const PlayoutConfig& playout) {
  return FlowMapping()
      .add("headroom", headroom_name(playout.headroom))
      .add("min_jitter", format_duration(playout.min_jitter))
      .add("max_jitter", format_duration(playout.max_jitter))
      .add("ptime_max", format_duration(playout.ptime_max))
      .text();
}

std::string print_source(const SourceConfig& source) {
  switch (source.kind) {
    case SourceConfig::Kind::kSilence:
      return FlowMapping().add("silence", "true").text();
    case SourceConfig::Kind::kTone:
      return FlowMapping().add("tone", format_number(source.tone_hz)).text();
    case SourceConfig::Kind::kWav:
      return FlowMapping().add("wav", quoted(source.wav)).add("loop", word(source.loop)).text();
  }
  return "{}";
}

void print_media(std::ostream& out, const CallConfig& call) {
  out << "    direction: " << to_string(call.direction) << '\n'
      << "    codec: " << call.codec << '\n'
      << "    ptime: " << print_ptime(call) << '\n';
  if (call.peer_maxptime)
    out << "    peer: {maxptime: " << format_duration(*call.peer_maxptime) << "}\n";
  out << "    mtu: " << call.mtu << '\n'
      << "    policy: " << print_policy(call) << '\n'
      << "    rtcp: " << print_rtcp(call.rtcp) << '\n'
      << "    breaker: " << print_breaker(call.breaker) << '\n'
      << "    playout: " << print_playout(call.playout) << '\n';
  if (call.ssrc) out << "    ssrc: " << call.ssrc->value << '\n';
  if (call.first_seq) out << "    first_seq: " << call.first_seq->value << '\n';
  if (call.first_timestamp) out << "    first_timestamp: " << call.first_timestamp->value << '\n';
  out << "    departure_jitter: " << format_duration(call.departure_jitter) << '\n';
}

void print_call(std::ostream& out, const CallEntry& entry) {
  out << "  - id: " << quoted(entry.call.id) << '\n'
      << "    local: " << print_address(entry.local, entry.rtcp_mux) << '\n'
      << "    remote: " << print_address(entry.remote, entry.rtcp_mux) << '\n'
      << "    rtcp_mux: " << word(entry.rtcp_mux) << '\n'
      << "    learn_source: " << word(entry.learn_source) << '\n';
  print_media(out, entry.call);
  out << "    dscp: " << entry.dscp << '\n'
      << "    source: " << print_source(entry.source) << '\n'
      << "    record: " << word(entry.record) << '\n'
      << "    start: " << format_duration(entry.start) << '\n'
      << "    duration: " << format_duration(entry.duration) << '\n';
}

}  // namespace

std::string print_config(const DaemonConfig& config) {
  std::ostringstream out;
  out << "endpoint: " << quoted(config.endpoint) << '\n'
      << "control: " << quoted(config.control) << '\n'
      << "results: " << quoted(config.results) << '\n'
      << "seed: " << config.seed << '\n'
      << "log: {level: " << config.log_level << ", target: " << config.log_target << "}\n"
      << "network: {bind: " << quoted(config.bind) << ", ports: " << config.port_low << '-'
      << config.port_high << "}\n"
      << "calls:" << (config.calls.empty() ? " []" : "") << '\n';
  for (const CallEntry& entry : config.calls) print_call(out, entry);
  return out.str();
}

}  // namespace ptimed
