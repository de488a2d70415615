// SPDX-License-Identifier: AGPL-3.0-or-later
#include "lib/call/config_call_reader.h"

#include <algorithm>
#include <limits>

#include "codecs/codec.h"
#include "lib/base/quantity.h"
#include "lib/call/config_address.h"
#include "lib/call/config_limits.h"
#include "lib/call/config_names.h"

namespace ptimed {
namespace {

using std::chrono::milliseconds;
using std::chrono::seconds;

/// Remembers where "outer.key" was given.
void note(CallDraft& draft, const YamlMapping& mapping, const std::string& outer,
          const std::string& key) {
  if (mapping.has(key)) draft.places[outer.empty() ? key : outer + '.' + key] = mapping.place(key);
}

void read_ptime(YamlMapping& mapping, std::string_view key, std::optional<Ptime>& target) {
  Duration length{0};
  if (!mapping.duration(key, length, kLowestPtime, kHighestPtime)) return;
  if (length % kFrame == Duration{0})
    target = std::chrono::duration_cast<Ptime>(length);
  else
    mapping.reject(key, format_duration(length) + " is not a multiple of 10 ms",
                   "10ms, 20ms, 30ms, ...");
}

void read_ptimes(YamlMapping& call, CallDraft& draft) {
  auto ptime = call.mapping("ptime");
  if (!ptime) return;
  read_ptime(*ptime, "initial", draft.ptime_initial);
  read_ptime(*ptime, "min", draft.ptime_min);
  read_ptime(*ptime, "max", draft.ptime_max);
  read_ptime(*ptime, "optimum", draft.ptime_optimum);
  for (const char* key : {"initial", "min", "max", "optimum"}) note(draft, *ptime, "ptime", key);
  ptime->finish();
}

void read_peer(YamlMapping& call, CallDraft& draft) {
  auto peer = call.mapping("peer");
  if (!peer) return;
  read_ptime(*peer, "maxptime", draft.entry.call.peer_maxptime);
  note(draft, *peer, "peer", "maxptime");
  peer->finish();
}

void read_host(YamlMapping& side, std::string& host) {
  std::string text;
  if (!side.text("address", text)) return;
  const auto address = parse_address(text);
  if (!address) {
    side.reject("address", shown(text) + " is not a numeric address",
                "an address such as 192.0.2.1, 2001:db8::1 or fe80::1%eth0");
  } else if (address->is_multicast()) {
    side.reject("address", shown(text) + " is no address of one host", "a unicast address");
  } else if (address->is_ipv4_mapped()) {
    side.reject("address", shown(text) + " is an IPv4 address in IPv6 form", "the IPv4 address");
  } else if (address->is_link_local() && address->scope.empty()) {
    side.reject("address", shown(text) + " is link-local and names no interface",
                "an interface after %, as in fe80::1%eth0");
  } else {
    host = text;
  }
}

void read_local(YamlMapping& call, CallScope scope, CallDraft& draft) {
  auto local = call.mapping("local");
  if (!local) return;
  read_host(*local, draft.entry.local.host);
  if (scope == CallScope::kCall) {
    local->integer("port", draft.entry.local.port, 0, 65535);
    local->integer("rtcp_port", draft.entry.local.rtcp_port, 1, 65535);
  }
  for (const char* key : {"address", "port", "rtcp_port"}) note(draft, *local, "local", key);
  local->finish();
}

void read_remote(YamlMapping& call, CallScope scope, CallDraft& draft) {
  if (scope == CallScope::kCall) call.require("remote", "{address: ADDRESS, port: PORT}");
  auto remote = call.mapping("remote");
  if (!remote) return;
  EndpointAddress& address = draft.entry.remote;
  read_host(*remote, address.host);
  if (scope == CallScope::kCall) {
    if (address.host.empty()) remote->require("address", "a numeric IPv4 or IPv6 address");
    remote->require("port", "1..65535");
    remote->integer("port", address.port, 1, 65535);
    remote->integer("rtcp_port", address.rtcp_port, 1, 65535);
  }
  for (const char* key : {"address", "port", "rtcp_port"}) note(draft, *remote, "remote", key);
  remote->finish();
}

void read_policy_parameters(YamlMapping& policy, CallDraft& draft) {
  for (const YamlEntry& entry : policy.entries()) {
    if (entry.key == "name") continue;
    std::string value;
    if (policy.text(entry.key, value)) draft.entry.call.policy_parameters[entry.key] = value;
    note(draft, policy, "policy", entry.key);
    draft.policy_keys[entry.key] = {policy.path_of(entry.key), entry.line, entry.column};
  }
}

/// A name, or a mapping of a name and parameters. Replaces name and parameters of the defaults
/// together. Parameters without a good name are not judged.
void read_policy(YamlMapping& call, CallDraft& draft) {
  const YamlNode* const node = call.find("policy");
  if (!node) return;
  CallConfig& config = draft.entry.call;
  config.policy_parameters.clear();
  if (node->kind != YamlNode::Kind::kMapping) {
    call.choice("policy", config.policy, policy_names());
    draft.places["policy.name"] = call.place("policy");
    return;
  }
  YamlMapping policy(*node, call.path_of("policy"), call.report());
  policy.require("name", listed(policy_names()));
  const bool named = policy.choice("name", config.policy, policy_names());
  note(draft, policy, "policy", "name");
  read_policy_parameters(policy, draft);
  if (!named) config.policy_parameters.clear();
  policy.finish();
}

/// "rfc3550", or "fixed 5s" for the 2005 paper's reports at equal distances.
void read_interval(YamlMapping& rtcp, std::optional<Duration>& fixed) {
  constexpr Duration kShortest = milliseconds(100), kLongest = std::chrono::hours(1);
  constexpr std::string_view kForms = "rfc3550 or fixed 5s", kFixed = "fixed ";
  const auto text = rtcp.scalar("interval", kForms);
  if (!text) return;
  if (*text == "rfc3550") {
    fixed.reset();
    return;
  }
  const auto length = text->starts_with(kFixed)
                          ? parse_duration(std::string_view(*text).substr(kFixed.size()))
                          : std::nullopt;
  if (!length)
    rtcp.reject("interval", shown(*text) + " is not an interval", std::string(kForms));
  else if (*length < kShortest || *length > kLongest)
    rtcp.reject("interval", shown(*text) + " is out of range",
                "fixed " + format_duration(kShortest) + "..fixed " + format_duration(kLongest));
  else
    fixed = length;
}

void read_quick(YamlMapping& rtcp, QuickNackConfig& quick) {
  auto mapping = rtcp.mapping("quick");
  if (!mapping) return;
  mapping->share("share", quick.share, 0, kHighestRtcpShare);
  mapping->duration("window", quick.window, milliseconds(100), std::chrono::hours(1));
  mapping->integer("packet_bytes", quick.packet_bytes, kUdpIpv4Overhead, 1500);
  mapping->finish();
}

void read_rtcp(YamlMapping& call, RtcpConfig& config) {
  constexpr size_t kLongestCname = 255;  // SDES item length, RFC 3550 section 6.5
  auto rtcp = call.mapping("rtcp");
  if (!rtcp) return;
  rtcp->choice("mode", config.mode, rtcp_mode_names());
  rtcp->share("share", config.share, 0, kHighestRtcpShare);
  read_interval(*rtcp, config.fixed_interval);
  rtcp->boolean("reduced_minimum", config.reduced_minimum);
  if (rtcp->text("cname", config.cname) && config.cname.size() > kLongestCname)
    rtcp->reject("cname", std::to_string(config.cname.size()) + " bytes are too many",
                 "255 at most");
  read_quick(*rtcp, config.quick);
  rtcp->finish();
}

void read_breaker(YamlMapping& call, BreakerConfig& config) {
  auto breaker = call.mapping("breaker");
  if (!breaker) return;
  UsabilityLimits& usability = config.usability;
  breaker->choice("action", config.action, breaker_action_names());
  breaker->share("unusable_loss", usability.loss, 0, 1);
  breaker->duration("unusable_delay", usability.one_way, milliseconds(1), seconds(60));
  breaker->duration("unusable_time", usability.time, seconds(1), std::chrono::hours(1));
  breaker->finish();
}

void read_playout(YamlMapping& call, CallDraft& draft) {
  auto playout = call.mapping("playout");
  if (!playout) return;
  PlayoutConfig& config = draft.entry.call.playout;
  playout->choice("headroom", config.headroom, headroom_names());
  playout->duration("min_jitter", config.min_jitter, Duration{0}, seconds(1));
  playout->duration("max_jitter", config.max_jitter, milliseconds(10), seconds(5));
  read_ptime(*playout, "ptime_max", draft.playout_ptime_max);
  for (const char* key : {"min_jitter", "max_jitter", "ptime_max"})
    note(draft, *playout, "playout", key);
  playout->finish();
}

/// Which of the kinds it is; one of them must be named.
std::optional<SourceConfig::Kind> source_kind(YamlMapping& source) {
  std::optional<SourceConfig::Kind> kind;
  const std::pair<const char*, SourceConfig::Kind> kinds[] = {
      {"tone", SourceConfig::Kind::kTone},
      {"wav", SourceConfig::Kind::kWav},
      {"silence", SourceConfig::Kind::kSilence}};
  for (const auto& [key, named] : kinds) {
    if (!source.has(key)) continue;
    if (kind) source.reject(key, "a second source", "one of tone, wav or silence");
    kind = kind.value_or(named);
  }
  return kind;
}

void read_source(YamlMapping& call, SourceConfig& config) {
  auto mapping = call.mapping("source");
  if (!mapping) return;
  SourceConfig source;
  const auto kind = source_kind(*mapping);
  bool silence = true;
  mapping->number("tone", source.tone_hz, kLowestTone, kHighestTone);
  if (mapping->text("wav", source.wav) && source.wav.empty())
    mapping->reject("wav", "is empty", "a file name");
  if (mapping->boolean("silence", silence) && !silence)
    mapping->reject("silence", "false names no source", "true, tone or wav");
  mapping->boolean("loop", source.loop);
  if (mapping->has("loop") && kind && *kind != SourceConfig::Kind::kWav)
    mapping->reject("loop", "is for a wav source only");
  mapping->finish();
  source.kind = kind.value_or(SourceConfig::Kind::kTone);
  const bool is_mapping = !mapping->entries().empty();
  if (is_mapping && !kind) call.reject("source", "names no source", "one of tone, wav or silence");
  config = source;
}

void read_dscp(YamlMapping& call, std::string& target) {
  std::string text;
  if (!call.text("dscp", text)) return;
  if (parse_dscp(text))
    target = text;
  else
    call.reject("dscp", shown(text) + " is no code point" + did_you_mean(text, dscp_names()),
                "EF, VA, LE, BE, default, CS0..CS7, AF11..AF43 or 0..63");
}

/// Values that tests fix and calls draw at random.
void read_stream_start(YamlMapping& call, CallConfig& config) {
  Ssrc ssrc;
  if (call.integer("ssrc", ssrc.value, 0, std::numeric_limits<uint32_t>::max())) config.ssrc = ssrc;
  SeqNo seq;
  if (call.integer("first_seq", seq.value, 0, std::numeric_limits<uint16_t>::max()))
    config.first_seq = seq;
  RtpTime timestamp;
  if (call.integer("first_timestamp", timestamp.value, 0, std::numeric_limits<uint32_t>::max()))
    config.first_timestamp = timestamp;
}

void read_media(YamlMapping& call, CallDraft& draft) {
  CallConfig& config = draft.entry.call;
  call.choice("direction", config.direction, direction_names());
  call.choice("codec", config.codec, codec_names());
  read_ptimes(call, draft);
  read_peer(call, draft);
  call.integer("mtu", config.mtu, kLowestMtu, kHighestMtu);
  note(draft, call, "", "mtu");
  read_policy(call, draft);
  read_rtcp(call, config.rtcp);
  read_breaker(call, config.breaker);
  read_playout(call, draft);
  read_stream_start(call, config);
  call.duration("departure_jitter", config.departure_jitter, Duration{0}, seconds(1));
}

void read_identity(YamlMapping& call, CallDraft& draft) {
  std::string id;
  call.require("id", kNameForm);
  if (!call.text("id", id)) return;
  if (is_name(id))
    draft.entry.call.id = id;
  else
    call.reject("id", shown(id) + " is not a name", kNameForm);
  note(draft, call, "", "id");
}

}  // namespace

YamlPlace CallDraft::place(const std::string& path) const {
  const auto given = places.find(path);
  if (given != places.end()) return given->second;
  return {call.path.empty() ? path : call.path + '.' + path, call.line, call.column};
}

void read_call(YamlMapping& mapping, CallScope scope, CallDraft& draft) {
  CallEntry& entry = draft.entry;
  draft.call = mapping.here();
  entry.line = draft.call.line;
  entry.column = draft.call.column;
  if (scope == CallScope::kCall) read_identity(mapping, draft);
  read_local(mapping, scope, draft);
  read_remote(mapping, scope, draft);
  mapping.boolean("rtcp_mux", entry.rtcp_mux);
  mapping.boolean("learn_source", entry.learn_source);
  read_media(mapping, draft);
  read_dscp(mapping, entry.dscp);
  read_source(mapping, entry.source);
  mapping.boolean("record", entry.record);
  if (scope == CallScope::kCall)
    mapping.duration("start", entry.start, Duration{0}, kLongestSchedule);
  mapping.duration("duration", entry.duration, Duration{0}, kLongestSchedule);
  mapping.finish();
}

}  // namespace ptimed
