// SPDX-License-Identifier: AGPL-3.0-or-later
#include "lib/call/media_sender.h"

#include <utility>

namespace ptimed {
namespace {

/// A driver that was stopped for longer than this does not send the media of that time in one
/// burst.
constexpr Duration kLongestCatchUp = std::chrono::milliseconds(500);

RtpTime first_timestamp(const CallConfig& config, Rng& rng) {
  return config.first_timestamp.value_or(RtpTime(rng.u32()));
}
SeqNo first_seq(const CallConfig& config, Rng& rng) {
  return config.first_seq.value_or(SeqNo(rng.u16()));
}

}  // namespace

MediaSender::MediaSender(const CallConfig& config, const Codec& codec, AudioSource* source,
                         Ssrc ssrc, Ptime initial, Rng& rng, Time start)
    : source_(source),
      encoder_(codec.make_encoder()),
      traits_(codec.traits()),
      ip_overhead_(config.ipv6 ? kUdpIpv6Overhead : kUdpIpv4Overhead),
      jitter_limit_(config.departure_jitter),
      rng_(rng),
      start_(start),
      first_timestamp_(first_timestamp(config, rng)),
      packetizer_(start, first_timestamp_, initial),
      framing_(ssrc, traits_.payload_type, first_seq(config, rng)),
      next_ext_seq_(framing_.next_seq().value) {
  totals_.ssrc = ssrc;
  draw_jitter();
}

MediaSender::Departure MediaSender::depart(Time now) {
  if (now - packetizer_.next_departure() > kLongestCatchUp) {
    const RtpTime from = packetizer_.timestamp();
    note_skipped(from, media_time(packetizer_.skip_to(now)), "driver stalled");
  }
  Departure out{.datagram = {}, .due = next_departure(), .record = {}, .skipped = {}};
  const RtpTime timestamp = packetizer_.timestamp();
  const Ptime wanted = packetizer_.filling();
  const Ptime filled = kFrame * fill_payload();
  if (filled > Ptime{0}) {
    out.skipped = take_skipped();
    out.datagram = framing_.frame(payload_, timestamp);
    out.record = {Direction::kSent,
                  now,
                  totals_.ssrc,
                  ExtSeq(next_ext_seq_++),
                  timestamp,
                  ip_overhead_ + static_cast<int>(out.datagram->size()),
                  filled};
    totals_.packets += 1;
    totals_.payload_octets += payload_.size();
    totals_.media += filled;
  }
  if (filled < wanted)
    note_skipped(timestamp + samples_in(filled), wanted - filled, "source underrun");
  packetizer_.advance();
  draw_jitter();
  return out;
}

/// Reads one packet's worth of media and encodes it up to the first frame the source does not have.
/// Returns how many.
int MediaSender::fill_payload() {
  payload_.clear();
  int filled = 0;
  bool dry = false;
  PcmFrame pcm{};
  for (int n = frames_in(packetizer_.filling()); n > 0; --n) {
    if (source_ && !source_->read(pcm)) dry = true;
    if (dry) continue;
    encoder_->encode(pcm, payload_);
    ++filled;
  }
  return filled;
}

void MediaSender::note_skipped(RtpTime from, Duration length, std::string_view cause) {
  if (!skipped_) skipped_ = MediaSkipped{from, Duration{0}, std::string(cause)};
  skipped_->length += length;
  totals_.media_skipped += length;
}

std::optional<MediaSkipped> MediaSender::take_skipped() { return std::exchange(skipped_, {}); }

void MediaSender::draw_jitter() {
  if (jitter_limit_ > Duration{0})
    departure_jitter_ = from_seconds(rng_.unit() * to_seconds(jitter_limit_));
}

RtpTime MediaSender::media_clock(Time at) const {
  return first_timestamp_ + static_cast<int>((at - start_) / media_time(1));
}

double MediaSender::bandwidth_bps() const {
  const double bits = 8.0 * (ip_overhead_ + kRtpHeader + traits_.frame_bytes * frames_in(ptime()));
  return bits / to_seconds(ptime());
}

}  // namespace ptimed
