// SPDX-License-Identifier: AGPL-3.0-or-later
#include "lib/lab/tables.h"

#include <algorithm>
#include <cstdio>
#include <numeric>

#include "lib/lab/percentile.h"

namespace ptimed {
namespace {

using Json = nlohmann::ordered_json;

template <class... Args>
std::string format(const char* pattern, Args... args) {
  char text[256];
  std::snprintf(text, sizeof text, pattern, args...);
  return text;
}

std::string fixed(std::optional<double> value, int decimals, const std::string& unknown) {
  return value ? format("%.*f", decimals, *value) : unknown;
}

/// A field of summary.csv; quoted where a comma or quote asks for it (RFC 4180).
std::string field(const std::string& text) {
  if (text.find_first_of(",\"\n") == std::string::npos) return text;
  std::string quoted = "\"";
  for (const char c : text) quoted += c == '"' ? std::string("\"\"") : std::string(1, c);
  return quoted + '"';
}
std::string field(std::optional<double> value, int decimals = 3) {
  return fixed(value, decimals, "");
}

template <class Get>
auto sum(const std::vector<StreamResult>& streams, Get get) {
  decltype(get(streams.front())) total{};
  for (const StreamResult& stream : streams) total += get(stream);
  return total;
}

template <class Get>
std::optional<double> median(const std::vector<StreamResult>& streams, Get get) {
  std::vector<double> values;
  for (const StreamResult& stream : streams)
    if (const std::optional<double> value = get(stream)) values.push_back(*value);
  return percentile(values, 50);
}

template <class Get>
std::optional<double> mean(const std::vector<StreamResult>& streams, Get get) {
  double total = 0;
  int count = 0;
  for (const StreamResult& stream : streams)
    if (const std::optional<double> value = get(stream)) total += *value, ++count;
  if (count == 0) return std::nullopt;
  return total / count;
}

/// The figures of a scenario that summary.csv and summary.json share.
struct Totals {
  explicit Totals(const std::vector<StreamResult>& s)
      : sent(sum(s, [](const auto& r) { return r.sent; })),
        lost(sum(s, [](const auto& r) { return r.lost; })),
        loss_s(sum(s, [](const auto& r) { return r.loss_s; })),
        clips(sum(s, [](const auto& r) { return r.clips; })),
        changes(sum(s, [](const auto& r) { return r.steps.changes; })),
        reversals(sum(s, [](const auto& r) { return r.steps.reversals; })),
        probes(sum(s, [](const auto& r) { return r.steps.probes; })),
        nacks(sum(s, [](const auto& r) { return r.nacks; })),
        nacks_denied(sum(s, [](const auto& r) { return r.nacks_denied; })),
        media_s(sum(s, [](const auto& r) { return r.sent_media_s; })),
        reaction_s(median(s, [](const auto& r) { return r.reaction_s; })),
        owd_p50_ms(median(s, [](const auto& r) { return r.owd_p50_ms; })),
        mos_cq(mean(s, [](const auto& r) { return r.mos_cq; })) {
    for (const StreamResult& r : s) {
      max_clip_ms = std::max(max_clip_ms, r.max_clip_ms);
      if (r.owd_p95_ms) owd_p95_ms = std::max(owd_p95_ms.value_or(0), *r.owd_p95_ms);
    }
    if (sent > 0) {
      loss_pct = 100.0 * static_cast<double>(lost) / static_cast<double>(sent);
      mean_ptime_ms = media_s * 1e3 / static_cast<double>(sent);
    }
    if (clips > 0) avg_clip_ms = loss_s * 1e3 / clips;
  }
  uint64_t sent, lost;
  double loss_s;
  int clips, changes, reversals, probes;
  uint64_t nacks, nacks_denied;
  double media_s;
  std::optional<double> reaction_s, owd_p50_ms, mos_cq, owd_p95_ms;
  double max_clip_ms = 0, loss_pct = 0, mean_ptime_ms = 0, avg_clip_ms = 0;
};

constexpr const char* kColumns =
    "experiment,scenario,backend,policy,rtcp_mode,calls,bandwidth_kbps,seed,duration_s,sent,lost,"
    "loss_pct,loss_s,clips,avg_clip_ms,max_clip_ms,ptime_changes,reversals,probes,mean_ptime_ms,"
    "reaction_s,settle_s,delay_formula_ms,owd_p50_ms,owd_p95_ms,mouth_to_ear_p95_ms,mos_cq,mos_lqo,"
    "rtcp_share_pct,nacks,nacks_denied,jain,valid,invalid_reason\n";

std::string csv_row(const ScenarioResult& result) {
  const ScenarioInfo& i = result.info;
  const Totals t(result.streams);
  const std::vector<std::string> fields{field(i.experiment),
                                        field(i.scenario),
                                        field(i.backend),
                                        field(i.policy),
                                        field(i.rtcp_mode),
                                        field(i.calls),
                                        field(i.bandwidth_kbps),
                                        field(i.seed),
                                        field(i.duration_s),
                                        std::to_string(t.sent),
                                        std::to_string(t.lost),
                                        field(t.loss_pct, 4),
                                        field(t.loss_s),
                                        std::to_string(t.clips),
                                        field(t.avg_clip_ms),
                                        field(t.max_clip_ms, 0),
                                        std::to_string(t.changes),
                                        std::to_string(t.reversals),
                                        std::to_string(t.probes),
                                        field(t.mean_ptime_ms),
                                        field(t.reaction_s),
                                        field(result.settle_s),
                                        "",  // delay_formula_ms needs the link's delay
                                        field(t.owd_p50_ms),
                                        field(t.owd_p95_ms),
                                        "",  // mouth_to_ear_p95_ms: only the mean is known
                                        field(t.mos_cq, 2),
                                        "",  // mos_lqo
                                        field(result.rtcp_share_pct),
                                        std::to_string(t.nacks),
                                        std::to_string(t.nacks_denied),
                                        field(result.jain, 4),
                                        result.verdict.valid ? "true" : "false",
                                        field(result.verdict.reason)};
  std::string row;
  for (const std::string& f : fields) row += (&f == &fields.front() ? "" : ",") + f;
  return row + '\n';
}

Json json_or_null(const std::optional<double>& value) { return value ? Json(*value) : Json(); }

Json stream_json(const StreamResult& r) {
  return {{"call", r.call},
          {"from", r.from},
          {"to", r.to},
          {"codec", r.codec},
          {"sent", r.sent},
          {"lost", r.lost},
          {"unheard", r.unheard},
          {"loss_pct", r.loss_pct},
          {"loss_s", r.loss_s},
          {"clips", r.clips},
          {"avg_clip_ms", r.avg_clip_ms},
          {"max_clip_ms", r.max_clip_ms},
          {"ptime_changes", r.steps.changes},
          {"reversals", r.steps.reversals},
          {"probes", r.steps.probes},
          {"mean_ptime_ms", r.mean_ptime_ms},
          {"reaction_s", json_or_null(r.reaction_s)},
          {"owd_p50_ms", json_or_null(r.owd_p50_ms)},
          {"owd_p95_ms", json_or_null(r.owd_p95_ms)},
          {"mouth_to_ear_ms", json_or_null(r.mouth_to_ear_ms)},
          {"mos_cq", json_or_null(r.mos_cq)},
          {"nacks", r.nacks},
          {"nacks_denied", r.nacks_denied},
          {"departure_p99_ms", json_or_null(r.departure_p99_ms)}};
}

}  // namespace

std::string text_table(const ScenarioResult& result) {
  const ScenarioInfo& i = result.info;
  std::string text =
      format("%s: policy %s, rtcp %s, %s, %s kbit/s, %s s, backend %s\n", i.scenario.c_str(),
             i.policy.c_str(), i.rtcp_mode.c_str(), i.calls.c_str(), i.bandwidth_kbps.c_str(),
             i.duration_s.c_str(), i.backend.c_str());
  text +=
      "  call      direction        sent   lost   lost %  clips  longest  steps  ptime  OWD p50   "
      "p95   MOS-CQ\n";
  for (const StreamResult& r : result.streams) {
    const std::string way = r.from + " > " + r.to;
    text += format("  %-9s %-14s %6llu %6llu  %6.2f  %5d  %4.0f ms  %5d  %5.1f  %7s %5s   %6s\n",
                   r.call.c_str(), way.c_str(), static_cast<unsigned long long>(r.sent),
                   static_cast<unsigned long long>(r.lost), r.loss_pct, r.clips, r.max_clip_ms,
                   r.steps.changes, r.mean_ptime_ms, fixed(r.owd_p50_ms, 1, "-").c_str(),
                   fixed(r.owd_p95_ms, 1, "-").c_str(), fixed(r.mos_cq, 2, "-").c_str());
  }
  const Totals t(result.streams);
  text += format("  %-24s %6llu %6llu  %6.2f  %5d  %4.0f ms  %5d  %5.1f  %7s %5s   %6s\n",
                 "together", static_cast<unsigned long long>(t.sent),
                 static_cast<unsigned long long>(t.lost), t.loss_pct, t.clips, t.max_clip_ms,
                 t.changes, t.mean_ptime_ms, fixed(t.owd_p50_ms, 1, "-").c_str(),
                 fixed(t.owd_p95_ms, 1, "-").c_str(), fixed(t.mos_cq, 2, "-").c_str());
  if (!result.verdict.valid) text += "  INVALID: " + result.verdict.reason + '\n';
  return text;
}

std::string summary_csv(const std::vector<ScenarioResult>& results) {
  std::string text = kColumns;
  for (const ScenarioResult& result : results) text += csv_row(result);
  return text;
}

nlohmann::ordered_json scenario_json(const ScenarioResult& result) {
  const Totals t(result.streams);
  Json json{{"schema", 1},
            {"scenario", result.info.scenario},
            {"backend", result.info.backend},
            {"policy", result.info.policy},
            {"rtcp_mode", result.info.rtcp_mode},
            {"calls", result.info.calls},
            {"sent", t.sent},
            {"lost", t.lost},
            {"loss_pct", t.loss_pct},
            {"loss_s", t.loss_s},
            {"clips", t.clips},
            {"mos_cq", json_or_null(t.mos_cq)},
            {"settle_s", json_or_null(result.settle_s)},
            {"rtcp_share_pct", json_or_null(result.rtcp_share_pct)},
            {"jain", json_or_null(result.jain)},
            {"valid", result.verdict.valid},
            {"invalid_reason", result.verdict.reason},
            {"streams", Json::array()}};
  for (const StreamResult& stream : result.streams) json["streams"].push_back(stream_json(stream));
  return json;
}

}  // namespace ptimed
