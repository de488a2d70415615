// SPDX-License-Identifier: AGPL-3.0-or-later
#include "lib/call/call_quality.h"

#include <algorithm>

#include "lib/quality/e_model.h"

namespace ptimed {
namespace {

/// From the start of a frame's capture to the start of its playout. The playout delay counts from
/// the arrival of a packet's last frame, so the packetization of the frames before it is in it
/// already.
std::optional<Duration> mouth_to_ear(const CallSummary& summary, const CodecTraits& codec) {
  if (!summary.rtt_mean || !summary.received.mean_playout_delay) return std::nullopt;
  return *summary.rtt_mean / 2 + kFrame + codec.look_ahead + *summary.received.mean_playout_delay;
}

/// Share of packets that made no sound, 0..1: lost on the way or too late to be played.
std::optional<double> missing_share(const ReceivedSummary& in) {
  if (in.expected <= 0) return std::nullopt;
  const double missing =
      static_cast<double>(std::max<int64_t>(0, in.lost)) + static_cast<double>(in.late_packets);
  return missing / static_cast<double>(in.expected);
}

/// Of the packets lost on the way; late ones form no runs here.
std::optional<double> burst_ratio_of(const ReceivedSummary& in) {
  if (in.clips == 0) return std::nullopt;
  int64_t packets = 0;
  for (const auto& [length, runs] : in.clip_histogram)
    packets += length * static_cast<int64_t>(runs);
  return burst_ratio(static_cast<double>(packets) / static_cast<double>(in.clips),
                     static_cast<double>(packets) / static_cast<double>(in.expected));
}

}  // namespace

void rate_call(CallSummary& summary, const CodecTraits& codec) {
  const auto missing = missing_share(summary.received);
  if (!missing) return;
  summary.mouth_to_ear = mouth_to_ear(summary, codec);
  const auto quality = rate_speech({.one_way = summary.mouth_to_ear,
                                    .loss_pct = 100 * *missing,
                                    .burst_ratio = burst_ratio_of(summary.received),
                                    .ie = codec.ie,
                                    .bpl = codec.bpl});
  if (!quality) return;
  summary.r_factor = quality->r;
  summary.mos_cq = quality->mos_cq;
}

}  // namespace ptimed
