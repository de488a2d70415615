// SPDX-License-Identifier: AGPL-3.0-or-later
#include "daemon/peer_filter.h"

namespace ptimed {

PeerFilter::PeerFilter(const SocketAddress& rtp, const SocketAddress& rtcp, bool learn)
    : rtp_(rtp), rtcp_(rtcp), learn_(learn) {}

bool PeerFilter::admits(Channel channel, const SocketAddress& from, Bytes datagram) {
  if (from == peer(channel)) return true;
  if (learn_ && channel == Channel::kRtp && from.same_host(rtp_) && learns_from(from, datagram)) {
    move_to(from);
    return true;
  }
  ++off_path_;
  return false;
}

bool PeerFilter::learns_from(const SocketAddress& from, Bytes datagram) {
  const auto parsed = parse_rtp(datagram);
  const auto* packet = std::get_if<RtpPacketView>(&parsed);
  if (!packet) return false;
  const bool in_sequence = candidate_ && candidate_->from == from &&
                           candidate_->ssrc == packet->ssrc &&
                           packet->seq.since(candidate_->seq) == 1;
  candidate_ = Candidate{from, packet->ssrc, packet->seq};
  return in_sequence;
}

void PeerFilter::move_to(const SocketAddress& from) {
  if (rtcp_ == rtp_) rtcp_ = from;
  rtp_ = from;
  candidate_.reset();
  ++times_learned_;
}

}  // namespace ptimed
