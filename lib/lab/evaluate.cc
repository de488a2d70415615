// SPDX-License-Identifier: AGPL-3.0-or-later
#include "lib/lab/evaluate.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>

#include "codecs/codec.h"
#include "lib/lab/percentile.h"
#include "lib/quality/e_model.h"

namespace ptimed {
namespace {

/// The playout buffer reports its delay against the fastest packet of about this long.
constexpr int64_t kTransitWindowNs = 2'000'000'000;

std::vector<double> delays_ms(const JoinedStream& stream) {
  std::vector<double> delays;
  if (!stream.one_clock) return delays;
  for (const JoinedPacket& p : stream.packets)
    if (p.received_ns) delays.push_back(static_cast<double>(*p.received_ns - p.sent_ns) / 1e6);
  return delays;
}

/// Mean over windows of the smallest one-way delay in each: what the playout delay stands on.
std::optional<double> mean_floor_ms(const JoinedStream& stream) {
  if (!stream.one_clock) return std::nullopt;
  std::map<int64_t, double> floors;
  for (const JoinedPacket& p : stream.packets) {
    if (!p.received_ns) continue;
    const double delay = static_cast<double>(*p.received_ns - p.sent_ns) / 1e6;
    const auto [at, fresh] = floors.emplace(p.sent_ns / kTransitWindowNs, delay);
    if (!fresh) at->second = std::min(at->second, delay);
  }
  if (floors.empty()) return std::nullopt;
  double sum = 0;
  for (const auto& [window, floor] : floors) sum += floor;
  return sum / static_cast<double>(floors.size());
}

void count_packets(const JoinedStream& stream, StreamResult& out) {
  int64_t media_ms = 0, lost_ms = 0;
  for (const JoinedPacket& p : stream.packets) {
    media_ms += p.ptime.count();
    out.rtp_octets += p.ip_bytes;
    if (!p.received_ns) {
      ++out.lost;
      lost_ms += p.ptime.count();
    }
  }
  out.sent = stream.packets.size();
  out.unheard = stream.unheard;
  out.loss_s = static_cast<double>(lost_ms) / 1e3;
  out.sent_media_s = static_cast<double>(media_ms) / 1e3;
  out.received_media_s = out.sent_media_s - out.loss_s;
  if (out.sent == 0) return;
  out.loss_pct = 100.0 * static_cast<double>(out.lost) / static_cast<double>(out.sent);
  out.mean_ptime_ms = static_cast<double>(media_ms) / static_cast<double>(out.sent);
}

void count_clips(const JoinedStream& stream, StreamResult& out) {
  double run_ms = 0;
  for (const JoinedPacket& p : stream.packets) {
    if (p.received_ns) {
      run_ms = 0;
      continue;
    }
    if (run_ms == 0) ++out.clips;
    run_ms += static_cast<double>(p.ptime.count());
    out.max_clip_ms = std::max(out.max_clip_ms, run_ms);
  }
  if (out.clips > 0) out.avg_clip_ms = out.loss_s * 1e3 / out.clips;
}

std::optional<double> mouth_to_ear_ms(const JoinedStream& stream, const CallSummary& receiver,
                                      const CodecTraits& codec) {
  const auto floor = mean_floor_ms(stream);
  if (!floor || !receiver.received.mean_playout_delay) return std::nullopt;
  return *floor + to_ms(kFrame) + to_ms(codec.look_ahead) +
         to_ms(*receiver.received.mean_playout_delay);
}

std::optional<double> rate(const StreamResult& result, const CallSummary& receiver,
                           const CodecTraits& codec) {
  if (result.sent == 0 || result.lost == result.sent) return std::nullopt;
  if (!result.mouth_to_ear_ms) return receiver.mos_cq;
  const double missing = static_cast<double>(result.lost + receiver.received.late_packets) /
                         static_cast<double>(result.sent);
  std::optional<double> bursts;
  if (result.clips > 0)
    bursts = burst_ratio(static_cast<double>(result.lost) / result.clips, missing);
  const auto quality = rate_speech({.one_way = from_seconds(*result.mouth_to_ear_ms / 1e3),
                                    .loss_pct = 100 * missing,
                                    .burst_ratio = bursts,
                                    .ie = codec.ie,
                                    .bpl = codec.bpl});
  if (!quality) return std::nullopt;
  return quality->mos_cq;
}

std::optional<double> settle_s(const ScenarioResult& result, const std::vector<Pair>& calls) {
  int64_t last_start = 0, last_step = 0;
  for (const Pair& pair : calls)
    last_start = std::max(
        {last_start, pair.west.summary.started_unix_ns, pair.east.summary.started_unix_ns});
  for (const StreamResult& stream : result.streams)
    if (!stream.steps.kept.empty()) last_step = std::max(last_step, stream.steps.kept.back().at_ns);
  return std::max(0.0, static_cast<double>(last_step - last_start) / 1e9);
}

std::optional<double> rtcp_share_pct(const ScenarioResult& result, const std::vector<Pair>& calls) {
  double rtcp = 0, rtp = 0;
  for (const Pair& pair : calls)
    rtcp += static_cast<double>(pair.west.summary.sent.rtcp_octets +
                                pair.east.summary.sent.rtcp_octets);
  for (const StreamResult& stream : result.streams) rtp += stream.rtp_octets;
  if (rtp == 0) return std::nullopt;
  return 100 * rtcp / rtp;
}

/// Departure-time error above which a run says nothing of the network; user-mode Linux is slower.
double departure_limit_ms(const std::string& backend) { return backend == "uml" ? 6 : 2; }

Verdict judge(const ScenarioResult& result, const std::optional<std::string>& drops) {
  uint64_t lost = 0, unheard = 0;
  for (const StreamResult& stream : result.streams) {
    lost += stream.lost;
    unheard += stream.unheard;
    const double limit = departure_limit_ms(result.info.backend);
    if (stream.departure_p99_ms && *stream.departure_p99_ms > limit)
      return {false, "departures of " + stream.call + " from " + stream.from + " were late: p99 " +
                         std::to_string(*stream.departure_p99_ms) + " ms"};
  }
  if (result.streams.empty()) return {false, "no call was recorded at both ends"};
  if (!drops) return {};
  const uint64_t dropped = dropped_rtp(*drops);
  if (dropped < lost || dropped > lost + unheard)
    return {false, "the link dropped " + std::to_string(dropped) +
                       " RTP packets, the receivers miss " + std::to_string(lost)};
  return {};
}

}  // namespace

StreamResult evaluate_stream(const CallEnd& from, const CallEnd& to, const JoinedStream& stream) {
  StreamResult out;
  out.call = from.summary.id;
  out.from = from.summary.endpoint;
  out.to = to.summary.endpoint;
  out.codec = from.summary.codec;
  count_packets(stream, out);
  count_clips(stream, out);
  out.steps = count_steps(stream.packets);
  out.reaction_s = reaction_s(stream.packets, out.steps);
  auto delays = delays_ms(stream);
  out.owd_p50_ms = percentile(delays, 50);
  out.owd_p95_ms = percentile(delays, 95);
  out.nacks = to.summary.sent.nacks;
  out.nacks_denied = to.summary.sent.nacks_denied;
  if (from.summary.departure) out.departure_p99_ms = to_ms(from.summary.departure->p99);
  const Codec* codec = find_codec(from.summary.codec);
  if (!codec) return out;
  out.mouth_to_ear_ms = mouth_to_ear_ms(stream, to.summary, codec->traits());
  out.mos_cq = rate(out, to.summary, codec->traits());
  return out;
}

ScenarioResult evaluate_scenario(const ScenarioInfo& info, const std::vector<Pair>& calls,
                                 const std::optional<std::string>& drops) {
  ScenarioResult result{
      .info = info, .streams = {}, .settle_s = {}, .rtcp_share_pct = {}, .jain = {}, .verdict = {}};
  for (const Pair& pair : calls) {
    for (const auto& [from, to] : {std::pair{&pair.west, &pair.east}, {&pair.east, &pair.west}}) {
      const JoinedStream stream = join_stream(*from, *to);
      if (!stream.packets.empty()) result.streams.push_back(evaluate_stream(*from, *to, stream));
    }
  }
  std::vector<double> shares;
  for (const StreamResult& s : result.streams)
    if (s.sent_media_s > 0) shares.push_back(s.received_media_s / s.sent_media_s);
  result.jain = jain_index(shares);
  result.settle_s = settle_s(result, calls);
  result.rtcp_share_pct = rtcp_share_pct(result, calls);
  result.verdict = judge(result, drops);
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

uint64_t dropped_rtp(std::string_view drops_csv) {
  uint64_t count = 0;
  while (!drops_csv.empty()) {
    const size_t end = drops_csv.find('\n');
    if (end == std::string_view::npos) break;
    const std::string_view line = drops_csv.substr(0, end);
    drops_csv.remove_prefix(end + 1);
    const size_t comma = line.rfind(',');
    if (comma == std::string_view::npos) continue;
    const int port = std::atoi(std::string(line.substr(comma + 1)).c_str());
    if (port > 0 && port % 2 == 0) ++count;
  }
  return count;
}

}  // namespace ptimed
