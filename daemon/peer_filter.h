// SPDX-License-Identifier: AGPL-3.0-or-later
#pragma once
// Who is heard: the configured peer, address and port, and nobody else.
#include <optional>

#include "daemon/socket_address.h"
#include "lib/call/outbox.h"
#include "lib/rtp/packet.h"

namespace ptimed {

class PeerFilter {
 public:
  /// With `learn`, another RTP port of the peer's host takes over after two valid packets of one
  /// source in sequence; with rtcp-mux (both addresses equal) RTCP moves along.
  PeerFilter(const SocketAddress& rtp, const SocketAddress& rtcp, bool learn);

  /// True when the datagram is the peer's. Others are counted and change nothing.
  bool admits(Channel channel, const SocketAddress& from, Bytes datagram);

  const SocketAddress& peer(Channel channel) const {
    return channel == Channel::kRtp ? rtp_ : rtcp_;
  }
  uint64_t off_path() const { return off_path_; }
  uint64_t times_learned() const { return times_learned_; }

 private:
  struct Candidate {
    SocketAddress from;
    Ssrc ssrc;
    SeqNo seq;
  };
  bool learns_from(const SocketAddress& from, Bytes datagram);
  void move_to(const SocketAddress& from);

  SocketAddress rtp_, rtcp_;
  bool learn_;
  std::optional<Candidate> candidate_;
  uint64_t off_path_ = 0;
  uint64_t times_learned_ = 0;
};

}  // namespace ptimed
