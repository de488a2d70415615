// SPDX-License-Identifier: AGPL-3.0-or-later
#pragma once
// Source -> 10 ms frames -> encoder -> packetizer -> RTP framing. One packet per departure.
#include <memory>
#include <optional>

#include "codecs/codec.h"
#include "lib/base/rng.h"
#include "lib/call/audio_source.h"
#include "lib/call/config.h"
#include "lib/rtp/packetizer.h"
#include "lib/rtp/sender.h"
#include "lib/trace/call_summary.h"
#include "lib/trace/observer.h"

namespace ptimed {

class MediaSender {
 public:
  /// `source` null means silence. Media time 0 is `start`.
  MediaSender(const CallConfig& config, const Codec& codec, AudioSource* source, Ssrc ssrc,
              Ptime initial, Rng& rng, Time start);

  /// When the packet being filled leaves.
  Time next_departure() const { return packetizer_.next_departure() + departure_jitter_; }

  struct Departure {
    std::optional<Bytes> datagram;  ///< empty when the source had nothing to give
    Time due;
    PacketRecord record;
    std::optional<MediaSkipped>
        skipped;  ///< media time that passed without a packet, now that it has ended
  };
  /// The packet that is due; next_departure() moves on.
  Departure depart(Time now);

  void set_ptime(Ptime ptime) { packetizer_.set_ptime(ptime); }
  Ptime ptime() const { return packetizer_.ptime(); }

  /// The media clock at any time: what an SR pairs with its NTP timestamp. One line of slope 8000
  /// Hz.
  RtpTime media_clock(Time at) const;
  const SentSummary& totals() const { return totals_; }
  /// IP bits per second at the ptime in force.
  double bandwidth_bps() const;

 private:
  int fill_payload();
  void note_skipped(RtpTime from, Duration length, std::string_view cause);
  std::optional<MediaSkipped> take_skipped();
  void draw_jitter();

  AudioSource* source_;
  std::unique_ptr<Encoder> encoder_;
  CodecTraits traits_;
  int ip_overhead_;
  Duration jitter_limit_;
  Rng& rng_;
  Time start_;
  RtpTime first_timestamp_;
  Packetizer packetizer_;
  RtpSender framing_;
  int64_t next_ext_seq_;
  Duration departure_jitter_{0};
  Buffer payload_;
  std::optional<MediaSkipped> skipped_;
  SentSummary totals_;
};

}  // namespace ptimed
