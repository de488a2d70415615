// SPDX-License-Identifier: AGPL-3.0-or-later
#include "lib/trace/event_writer.h"

#include <nlohmann/json.hpp>

#include "lib/trace/json_values.h"

namespace ptimed {
namespace {

using Json = nlohmann::ordered_json;

Json sequence_numbers(const std::vector<SeqNo>& numbers) {
  Json list = Json::array();
  for (const SeqNo seq : numbers) list.push_back(seq.value);
  return list;
}

/// The fields of one event, in the order of its members.
struct Fields {
  Json& json;
  void operator()(const CallStarted& e) {
    json["ssrc"] = json_value(e.ssrc);
    json["codec"] = e.codec;
    json["policy"] = e.policy;
    json["rtcp_mode"] = e.rtcp_mode;
    json["ptime_ms"] = e.ptime.count();
  }
  void operator()(const CallEnded& e) { json["reason"] = e.reason; }
  void operator()(const PtimeChanged& e) {
    json["from_ms"] = e.from.count();
    json["to_ms"] = e.to.count();
    json["reason"] = e.reason;
  }
  void operator()(const PtimeLimited& e) {
    json["asked_ms"] = e.asked.count();
    json["given_ms"] = e.given.count();
    json["limit"] = e.limit;
  }
  void operator()(const PolicyChanged& e) {
    json["from"] = e.from;
    json["to"] = e.to;
  }
  void operator()(const SourceValid& e) { json["ssrc"] = json_value(e.ssrc); }
  void operator()(const SourceRestarted& e) {
    json["ssrc"] = json_value(e.ssrc);
    json["what"] = e.what;
  }
  void operator()(const PeerBye& e) {
    json["ssrc"] = json_value(e.ssrc);
    json["reason"] = e.reason;
  }
  void operator()(const PeerPtimeChanged& e) {
    json["from_ms"] = e.from.count();
    json["to_ms"] = e.to.count();
  }
  void operator()(const Clip& e) {
    json["first_seq"] = e.first.value;
    json["packets"] = e.packets;
    json["length_ms"] = e.length.count();
  }
  void operator()(const NackSent& e) {
    json["lost"] = sequence_numbers(e.lost);
    json["budget_left"] = e.budget_left;
  }
  void operator()(const NackDenied& e) {
    json["first_seq"] = e.first.value;
    json["packets"] = e.packets;
  }
  void operator()(const NackReceived& e) { json["lost"] = sequence_numbers(e.lost); }
  void operator()(const PlayoutChanged& e) {
    json["rtp_ts"] = e.media.value;
    json["inserted"] = e.inserted;
    json["dropped"] = e.dropped;
    json["target_ms"] = json_ms(e.target);
  }
  void operator()(const MediaSkipped& e) {
    json["rtp_ts"] = e.from.value;
    json["length_ms"] = json_ms(e.length);
    json["cause"] = e.cause;
  }
  void operator()(const BreakerTripped& e) {
    json["breaker"] = e.breaker;
    json["action"] = e.action;
    json["over_s"] = json_seconds(e.over);
    json["loss_pct"] = json_value(e.loss_pct);
    json["rtt_ms"] = json_ms(e.rtt);
    json["kbps"] = json_value(e.kbps);
    json["tcp_kbps"] = json_value(e.tcp_kbps);
  }
};

}  // namespace

std::string event_json(const Event& event, const WallClock& wall, Time start) {
  Json json;
  json["t"] = json_seconds(event.at - start);
  json["unix_ns"] = wall.unix_ns(event.at);
  json["event"] = kind_of(event.body);
  std::visit(Fields{json}, event.body);
  json["text"] = to_string(event.body);
  return dump_line(json);
}

}  // namespace ptimed
