// SPDX-License-Identifier: AGPL-3.0-or-later
#include "lib/trace/summary_json.h"

#include <charconv>
#include <cmath>
#include <concepts>
#include <stdexcept>
#include <utility>

#include "lib/trace/json_values.h"

namespace ptimed {
namespace {

using Json = nlohmann::ordered_json;

constexpr int kSchema = 1;

// One list of fields serves both ways: `Out` puts a member into an object, `In` takes it from one.
struct Out {
  Json& json;
  template <class T>
  void value(const char* key, const T& member) {
    json[key] = member;
  }
  void value(const char* key, const std::optional<double>& member) {
    json[key] = json_value(member);
  }
  void ssrc(const char* key, const Ssrc& member) { json[key] = json_value(member); }
  void ptime(const char* key, const Ptime& member) { json[key] = member.count(); }
  void ms(const char* key, const Duration& member) { json[key] = json_ms(member); }
  void ms(const char* key, const std::optional<Duration>& member) { json[key] = json_ms(member); }
  void counts(const char* key, const std::map<std::string, uint64_t>& member) {
    json[key] = member;
  }
  void counts(const char* key, const std::map<int, uint64_t>& member) {
    Json& object = json[key] = Json::object();
    for (const auto& [number, count] : member) object[std::to_string(number)] = count;
  }
};

/// Reading throws on a field of the wrong kind or out of range; parse_summary() catches.
struct In {
  explicit In(const Json& object) : json(object) {
    if (!json.is_object()) throw std::invalid_argument("no object");
  }
  const Json& json;
  const Json* find(const char* key) const {
    const auto at = json.find(key);
    return at == json.end() || at->is_null() ? nullptr : &*at;
  }
  template <std::integral T>
  static T integer(const Json& number) {
    if (number.is_number_unsigned() && std::in_range<T>(number.get<uint64_t>()))
      return static_cast<T>(number.get<uint64_t>());
    if (number.is_number_integer() && std::in_range<T>(number.get<int64_t>()))
      return static_cast<T>(number.get<int64_t>());
    throw std::out_of_range("no such count");
  }
  static Duration from_ms(const Json& number) {
    const double ns = std::round(number.get<double>() * 1e6);
    if (!(std::abs(ns) < 9.2e18)) throw std::out_of_range("no such duration");
    return Duration(static_cast<Duration::rep>(ns));
  }
  template <std::integral T>
  void value(const char* key, T& member) {
    if (const Json* found = find(key)) member = integer<T>(*found);
  }
  void value(const char* key, std::string& member) {
    if (const Json* found = find(key)) found->get_to(member);
  }
  void value(const char* key, double& member) {
    if (const Json* found = find(key)) found->get_to(member);
  }
  void value(const char* key, std::optional<double>& member) {
    if (const Json* found = find(key)) member = found->get<double>();
  }
  void ssrc(const char* key, Ssrc& member) {
    const Json* found = find(key);
    if (!found) return;
    const auto& hex = found->get_ref<const std::string&>();
    const auto [end, error] =
        std::from_chars(hex.data(), hex.data() + hex.size(), member.value, 16);
    if (error != std::errc() || end != hex.data() + hex.size())
      throw std::out_of_range("no such SSRC");
  }
  void ptime(const char* key, Ptime& member) {
    if (const Json* found = find(key)) member = Ptime{integer<int>(*found)};
  }
  void ms(const char* key, Duration& member) {
    if (const Json* found = find(key)) member = from_ms(*found);
  }
  void ms(const char* key, std::optional<Duration>& member) {
    if (const Json* found = find(key)) member = from_ms(*found);
  }
  void counts(const char* key, std::map<int, uint64_t>& member) {
    if (const Json* found = find(key))
      for (const auto& [number, count] : In(*found).json.items())
        member[std::stoi(number)] = integer<uint64_t>(count);
  }
  void counts(const char* key, std::map<std::string, uint64_t>& member) {
    if (const Json* found = find(key))
      for (const auto& [name, count] : In(*found).json.items())
        member[name] = integer<uint64_t>(count);
  }
};

template <class Way, class Summary>
void sent_fields(Way way, Summary& s) {
  way.ssrc("ssrc", s.ssrc);
  way.value("packets", s.packets);
  way.value("payload_octets", s.payload_octets);
  way.ms("media_ms", s.media);
  way.ms("media_skipped_ms", s.media_skipped);
  way.ptime("ptime_ms", s.ptime);
  way.value("mean_ptime_ms", s.mean_ptime_ms);
  way.value("ptime_changes", s.ptime_changes);
  way.value("ptime_limited", s.ptime_limited);
  way.value("rtcp_packets", s.rtcp_packets);
  way.value("rtcp_octets", s.rtcp_octets);
  way.value("nacks", s.nacks);
  way.value("nacks_denied", s.nacks_denied);
}

template <class Way, class Summary>
void received_fields(Way way, Summary& s) {
  way.ssrc("ssrc", s.ssrc);
  way.value("packets", s.packets);
  way.value("expected", s.expected);
  way.value("lost", s.lost);
  way.value("loss_pct", s.loss_pct);
  way.value("duplicates", s.duplicates);
  way.value("reordered", s.reordered);
  way.value("late_packets", s.late_packets);
  way.value("restarts", s.restarts);
  way.value("clips", s.clips);
  way.ms("lost_media_ms", s.lost_media);
  way.ms("longest_clip_ms", s.longest_clip);
  way.counts("clip_histogram", s.clip_histogram);
  way.ms("jitter_ms", s.jitter);
  way.ptime("ptime_ms", s.ptime);
  way.value("rtcp_packets", s.rtcp_packets);
  way.value("rtcp_octets", s.rtcp_octets);
  way.value("nacks", s.nacks);
  way.value("played_frames", s.played);
  way.value("concealed_frames", s.concealed);
  way.value("inserted_frames", s.inserted);
  way.value("dropped_frames", s.dropped);
  way.value("late_frames", s.late_frames);
  way.value("resyncs", s.resyncs);
  way.ms("playout_delay_ms", s.playout_delay);
  way.ms("mean_playout_delay_ms", s.mean_playout_delay);
  way.counts("discarded", s.discarded);
}

template <class Way, class Summary>
void own_fields(Way way, Summary& s) {
  way.value("id", s.id);
  way.value("endpoint", s.endpoint);
  way.value("codec", s.codec);
  way.value("policy", s.policy);
  way.value("rtcp_mode", s.rtcp_mode);
  way.value("direction", s.direction);
  way.value("started_unix_ns", s.started_unix_ns);
  way.ms("duration_ms", s.duration);
  way.value("clock_id", s.clock_id);
  way.ms("rtt_ms", s.rtt);
  way.ms("rtt_mean_ms", s.rtt_mean);
  way.ms("mouth_to_ear_ms", s.mouth_to_ear);
  way.value("r_factor", s.r_factor);
  way.value("mos_cq", s.mos_cq);
  way.value("breaker_trips", s.breaker_trips);
}

template <class Way, class Error>
void departure_fields(Way way, Error& e) {
  way.ms("p50_ms", e.p50);
  way.ms("p99_ms", e.p99);
  way.ms("max_ms", e.max);
}

CallSummary from_json(const Json& json) {
  CallSummary summary;
  own_fields(In(json), summary);
  sent_fields(In(json.at("sent")), summary.sent);
  received_fields(In(json.at("received")), summary.received);
  In(json).counts("counters", summary.counters);
  if (const Json* error = In(json).find("departure_error"))
    departure_fields(In(*error), summary.departure.emplace());
  return summary;
}

}  // namespace

nlohmann::ordered_json to_json(const CallSummary& summary) {
  Json json;
  json["schema"] = kSchema;
  own_fields(Out{json}, summary);
  sent_fields(Out{json["sent"]}, summary.sent);
  received_fields(Out{json["received"]}, summary.received);
  json["counters"] = summary.counters;
  if (summary.departure)
    departure_fields(Out{json["departure_error"]}, *summary.departure);
  else
    json["departure_error"] = nullptr;
  return json;
}

std::string summary_json(const CallSummary& summary) {
  return to_json(summary).dump(2, ' ', false, Json::error_handler_t::replace) + '\n';
}

std::optional<CallSummary> parse_summary(std::string_view text) {
  const Json json = Json::parse(text, nullptr, /*allow_exceptions=*/false);
  if (!json.is_object() || !json.contains("schema") || json["schema"] != kSchema)
    return std::nullopt;
  try {
    return from_json(json);
  } catch (const std::exception&) {  // a field of the wrong kind
    return std::nullopt;
  }
}

}  // namespace ptimed
