// SPDX-License-Identifier: AGPL-3.0-or-later
#include "lib/lab/summary_table.h"

#include <cmath>
#include <utility>

#include "lib/lab/format.h"

namespace ptimed {
namespace {

using Json = nlohmann::ordered_json;
using Fields = std::vector<std::pair<const char*, Json>>;

Json rounded(const std::optional<double>& value, int decimals = 3) {
  if (!value) return nullptr;
  const double scale = std::pow(10, decimals);
  return std::round(*value * scale) / scale;
}

/// A number where the text is one, null where it is empty.
Json scalar(const std::string& text) {
  if (text.empty()) return nullptr;
  const Json value = Json::parse(text, nullptr, /*allow_exceptions=*/false);
  return value.is_number() ? value : Json(text);
}

Json text_or_null(const std::string& text) { return text.empty() ? Json() : Json(text); }

/// The columns of summary.csv, in order. Null: needs more than the two ends' records.
Fields summary_fields(const ScenarioResult& result) {
  const ScenarioInfo& i = result.info;
  const Totals& t = result.totals;
  return {{"experiment", text_or_null(i.experiment)},
          {"scenario", text_or_null(i.scenario)},
          {"backend", text_or_null(i.backend)},
          {"policy", text_or_null(i.policy)},
          {"rtcp_mode", text_or_null(i.rtcp_mode)},
          {"calls", text_or_null(i.calls)},
          {"bandwidth_kbps", scalar(i.bandwidth_kbps)},
          {"seed", scalar(i.seed)},
          {"duration_s", scalar(i.duration_s)},
          {"sent", t.sent},
          {"lost", t.lost},
          {"loss_pct", rounded(t.loss_pct, 4)},
          {"loss_s", rounded(t.loss_s)},
          {"clips", t.clips},
          {"avg_clip_ms", rounded(t.avg_clip_ms)},
          {"max_clip_ms", rounded(t.max_clip_ms)},
          {"ptime_changes", t.changes},
          {"reversals", t.reversals},
          {"probes", t.probes},
          {"mean_ptime_ms", rounded(t.mean_ptime_ms)},
          {"reaction_s", rounded(t.reaction_s)},
          {"settle_s", rounded(result.settle_s)},
          {"delay_formula_ms", nullptr},
          {"owd_p50_ms", rounded(t.owd_p50_ms)},
          {"owd_p95_ms", rounded(t.owd_p95_ms)},
          {"mouth_to_ear_p95_ms", nullptr},
          {"mos_cq", rounded(t.mos_cq)},
          {"mos_lqo", nullptr},
          {"rtcp_share_pct", rounded(result.rtcp_share_pct)},
          {"nacks", t.nacks},
          {"nacks_denied", t.nacks_denied},
          {"jain", rounded(result.jain, 4)},
          {"valid", result.verdict.valid},
          {"invalid_reason", text_or_null(result.verdict.reason)}};
}

Json stream_json(const StreamResult& r) {
  return {{"call", r.call},
          {"from", r.from},
          {"to", r.to},
          {"codec", r.codec},
          {"sent", r.sent},
          {"lost", r.lost},
          {"unheard", r.unheard},
          {"loss_pct", rounded(r.loss_pct, 4)},
          {"loss_s", rounded(r.loss_s)},
          {"clips", r.clips},
          {"avg_clip_ms", rounded(r.avg_clip_ms)},
          {"max_clip_ms", rounded(r.max_clip_ms)},
          {"ptime_changes", r.steps.changes},
          {"reversals", r.steps.reversals},
          {"probes", r.steps.probes},
          {"probing_s", rounded(to_seconds(r.steps.probing))},
          {"mean_ptime_ms", rounded(r.mean_ptime_ms)},
          {"reaction_s", rounded(r.reaction_s)},
          {"owd_p50_ms", rounded(r.owd_p50_ms)},
          {"owd_p95_ms", rounded(r.owd_p95_ms)},
          {"mouth_to_ear_ms", rounded(r.mouth_to_ear_ms)},
          {"mos_cq", rounded(r.mos_cq)},
          {"nacks", r.nacks},
          {"nacks_denied", r.nacks_denied},
          {"departure_p99_ms", rounded(r.departure_p99_ms)}};
}

std::string csv_cell(const Json& value) {
  if (value.is_null()) return "";
  return value.is_string() ? csv_field(value.get<std::string>()) : value.dump();
}

template <class Cell>
std::string csv_line(const Fields& fields, Cell cell) {
  std::string line;
  for (const auto& field : fields) line += cell(field) + ',';
  line.back() = '\n';
  return line;
}

}  // namespace

std::string summary_csv(const std::vector<ScenarioResult>& results) {
  std::string text =
      csv_line(summary_fields({}), [](const auto& f) { return std::string(f.first); });
  for (const ScenarioResult& result : results)
    text += csv_line(summary_fields(result), [](const auto& f) { return csv_cell(f.second); });
  return text;
}

nlohmann::ordered_json scenario_json(const ScenarioResult& result) {
  Json json;
  json["schema"] = 1;
  for (auto& [name, value] : summary_fields(result)) json[name] = std::move(value);
  json["streams"] = Json::array();
  for (const StreamResult& stream : result.streams) json["streams"].push_back(stream_json(stream));
  return json;
}

}  // namespace ptimed
