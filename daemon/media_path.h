// SPDX-License-Identifier: AGPL-3.0-or-later
#pragma once
// The sockets of one call and the addresses at their far end: what is sent where, and who is heard.
#include <functional>
#include <map>
#include <string>
#include <vector>

#include "daemon/histogram.h"
#include "daemon/peer_filter.h"
#include "daemon/port_pair.h"
#include "daemon/receive_arena.h"
#include "lib/call/outbox.h"

namespace ptimed {

class MediaPath {
 public:
  using OnDatagram = std::function<void(Channel, Time arrival, Bytes)>;

  MediaPath(PortPair ports, PeerFilter peer) : ports_(std::move(ports)), peer_(std::move(peer)) {}

  UdpSocket& socket(Channel channel) {
    return channel == Channel::kRtp ? ports_.rtp() : ports_.rtcp();
  }
  bool is_mux() const { return ports_.is_mux(); }
  const SocketAddress& peer() const { return peer_.peer(Channel::kRtp); }

  /// Hands on what waits at the socket of `channel` and comes from the peer, at most `batches`
  /// system calls long.
  void receive(Channel channel, ReceiveArena& arena, int batches, const OnDatagram& on_datagram);

  /// Puts a datagram into the batch; its bytes stay where they are until flush().
  void queue(const Transmit& transmit);
  /// Sends the batch and notes how late its RTP left.
  void flush();

  /// Gives the ports back; the figures stay.
  void close();

  const LogHistogram& departure_error() const { return departure_error_; }
  void add_counters(std::map<std::string, uint64_t>& counters) const;

 private:
  Channel channel_of(Channel socket, Bytes datagram) const;

  PortPair ports_;
  PeerFilter peer_;
  std::vector<Bytes> rtp_, rtcp_;
  std::vector<Time> due_;
  LogHistogram departure_error_;
  uint64_t truncated_ = 0;
  uint32_t kernel_drops_[2] = {};
};

}  // namespace ptimed
