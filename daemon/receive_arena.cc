// SPDX-License-Identifier: AGPL-3.0-or-later
#include "daemon/receive_arena.h"

#include <cstring>

namespace ptimed {
namespace {

template <class T>
T control_value(const cmsghdr& header) {
  T value{};
  std::memcpy(&value, CMSG_DATA(&header), sizeof value);
  return value;
}

}  // namespace

ReceiveArena::ReceiveArena() : room_(new uint8_t[kBatch * kLargest]) {}

void ReceiveArena::prepare() {
  for (size_t n = 0; n < kBatch; ++n) {
    parts_[n] = {.iov_base = room_.get() + n * kLargest, .iov_len = kLargest};
    msghdr& header = messages_[n].msg_hdr;
    header = {};
    header.msg_name = from_[n].raw();
    header.msg_namelen = SocketAddress::kCapacity;
    header.msg_iov = &parts_[n];
    header.msg_iovlen = 1;
    header.msg_control = control_[n].bytes.data();
    header.msg_controllen = kControl;
  }
}

std::span<const ReceivedDatagram> ReceiveArena::receive(int fd) {
  prepare();
  const int count = recvmmsg(fd, messages_.data(), kBatch, MSG_DONTWAIT, nullptr);
  if (count <= 0) return {};
  const StampConverter stamps;
  for (size_t n = 0; n < static_cast<size_t>(count); ++n) received_[n] = read_slot(n, stamps);
  return {received_.data(), static_cast<size_t>(count)};
}

ReceivedDatagram ReceiveArena::read_slot(size_t slot, const StampConverter& stamps) const {
  const mmsghdr& message = messages_[slot];
  ReceivedDatagram datagram{.bytes = Bytes(room_.get() + slot * kLargest, message.msg_len),
                            .from = from_[slot],
                            .arrival = stamps.now(),
                            .kernel_drops = 0,
                            .truncated = (message.msg_hdr.msg_flags & MSG_TRUNC) != 0};
  auto* header = const_cast<msghdr*>(&message.msg_hdr);
  for (cmsghdr* c = CMSG_FIRSTHDR(header); c != nullptr; c = CMSG_NXTHDR(header, c)) {
    if (c->cmsg_level != SOL_SOCKET) continue;
    if (c->cmsg_type == SCM_TIMESTAMPNS)
      datagram.arrival = stamps.arrival(to_duration(control_value<timespec>(*c)));
    if (c->cmsg_type == SO_RXQ_OVFL) datagram.kernel_drops = control_value<uint32_t>(*c);
  }
  return datagram;
}

}  // namespace ptimed
