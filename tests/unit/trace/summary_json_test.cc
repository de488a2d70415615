// SPDX-License-Identifier: AGPL-3.0-or-later
#include "lib/trace/summary_json.h"

#include <gtest/gtest.h>

namespace ptimed {
namespace {

using namespace std::chrono_literals;
using Json = nlohmann::ordered_json;

/// Every field at a value of its own, so that none can be left out or swapped unseen.
CallSummary full_summary() {
  CallSummary s;
  s.id = "call-1", s.endpoint = "west", s.codec = "pcmu", s.policy = "none", s.rtcp_mode = "avp",
  s.direction = "sendrecv";
  s.rtt = 60'500us, s.rtt_mean = 61ms, s.mouth_to_ear = 95'300us;
  s.r_factor = 88.5, s.mos_cq = 4.25, s.breaker_trips = 2;
  s.sent = {.ssrc = Ssrc(0x0a0b0c0d),
            .packets = 101,
            .payload_octets = 102,
            .media = 103ms,
            .media_skipped = 104ms,
            .ptime_changes = 105,
            .ptime_limited = 106,
            .ptime = Ptime{30},
            .mean_ptime_ms = 24.5,
            .rtcp_packets = 107,
            .rtcp_octets = 108,
            .nacks = 109,
            .nacks_denied = 110};
  s.received = {.ssrc = Ssrc(0xfffefdfc),
                .packets = 201,
                .expected = 202,
                .lost = -1,
                .duplicates = 203,
                .reordered = 204,
                .late_packets = 205,
                .restarts = 206,
                .loss_pct = 1.5,
                .clips = 207,
                .lost_media = 208ms,
                .longest_clip = 209ms,
                .clip_histogram = {{1, 5}, {12, 1}},
                .jitter = 2'125us,
                .ptime = Ptime{40},
                .rtcp_packets = 210,
                .rtcp_octets = 211,
                .nacks = 212,
                .played = 213,
                .concealed = 214,
                .inserted = 215,
                .dropped = 216,
                .late_frames = 217,
                .resyncs = 218,
                .playout_delay = 30'300us,
                .mean_playout_delay = 33ms,
                .discarded = {{"bad-version", 3}}};
  s.counters = {{"off-path", 4}};
  s.started_unix_ns = 1'700'000'000'123'456'789;
  s.duration = 60s;
  s.clock_id = "boot-7";
  s.departure = CallSummary::DepartureError{50us, 1ms, 2ms};
  return s;
}

/// No key without a value other than null, 0, "" or {}.
void expect_filled(const Json& json, const std::string& path) {
  for (const auto& [key, value] : json.items()) {
    if (value.is_structured() && !value.empty()) {
      expect_filled(value, path + key + ".");
      continue;
    }
    EXPECT_FALSE(value.is_null() || value.empty() || value == 0) << path + key;
  }
}

TEST(SummaryJson, KeepsEveryField) {
  const CallSummary summary = full_summary();
  const Json json = to_json(summary);
  expect_filled(json, "");
  EXPECT_EQ(json["sent"].size(), 13u);
  EXPECT_EQ(json["received"].size(), 27u);
  const auto read = parse_summary(summary_json(summary));
  ASSERT_TRUE(read);
  EXPECT_EQ(to_json(*read), json);
  EXPECT_EQ(read->received.playout_delay, 30'300us);
  EXPECT_EQ(read->received.clip_histogram, summary.received.clip_histogram);
  EXPECT_EQ(read->received.lost, -1);
  EXPECT_EQ(read->sent.ssrc, Ssrc(0x0a0b0c0d));
  EXPECT_EQ(read->started_unix_ns, summary.started_unix_ns);
}

TEST(SummaryJson, NamesUnitsAndStaysReadable) {
  const Json json = to_json(full_summary());
  EXPECT_EQ(json["schema"], 1);
  EXPECT_EQ(json["rtt_ms"].dump(), "60.5");
  EXPECT_EQ(json["duration_ms"].dump(), "60000.0");
  EXPECT_EQ(json["sent"]["ssrc"], "0a0b0c0d");
  EXPECT_EQ(json["received"]["clip_histogram"].dump(), R"({"1":5,"12":1})");
  EXPECT_EQ(json["departure_error"].dump(), R"({"p50_ms":0.05,"p99_ms":1.0,"max_ms":2.0})");
}

TEST(SummaryJson, WhatIsUnknownIsNull) {
  const Json json = to_json(CallSummary{});
  for (const char* key :
       {"rtt_ms", "rtt_mean_ms", "mouth_to_ear_ms", "r_factor", "mos_cq", "departure_error"})
    EXPECT_TRUE(json.at(key).is_null()) << key;
  for (const char* key : {"loss_pct", "jitter_ms", "mean_playout_delay_ms"})
    EXPECT_TRUE(json["received"].at(key).is_null()) << key;
  const auto read = parse_summary(summary_json(CallSummary{}));
  ASSERT_TRUE(read);
  EXPECT_FALSE(read->rtt || read->mos_cq || read->departure || read->received.loss_pct);
}

TEST(SummaryJson, ATornFileIsNoSummary) {
  const std::string text = summary_json(full_summary());
  for (size_t cut = 0; cut + 1 < text.size(); ++cut)
    EXPECT_FALSE(parse_summary(text.substr(0, cut))) << cut;
}

TEST(SummaryJson, FieldsOfTheWrongKindOrOutOfRangeAreRefused) {
  const auto broken = [](const std::string& pointer, const Json& value) {
    Json json = to_json(full_summary());
    json[Json::json_pointer(pointer)] = value;
    return json.dump();
  };
  EXPECT_TRUE(parse_summary(broken("/sent/packets", 7)));
  EXPECT_FALSE(parse_summary(broken("/schema", 2)));
  EXPECT_FALSE(parse_summary(broken("/schema", "1")));
  EXPECT_FALSE(parse_summary(broken("/id", 5)));
  EXPECT_FALSE(parse_summary(broken("/sent", 5)));
  EXPECT_FALSE(parse_summary(broken("/departure_error", 5)));
  EXPECT_FALSE(parse_summary(broken("/sent/packets", -1)));
  EXPECT_FALSE(parse_summary(broken("/sent/packets", 1.5)));
  EXPECT_FALSE(parse_summary(broken("/sent/ptime_ms", 5'000'000'000)));
  EXPECT_FALSE(parse_summary(broken("/sent/ssrc", "-1")));
  EXPECT_FALSE(parse_summary(broken("/sent/ssrc", "12x")));
  EXPECT_FALSE(parse_summary(broken("/rtt_ms", 1e300)));
  EXPECT_FALSE(parse_summary(broken("/rtt_ms", "60")));
  EXPECT_FALSE(parse_summary(broken("/received/clip_histogram", Json{{"x", 1}})));
  EXPECT_FALSE(parse_summary(broken("/counters", Json{{"x", -1}})));
  EXPECT_FALSE(parse_summary(broken("/counters", 5)));
  EXPECT_FALSE(parse_summary("[]"));
  EXPECT_FALSE(parse_summary("{}"));
}

}  // namespace
}  // namespace ptimed
