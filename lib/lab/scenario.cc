// SPDX-License-Identifier: AGPL-3.0-or-later
#include "lib/lab/scenario.h"

#include <algorithm>
#include <utility>

#include "lib/lab/percentile.h"
#include "lib/lab/verdict.h"

namespace ptimed {
namespace {

/// Calls end together at the end of a run: the last change of load is the start of the last one.
std::optional<double> settle_s(const ScenarioResult& result, const std::vector<Pair>& calls) {
  int64_t last_start = 0, last_step = 0;
  for (const auto& [west, east] : calls) {
    const std::string& clock = calls.front().west.summary.clock_id;
    if (clock.empty() || west.summary.clock_id != clock || east.summary.clock_id != clock)
      return std::nullopt;
    last_start = std::max({last_start, west.summary.started_unix_ns, east.summary.started_unix_ns});
  }
  for (const StreamResult& stream : result.streams)
    if (!stream.steps.kept.empty()) last_step = std::max(last_step, stream.steps.kept.back().at_ns);
  if (result.streams.empty()) return std::nullopt;
  return std::max(0.0, static_cast<double>(last_step - last_start) / 1e9);
}

std::optional<double> rtcp_share_pct(const ScenarioResult& result, const std::vector<Pair>& calls) {
  uint64_t rtcp = 0, rtp = 0;
  for (const auto& [west, east] : calls)
    rtcp += west.summary.sent.rtcp_octets + east.summary.sent.rtcp_octets;
  for (const StreamResult& stream : result.streams) rtp += stream.rtp_octets;
  if (rtp == 0) return std::nullopt;
  return 100 * static_cast<double>(rtcp) / static_cast<double>(rtp);
}

void add_counts(const StreamResult& stream, Totals& out) {
  out.sent += stream.sent;
  out.lost += stream.lost;
  out.unheard += stream.unheard;
  out.loss_s += stream.loss_s;
  out.clips += stream.clips;
  out.max_clip_ms = std::max(out.max_clip_ms, stream.max_clip_ms);
  out.changes += stream.steps.changes;
  out.reversals += stream.steps.reversals;
  out.probes += stream.steps.probes;
  out.nacks += stream.nacks;
  out.nacks_denied += stream.nacks_denied;
}

std::optional<double> mean_mos(const std::vector<StreamResult>& streams) {
  double sum = 0;
  for (const StreamResult& stream : streams) {
    if (!stream.mos_cq) return std::nullopt;
    sum += *stream.mos_cq;
  }
  if (streams.empty()) return std::nullopt;
  return sum / static_cast<double>(streams.size());
}

std::vector<double> media_shares(const std::vector<StreamResult>& streams) {
  std::vector<double> shares;
  for (const StreamResult& s : streams)
    if (s.sent_media_s > 0) shares.push_back(s.received_media_s / s.sent_media_s);
  return shares;
}

std::vector<StreamResult> evaluate_streams(const std::vector<Pair>& calls) {
  std::vector<StreamResult> results;
  for (const auto& [west, east] : calls) {
    for (const auto& [from, to] : {std::pair{&west, &east}, std::pair{&east, &west}}) {
      const JoinedStream stream = join_stream(*from, *to);
      if (!stream.packets.empty() || stream.unheard > 0)
        results.push_back(evaluate_stream(*from, *to, stream));
    }
  }
  return results;
}

}  // namespace

Totals total(const std::vector<StreamResult>& streams) {
  Totals out;
  double media_s = 0;
  std::vector<double> delays, reactions;
  for (const StreamResult& stream : streams) {
    add_counts(stream, out);
    media_s += stream.sent_media_s;
    delays.insert(delays.end(), stream.delays_ms.begin(), stream.delays_ms.end());
    if (stream.reaction_s) reactions.push_back(*stream.reaction_s);
  }
  if (out.sent > 0) {
    out.loss_pct = 100 * static_cast<double>(out.lost) / static_cast<double>(out.sent);
    out.mean_ptime_ms = media_s * 1e3 / static_cast<double>(out.sent);
  }
  if (out.clips > 0) out.avg_clip_ms = out.loss_s * 1e3 / out.clips;
  out.reaction_s = median(std::move(reactions));
  out.owd_p50_ms = percentile(delays, 50);
  out.owd_p95_ms = percentile(std::move(delays), 95);
  out.mos_cq = mean_mos(streams);
  return out;
}

ScenarioResult evaluate_scenario(const ScenarioInfo& info, const Recording& recording) {
  ScenarioResult result;
  result.info = info;
  result.streams = evaluate_streams(recording.calls);
  result.totals = total(result.streams);
  result.settle_s = settle_s(result, recording.calls);
  result.rtcp_share_pct = rtcp_share_pct(result, recording.calls);
  result.jain = jain_index(media_shares(result.streams));
  result.verdict = judge(result, recording);
  return result;
}

std::optional<double> jain_index(const std::vector<double>& shares) {
  double sum = 0, squares = 0;
  for (const double share : shares) {
    sum += share;
    squares += share * share;
  }
  if (squares == 0) return std::nullopt;
  return sum * sum / (static_cast<double>(shares.size()) * squares);
}

}  // namespace ptimed
