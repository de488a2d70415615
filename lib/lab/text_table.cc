// SPDX-License-Identifier: AGPL-3.0-or-later
#include "lib/lab/text_table.h"

#include <algorithm>

#include "lib/lab/format.h"

namespace ptimed {
namespace {

using Row = std::vector<std::string>;

const Row kHeads{"call",       "direction", "sent",     "lost",    "lost %", "clips",
                 "longest ms", "steps",     "ptime ms", "OWD p50", "p95 ms", "MOS-CQ"};
/// The columns before this one hold words and stand to the left.
constexpr size_t kFirstNumber = 2;

Row stream_row(const StreamResult& r) {
  return {r.call,
          r.from + " > " + r.to,
          std::to_string(r.sent),
          std::to_string(r.lost),
          fixed(r.loss_pct, 2, "-"),
          std::to_string(r.clips),
          fixed(r.max_clip_ms, 0, "-"),
          std::to_string(r.steps.changes),
          fixed(r.mean_ptime_ms, 1, "-"),
          fixed(r.owd_p50_ms, 1, "-"),
          fixed(r.owd_p95_ms, 1, "-"),
          fixed(r.mos_cq, 2, "-")};
}

Row total_row(const Totals& t) {
  return {"together",
          "",
          std::to_string(t.sent),
          std::to_string(t.lost),
          fixed(t.loss_pct, 2, "-"),
          std::to_string(t.clips),
          fixed(t.max_clip_ms, 0, "-"),
          std::to_string(t.changes),
          fixed(t.mean_ptime_ms, 1, "-"),
          fixed(t.owd_p50_ms, 1, "-"),
          fixed(t.owd_p95_ms, 1, "-"),
          fixed(t.mos_cq, 2, "-")};
}

std::string laid_out(const std::vector<Row>& rows) {
  std::vector<size_t> widths(kHeads.size(), 0);
  for (const Row& row : rows)
    for (size_t n = 0; n < row.size(); ++n) widths[n] = std::max(widths[n], row[n].size());
  std::string text;
  for (const Row& row : rows) {
    for (size_t n = 0; n < row.size(); ++n) {
      const std::string pad(widths[n] - row[n].size(), ' ');
      text += "  " + (n < kFirstNumber ? row[n] + pad : pad + row[n]);
    }
    text += '\n';
  }
  return text;
}

std::string title(const ScenarioInfo& info) {
  std::string text;
  const auto add = [&](const char* before, const std::string& value, const char* after) {
    if (!value.empty()) text += (text.empty() ? ": " : ", ") + (before + value) + after;
  };
  add("policy ", info.policy, "");
  add("rtcp ", info.rtcp_mode, "");
  add("", info.calls, "");
  add("", info.bandwidth_kbps, " kbit/s");
  add("", info.duration_s, " s");
  add("backend ", info.backend, "");
  add("seed ", info.seed, "");
  return info.scenario + text + '\n';
}

}  // namespace

std::string text_table(const ScenarioResult& result) {
  std::vector<Row> rows{kHeads};
  for (const StreamResult& stream : result.streams) rows.push_back(stream_row(stream));
  rows.push_back(total_row(result.totals));
  std::string text = title(result.info) + laid_out(rows);
  if (!result.verdict.valid) text += "  INVALID: " + result.verdict.reason + '\n';
  return text;
}

}  // namespace ptimed
