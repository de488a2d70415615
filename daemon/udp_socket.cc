// SPDX-License-Identifier: AGPL-3.0-or-later
#include "daemon/udp_socket.h"

#include <netinet/in.h>
#include <netinet/ip.h>

#include <algorithm>
#include <array>
#include <cerrno>

namespace ptimed {
namespace {

constexpr size_t kSendBatch = 64;

bool set_option(int fd, int level, int name, int value) {
  return setsockopt(fd, level, name, &value, sizeof value) == 0;
}

/// IP_RECVERR stays off: an unconnected socket is then told of no ICMP error, and none can stall
/// it.
bool configure(int fd, bool ipv6, const UdpOptions& options) {
  const int traffic_class = options.dscp << 2;
  set_option(fd, SOL_SOCKET, SO_RCVBUF, options.receive_buffer);
  set_option(fd, SOL_SOCKET, SO_RXQ_OVFL, 1);
  return set_option(fd, SOL_SOCKET, SO_TIMESTAMPNS, 1) &&
         (ipv6 ? set_option(fd, IPPROTO_IPV6, IPV6_V6ONLY, 1) &&
                     set_option(fd, IPPROTO_IPV6, IPV6_TCLASS, traffic_class)
               : set_option(fd, IPPROTO_IP, IP_TOS, traffic_class));
}

}  // namespace

std::variant<UdpSocket, std::error_code> UdpSocket::open(const SocketAddress& local,
                                                         const UdpOptions& options) {
  const int family = local.is_ipv6() ? AF_INET6 : AF_INET;
  UniqueFd fd(::socket(family, SOCK_DGRAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0));
  if (!fd || !configure(fd.get(), local.is_ipv6(), options) ||
      bind(fd.get(), local.raw(), local.size()) != 0)
    return std::error_code(errno, std::generic_category());
  return UdpSocket(std::move(fd));
}

void UdpSocket::send(std::span<const Bytes> datagrams, const SocketAddress& to) {
  while (!datagrams.empty()) {
    const size_t batch = std::min(datagrams.size(), kSendBatch);
    datagrams = datagrams.subspan(send_batch(datagrams.first(batch), to));
  }
}

/// Returns how many are done with, sent or not; at least one.
size_t UdpSocket::send_batch(std::span<const Bytes> datagrams, const SocketAddress& to) {
  std::array<iovec, kSendBatch> parts;
  std::array<mmsghdr, kSendBatch> messages;
  for (size_t n = 0; n < datagrams.size(); ++n) {
    parts[n] = {.iov_base = const_cast<uint8_t*>(datagrams[n].data()),
                .iov_len = datagrams[n].size()};
    messages[n] = {};
    messages[n].msg_hdr.msg_name = const_cast<sockaddr*>(to.raw());
    messages[n].msg_hdr.msg_namelen = to.size();
    messages[n].msg_hdr.msg_iov = &parts[n];
    messages[n].msg_hdr.msg_iovlen = 1;
  }
  const auto count = static_cast<unsigned>(datagrams.size());
  int result = sendmmsg(fd_.get(), messages.data(), count, 0);
  if (result < 0 &&
      errno == ECONNREFUSED) {  // reports an earlier datagram's fate; this one was not tried
    ++sent_.refused;
    result = sendmmsg(fd_.get(), messages.data(), count, 0);
  }
  if (result > 0) {
    sent_.datagrams += static_cast<uint64_t>(result);
    return static_cast<size_t>(result);
  }
  count_failure(errno);
  return 1;
}

void UdpSocket::count_failure(int error) {
  const bool full = error == EAGAIN || error == EWOULDBLOCK || error == ENOBUFS;
  ++(full ? sent_.would_block : sent_.errors);
}

void UdpSocket::clear_error() {
  int error = 0;
  socklen_t length = sizeof error;
  getsockopt(fd_.get(), SOL_SOCKET, SO_ERROR, &error, &length);
}

}  // namespace ptimed
