// SPDX-License-Identifier: AGPL-3.0-or-later
#pragma once
#include "lib/trace/event_writer.h"
#include "lib/trace/observer.h"
#include "lib/trace/packets_csv.h"
#include "lib/trace/rtcp_writer.h"

namespace ptimed {

/// Where the records of one call go; the sinks outlive the recorder.
struct RecordSinks {
  ByteSink &events, &rtcp, &packets;
};

/// Writes down what a call reports of itself: events.jsonl, rtcp.jsonl, packets.csv.
class CallRecorder : public CallObserver {
 public:
  CallRecorder(const RecordSinks& sinks, const WallClock& wall, Time start)
      : events_(sinks.events, wall, start),
        rtcp_(sinks.rtcp, wall, start),
        packets_(sinks.packets, wall) {}

  void on_event(const Event& event) override { events_.write(event); }
  void on_packet(const PacketRecord& packet) override { packets_.write(packet); }
  void on_rtcp(Direction direction, Time at, Bytes datagram, std::string_view text) override {
    rtcp_.write(direction, at, datagram, text);
  }

 private:
  EventWriter events_;
  RtcpWriter rtcp_;
  PacketsWriter packets_;
};

}  // namespace ptimed
