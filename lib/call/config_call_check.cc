// SPDX-License-Identifier: AGPL-3.0-or-later
// What the values of one call must agree on.
#include <algorithm>

#include "codecs/codec.h"
#include "lib/base/quantity.h"
#include "lib/call/config_address.h"
#include "lib/call/config_call_reader.h"

namespace ptimed {
namespace {

std::string outside(Ptime value, const char* relation, const char* bound, Ptime limit) {
  return format_duration(value) + " is " + relation + ' ' + bound + " (" + format_duration(limit) +
         ')';
}

/// What was not given follows the codec, kept within the limits that were.
void fill_in_ptimes(CallDraft& draft, const CodecTraits& traits) {
  CallConfig& config = draft.entry.call;
  PtimeLimits& limits = config.ptime;
  limits.max = draft.ptime_max.value_or(traits.max_ptime);
  limits.min = draft.ptime_min.value_or(std::min(PtimeLimits{}.min, limits.max));
  const Ptime typical = std::max(limits.min, std::min(traits.default_ptime, limits.max));
  limits.optimum = draft.ptime_optimum.value_or(typical);
  config.ptime_initial = draft.ptime_initial.value_or(typical);
  config.playout.ptime_max =
      draft.playout_ptime_max.value_or(std::max(PlayoutConfig{}.ptime_max, limits.max));
}

void check_ptimes(const CallDraft& draft, YamlReport& report) {
  const CallConfig& config = draft.entry.call;
  const PtimeLimits& limits = config.ptime;
  if (limits.min > limits.max) {
    report.add(draft.place("ptime.min"), outside(limits.min, "above", "ptime.max", limits.max));
    return;
  }
  for (const auto& [path, value] : {std::pair{"ptime.initial", config.ptime_initial},
                                    std::pair{"ptime.optimum", limits.optimum}}) {
    if (value < limits.min)
      report.add(draft.place(path), outside(value, "below", "ptime.min", limits.min));
    if (value > limits.max)
      report.add(draft.place(path), outside(value, "above", "ptime.max", limits.max));
  }
  if (config.peer_maxptime && *config.peer_maxptime < limits.min)
    report.add(draft.place("peer.maxptime"),
               outside(*config.peer_maxptime, "below", "ptime.min", limits.min));
}

/// The smallest packet must fit the path; larger ones are held back while the call runs.
void check_mtu(const CallDraft& draft, const CodecTraits& traits, YamlReport& report) {
  const CallConfig& config = draft.entry.call;
  const int headers = (config.ipv6 ? kUdpIpv6Overhead : kUdpIpv4Overhead) + kRtpHeader;
  const int packet = headers + frames_in(config.ptime.min) * traits.frame_bytes;
  if (config.mtu < packet)
    report.add(draft.place("mtu"),
               std::to_string(config.mtu) + " is too small for a packet of ptime.min (" +
                   format_duration(config.ptime.min) + ')',
               std::to_string(packet) + " or more");
}

void check_playout(const CallDraft& draft, YamlReport& report) {
  const PlayoutConfig& playout = draft.entry.call.playout;
  if (playout.min_jitter > playout.max_jitter)
    report.add(draft.place("playout.min_jitter"), format_duration(playout.min_jitter) +
                                                      " is above playout.max_jitter (" +
                                                      format_duration(playout.max_jitter) + ')');
}

YamlPlace place_of_policy_problem(const CallDraft& draft, const PolicyProblem& problem) {
  if (problem.key.empty()) return draft.place("policy.name");
  const CallConfig& config = draft.entry.call;
  const bool known = effective_parameters(config.policy, {}, config.codec).contains(problem.key);
  const auto key = draft.policy_keys.find(problem.key);
  if (!known && key != draft.policy_keys.end()) return key->second;
  return draft.place("policy." + problem.key);
}

void check_policy(const CallDraft& draft, YamlReport& report) {
  const CallConfig& config = draft.entry.call;
  const auto made = make_policy(config.policy, config.policy_parameters, config.codec);
  const auto* const problems = std::get_if<std::vector<PolicyProblem>>(&made);
  if (!problems) return;
  for (const PolicyProblem& p : *problems)
    report.add(place_of_policy_problem(draft, p), p.problem, p.expected);
}

/// An odd RTP port leaves none for RTCP, unless that is given separately (RFC 3550 section 11, RFC
/// 3605) or the two share one port (RFC 5761).
void check_ports(const CallDraft& draft, const std::string& side, const EndpointAddress& address,
                 YamlReport& report) {
  const bool mux = draft.entry.rtcp_mux;
  const std::string port = std::to_string(address.port);
  const std::string rtcp_port = std::to_string(address.rtcp_port);
  const YamlPlace rtcp_place = draft.place(side + ".rtcp_port");
  if (address.port == 0) {
    if (address.rtcp_port != 0)
      report.add(rtcp_place, rtcp_port + " stands without a port", "a port too");
  } else if (mux) {
    if (address.rtcp_port != 0 && address.rtcp_port != address.port)
      report.add(rtcp_place, rtcp_port + " differs from port " + port + " although rtcp_mux is on",
                 "no rtcp_port");
  } else if (address.rtcp_port == address.port) {
    report.add(rtcp_place, rtcp_port + " is the RTP port", "another port, or rtcp_mux: true");
  } else if (address.rtcp_port == 0 && address.port % 2 != 0) {
    report.add(draft.place(side + ".port"), port + " is odd",
               "an even port, an rtcp_port beside it, or rtcp_mux: true");
  }
}

std::string unspecified(bool ipv6) { return ipv6 ? "::" : "0.0.0.0"; }

/// A call that gives no local address takes the daemon's; "any" becomes that of the peer's family.
void fill_in_local(CallEntry& entry, const std::string& bind) {
  if (!entry.local.host.empty()) return;
  const auto any = parse_address(bind);
  entry.local.host = any && any->is_unspecified() ? unspecified(entry.call.ipv6) : bind;
}

void check_addresses(CallDraft& draft, const std::string& bind, YamlReport& report) {
  CallEntry& entry = draft.entry;
  const auto remote = parse_address(entry.remote.host);
  if (remote) entry.call.ipv6 = remote->ipv6;
  fill_in_local(entry, bind);
  const auto local = parse_address(entry.local.host);
  if (!remote || !local) return;
  if (remote->is_unspecified())
    report.add(draft.place("remote.address"), entry.remote.host + " is no host's address",
               "the peer's address");
  if (local->ipv6 != remote->ipv6)
    report.add(draft.place("remote.address"),
               entry.remote.host + " is of another family than the local " + entry.local.host,
               local->ipv6 ? "an IPv6 address" : "an IPv4 address");
  if (*local == *remote && entry.local.port == entry.remote.port && entry.local.port != 0)
    report.add(draft.place("remote.port"), "the call would be its own peer", "another port");
}

}  // namespace

void complete_call(CallDraft& draft, const std::string& bind, YamlReport& report) {
  check_addresses(draft, bind, report);
  check_ports(draft, "local", draft.entry.local, report);
  check_ports(draft, "remote", draft.entry.remote, report);
  check_playout(draft, report);
  if (const Codec* const codec = find_codec(draft.entry.call.codec)) {
    fill_in_ptimes(draft, codec->traits());
    check_ptimes(draft, report);
    check_mtu(draft, codec->traits(), report);
  }
  check_policy(draft, report);
}

}  // namespace ptimed
