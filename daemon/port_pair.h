// SPDX-License-Identifier: AGPL-3.0-or-later
#pragma once
// The sockets of one call: RTP on an even port and RTCP on the next (RFC 3550 section 11), or both
// on one port (RFC 5761). All are open or none is.
#include <optional>
#include <system_error>
#include <variant>

#include "daemon/udp_socket.h"

namespace ptimed {

/// Which port could not be had, and why.
struct PortProblem {
  uint16_t port = 0;
  std::error_code error;
  bool in_use() const { return error == std::errc::address_in_use; }
};

class PortPair {
 public:
  using Result = std::variant<PortPair, PortProblem>;

  /// `rtp` with its port, and `rtcp_port`, which may be the same for rtcp-mux.
  static Result open(const SocketAddress& rtp, uint16_t rtcp_port, const UdpOptions& options);

  UdpSocket& rtp() { return rtp_; }
  UdpSocket& rtcp() { return rtcp_ ? *rtcp_ : rtp_; }
  const UdpSocket& rtp() const { return rtp_; }
  const UdpSocket& rtcp() const { return rtcp_ ? *rtcp_ : rtp_; }
  bool is_mux() const { return !rtcp_; }

 private:
  explicit PortPair(UdpSocket rtp) : rtp_(std::move(rtp)) {}
  UdpSocket rtp_;
  std::optional<UdpSocket> rtcp_;
};

/// Hands out pairs of a range in turn, so that a port just given back is not taken again at once.
class PortRange {
 public:
  /// Both ends belong to the range.
  PortRange(uint16_t low, uint16_t high);

  /// The next free pair on this address, or the last problem met when the whole range is taken.
  PortPair::Result open_next(const SocketAddress& host, bool mux, const UdpOptions& options);

 private:
  uint16_t low_;
  int pairs_;
  int next_ = 0;
};

}  // namespace ptimed
