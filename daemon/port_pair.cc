// SPDX-License-Identifier: AGPL-3.0-or-later
#include "daemon/port_pair.h"

namespace ptimed {

PortPair::Result PortPair::open(const SocketAddress& rtp, uint16_t rtcp_port,
                                const UdpOptions& options) {
  auto first = UdpSocket::open(rtp, options);
  if (const auto* error = std::get_if<std::error_code>(&first))
    return PortProblem{rtp.port(), *error};
  PortPair pair(std::get<UdpSocket>(std::move(first)));
  if (rtcp_port == rtp.port()) return pair;
  auto second = UdpSocket::open(rtp.with_port(rtcp_port), options);
  if (const auto* error = std::get_if<std::error_code>(&second))
    return PortProblem{rtcp_port, *error};
  pair.rtcp_ = std::get<UdpSocket>(std::move(second));
  return pair;
}

PortRange::PortRange(uint16_t low, uint16_t high)
    : low_(static_cast<uint16_t>(low + low % 2)), pairs_((high - low_ + 1) / 2) {}

PortPair::Result PortRange::open_next(const SocketAddress& host, bool mux,
                                      const UdpOptions& options) {
  PortPair::Result result =
      PortProblem{low_, std::make_error_code(std::errc::address_not_available)};
  for (int tried = 0; tried < pairs_; ++tried) {
    const auto port = static_cast<uint16_t>(low_ + 2 * next_);
    next_ = (next_ + 1) % pairs_;
    const auto rtcp_port = static_cast<uint16_t>(mux ? port : port + 1);
    result = PortPair::open(host.with_port(port), rtcp_port, options);
    const auto* problem = std::get_if<PortProblem>(&result);
    if (!problem || !problem->in_use()) return result;
  }
  return result;
}

}  // namespace ptimed
