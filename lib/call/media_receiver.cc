// SPDX-License-Identifier: AGPL-3.0-or-later
#include "lib/call/media_receiver.h"

namespace ptimed {

MediaReceiver::MediaReceiver(const CallConfig& config, const Codec& codec, CallObserver& observer)
    : codec_(codec),
      observer_(observer),
      ip_overhead_(config.ipv6 ? kUdpIpv6Overhead : kUdpIpv4Overhead),
      decoder_(codec.make_decoder()),
      playout_(config.playout) {}

MediaReceiver::Gap MediaReceiver::on_rtp(Time arrival, Bytes datagram) {
  const auto parsed = parse_rtp(datagram);
  if (const auto* drop = std::get_if<RtpDrop>(&parsed)) {
    discard(to_string(*drop));
    return {};
  }
  const auto& packet = std::get<RtpPacketView>(parsed);
  if (packet.payload_type != codec_.traits().payload_type) {
    discard("payload_type");
    return {};
  }
  const int ip_bytes = ip_overhead_ + static_cast<int>(datagram.size());
  const std::vector<Bytes> frames = codec_.split(packet.payload);
  const auto counted = count(arrival, packet, static_cast<int>(frames.size()) * kFrameSamples);
  if (!counted) return {};
  accept(arrival, packet, frames, *counted, ip_bytes);
  return {packet.seq + -counted->gap, counted->gap};
}

/// Counts the packet for its source. Empty when it is not to be heard: a source on probation, or a
/// sequence jump that nothing has confirmed yet.
std::optional<ReceptionStats::Result> MediaReceiver::count(Time arrival,
                                                           const RtpPacketView& packet,
                                                           int samples) {
  using Verdict = ReceptionStats::Verdict;
  if (!current_) current_.emplace(packet.ssrc);
  if (current_->ssrc != packet.ssrc) return count_candidate(arrival, packet, samples);
  candidate_.reset();
  const auto result = current_->stats.on_packet(arrival, packet.seq, packet.timestamp, samples);
  if (result.verdict == Verdict::kJump) {
    discard("sequence_jump");
    return std::nullopt;
  }
  if (result.verdict == Verdict::kRestarted) start_anew(arrival, "sequence");
  return result;
}

std::optional<ReceptionStats::Result> MediaReceiver::count_candidate(Time arrival,
                                                                     const RtpPacketView& packet,
                                                                     int samples) {
  if (!candidate_ || candidate_->ssrc != packet.ssrc) candidate_.emplace(packet.ssrc);
  const auto result = candidate_->stats.on_packet(arrival, packet.seq, packet.timestamp, samples);
  if (!candidate_->stats.valid()) {
    discard("probation");
    return std::nullopt;
  }
  keep_totals();
  current_ = std::move(candidate_);
  candidate_.reset();
  start_anew(arrival, "ssrc");
  return result;
}

void MediaReceiver::accept(Time arrival, const RtpPacketView& packet,
                           const std::vector<Bytes>& frames, const ReceptionStats::Result& counted,
                           int ip_bytes) {
  if (!announced_ && current_->stats.valid()) {
    announced_ = true;
    observer_.on_event({arrival, SourceValid{packet.ssrc}});
  }
  const Ptime length = kFrame * static_cast<int>(frames.size());
  observer_.on_packet({Direction::kReceived, arrival, packet.ssrc, counted.seq, packet.timestamp,
                       ip_bytes, length});
  if (!counted.duplicate) loss_runs_.on_packet(counted.seq, packet.timestamp, samples_in(length));
  report_clips(arrival);
  if (frames.empty()) return discard("payload_size");
  if (!counted.reordered) note_ptime(arrival, length);
  playout_.on_packet(arrival, packet.timestamp, frames);
  report_adjustments();
}

/// The stream being heard has a new beginning: a new source, or the same one with other numbers.
void MediaReceiver::start_anew(Time now, std::string_view what) {
  ++restarts_;
  gone_ = false;
  loss_runs_.finish();
  report_clips(now);
  playout_.restart();
  observer_.on_event({now, SourceRestarted{current_->ssrc, std::string(what)}});
}

void MediaReceiver::keep_totals() {
  const ReceptionStats& stats = current_->stats;
  earlier_.packets += stats.received_in_all();
  earlier_.expected += stats.expected_in_all();
  earlier_.duplicates += stats.duplicates();
  earlier_.reordered += stats.reordered();
}

void MediaReceiver::note_ptime(Time now, Ptime ptime) {
  if (ptime == ptime_) return;
  if (ptime_ != Ptime{0}) observer_.on_event({now, PeerPtimeChanged{ptime_, ptime}});
  ptime_ = ptime;
}

void MediaReceiver::report_clips(Time now) {
  for (const LossRun& run : loss_runs_.take_closed())
    observer_.on_event({now, Clip{run.first, run.packets, run.length}});
}

void MediaReceiver::report_adjustments() {
  for (const PlayoutAdjustment& a : playout_.take_adjustments())
    observer_.on_event({a.at, PlayoutChanged{a.media, a.inserted, a.dropped, a.target}});
}

void MediaReceiver::on_bye(Time now) {
  gone_ = true;
  loss_runs_.finish();
  report_clips(now);
}

void MediaReceiver::play_due(Time now) {
  while (next_slot() <= now) play_slot(now);
  report_adjustments();
}

void MediaReceiver::play_slot(Time now) {
  const PlayoutSlot slot = playout_.play(now);
  playout_delay_sum_ += playout_.buffer_delay();
  ++playout_delay_samples_;
  const PcmFrame pcm =
      slot.kind == PlayoutSlot::Kind::kSpeech ? decoder_->decode(slot.frame) : decoder_->conceal();
  observer_.on_audio(pcm);
}

void MediaReceiver::finish(Time now) {
  while (!playout_.drained()) play_slot(std::max(now, playout_.next_slot()));
  loss_runs_.finish();
  report_clips(now);
  report_adjustments();
}

std::optional<Ssrc> MediaReceiver::source() const {
  if (!current_) return std::nullopt;
  return current_->ssrc;
}

std::optional<ReceptionReport> MediaReceiver::take_report() {
  if (!current_) return std::nullopt;
  return current_->stats.take_report();
}

void MediaReceiver::fill(ReceivedSummary& out) const {
  if (current_) {
    const ReceptionStats& stats = current_->stats;
    out.ssrc = current_->ssrc;
    out.packets = earlier_.packets + stats.received_in_all();
    out.expected = earlier_.expected + stats.expected_in_all();
    out.lost = out.expected - static_cast<int64_t>(out.packets);
    out.duplicates = earlier_.duplicates + stats.duplicates();
    out.reordered = earlier_.reordered + stats.reordered();
    if (stats.received() > 1) out.jitter = from_seconds(stats.jitter_s());
  }
  if (out.expected > 0)
    out.loss_pct = 100.0 * static_cast<double>(out.lost) / static_cast<double>(out.expected);
  out.restarts = restarts_;
  out.clips = loss_runs_.runs();
  out.lost_media = loss_runs_.total();
  out.longest_clip = loss_runs_.longest();
  out.clip_histogram = loss_runs_.histogram();
  out.ptime = ptime_;
  const PlayoutCounters& playout = playout_.counters();
  out.late_packets = playout.late_packets;
  out.late_frames = playout.late_frames;
  out.played = playout.played;
  out.concealed = playout.concealed;
  out.inserted = playout.inserted;
  out.dropped = playout.dropped;
  out.resyncs = playout.resyncs;
  out.playout_delay = playout_.buffer_delay();
  if (playout_delay_samples_ > 0)
    out.mean_playout_delay =
        playout_delay_sum_ / static_cast<Duration::rep>(playout_delay_samples_);
  out.discarded = discarded_;
}

}  // namespace ptimed
