// SPDX-License-Identifier: AGPL-3.0-or-later
#include "daemon/media_path.h"

namespace ptimed {

Channel MediaPath::channel_of(Channel socket, Bytes datagram) const {
  return is_mux() && looks_like_rtcp(datagram) ? Channel::kRtcp : socket;
}

void MediaPath::receive(Channel channel, ReceiveArena& arena, int batches,
                        const OnDatagram& on_datagram) {
  for (int batch = 0; batch < batches; ++batch) {
    const auto received = arena.receive(socket(channel).fd());
    for (const ReceivedDatagram& datagram : received) {
      kernel_drops_[static_cast<size_t>(channel)] = datagram.kernel_drops;
      const Channel meant = channel_of(channel, datagram.bytes);
      if (!peer_.admits(meant, datagram.from, datagram.bytes)) continue;
      if (datagram.truncated)
        ++truncated_;
      else
        on_datagram(meant, datagram.arrival, datagram.bytes);
    }
    if (received.size() < ReceiveArena::kBatch) return;
  }
}

void MediaPath::queue(const Transmit& transmit) {
  if (transmit.channel == Channel::kRtcp) return rtcp_.push_back(transmit.datagram);
  rtp_.push_back(transmit.datagram);
  due_.push_back(transmit.due);
}

void MediaPath::flush() {
  if (!rtp_.empty()) {
    ports_.rtp().send(rtp_, peer_.peer(Channel::kRtp));
    const Time left = monotonic_now();
    for (const Time due : due_) departure_error_.add(left - due);
  }
  if (!rtcp_.empty()) ports_.rtcp().send(rtcp_, peer_.peer(Channel::kRtcp));
  rtp_.clear();
  rtcp_.clear();
  due_.clear();
}

void MediaPath::close() {
  ports_.rtp().close();
  ports_.rtcp().close();
}

void MediaPath::add_counters(std::map<std::string, uint64_t>& counters) const {
  SendCounters sent = ports_.rtp().sent();
  if (!is_mux()) {
    const SendCounters& rtcp = ports_.rtcp().sent();
    sent.would_block += rtcp.would_block;
    sent.refused += rtcp.refused;
    sent.errors += rtcp.errors;
  }
  counters["off_path"] = peer_.off_path();
  counters["peer_moved"] = peer_.times_learned();
  counters["truncated"] = truncated_;
  counters["socket_overflow"] = uint64_t{kernel_drops_[0]} + kernel_drops_[1];
  counters["send_would_block"] = sent.would_block;
  counters["send_refused"] = sent.refused;
  counters["send_errors"] = sent.errors;
}

}  // namespace ptimed
