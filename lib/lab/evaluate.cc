// SPDX-License-Identifier: AGPL-3.0-or-later
#include "lib/lab/evaluate.h"

#include <algorithm>
#include <map>

#include "codecs/codec.h"
#include "lib/lab/percentile.h"
#include "lib/quality/e_model.h"

namespace ptimed {
namespace {

/// The playout buffer counts its delay from the fastest packet of about this long.
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
    out.rtp_octets += static_cast<uint64_t>(p.ip_bytes);
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

/// From the capture of a frame to its playout. The playout delay counts from the arrival of a
/// packet's last frame: the wait of the frames before it, packetization, is in it already.
std::optional<double> mouth_to_ear_ms(const JoinedStream& stream, const CallSummary& receiver,
                                      const CodecTraits& codec) {
  const auto floor = mean_floor_ms(stream);
  if (!floor || !receiver.received.mean_playout_delay) return std::nullopt;
  return *floor + to_ms(kFrame) + to_ms(codec.look_ahead) +
         to_ms(*receiver.received.mean_playout_delay);
}

/// By the true delay where it is known, else as the receiving end rated itself.
std::optional<double> rate(const StreamResult& result, const CallSummary& receiver,
                           const CodecTraits& codec) {
  if (result.sent == 0 || result.lost == result.sent) return std::nullopt;
  if (!result.mouth_to_ear_ms) return receiver.mos_cq;
  const auto sent = static_cast<double>(result.sent), lost = static_cast<double>(result.lost);
  const double late = static_cast<double>(receiver.received.late_packets);
  const double missing = std::min(1.0, (lost + late) / sent);
  std::optional<double> bursts;  // of the losses, whose runs are known
  if (result.clips > 0) bursts = burst_ratio(lost / result.clips, lost / sent);
  const auto quality = rate_speech({.one_way = from_seconds(*result.mouth_to_ear_ms / 1e3),
                                    .loss_pct = 100 * missing,
                                    .burst_ratio = bursts,
                                    .ie = codec.ie,
                                    .bpl = codec.bpl});
  if (!quality) return std::nullopt;
  return quality->mos_cq;
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
  out.delays_ms = delays_ms(stream);
  out.owd_p50_ms = percentile(out.delays_ms, 50);
  out.owd_p95_ms = percentile(out.delays_ms, 95);
  out.nacks = to.summary.sent.nacks;
  out.nacks_denied = to.summary.sent.nacks_denied;
  if (from.summary.departure) out.departure_p99_ms = to_ms(from.summary.departure->p99);
  const Codec* codec = find_codec(from.summary.codec);
  if (!codec) return out;
  out.mouth_to_ear_ms = mouth_to_ear_ms(stream, to.summary, codec->traits());
  out.mos_cq = rate(out, to.summary, codec->traits());
  return out;
}

}  // namespace ptimed
