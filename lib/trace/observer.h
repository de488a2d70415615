// SPDX-License-Identifier: AGPL-3.0-or-later
#pragma once
// What a call reports of itself while it runs. Drivers and writers implement what they want to see.
#include <span>
#include <string_view>

#include "lib/base/bytes.h"
#include "lib/trace/event.h"

namespace ptimed {

enum class Direction : uint8_t { kSent, kReceived };

/// One RTP packet, as it left (departure time) or came (arrival time).
struct PacketRecord {
  Direction direction;
  Time at;
  Ssrc ssrc;
  ExtSeq seq;
  RtpTime timestamp;
  int ip_bytes;  ///< IP, UDP and RTP headers and payload
  Ptime ptime;   ///< media time carried
};

class CallObserver {
 public:
  virtual ~CallObserver() = default;
  virtual void on_event(const Event&) {}
  virtual void on_packet(const PacketRecord&) {}
  /// A whole RTCP datagram as sent or received; `text` is its one-line rendering.
  virtual void on_rtcp(Direction, Time, Bytes /*datagram*/, std::string_view /*text*/) {}
  /// Played audio, in order, without holes.
  virtual void on_audio(std::span<const int16_t>) {}
};

}  // namespace ptimed
