// SPDX-License-Identifier: AGPL-3.0-or-later
#include "daemon/wire/packet_socket.h"

#include <arpa/inet.h>
#include <linux/if_ether.h>
#include <linux/if_packet.h>
#include <net/if.h>
#include <sys/socket.h>

#include <array>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <system_error>
#include <vector>

#include "daemon/clocks.h"

namespace ptimed {
namespace {

constexpr size_t kBatch = 32;
constexpr size_t kFrameRoom = kVnetHeader + ETH_HLEN + 65'536;  // a GSO frame of 64 KiB
constexpr int kReceiveBuffer = 8 << 20;

int checked(int result, const std::string& interface, const char* what) {
  if (result < 0) throw std::system_error(errno, std::generic_category(), interface + ": " + what);
  return result;
}

sockaddr_ll address_of(const std::string& interface) {
  sockaddr_ll address{};
  address.sll_family = AF_PACKET;
  address.sll_protocol = htons(ETH_P_ALL);
  address.sll_ifindex = static_cast<int>(if_nametoindex(interface.c_str()));
  if (address.sll_ifindex == 0) checked(-1, interface, "interface");
  return address;
}

void enable(int fd, int level, int option, const std::string& interface, const char* what) {
  const int on = 1;
  checked(setsockopt(fd, level, option, &on, sizeof on), interface, what);
}

void hear_all_addresses(int fd, const sockaddr_ll& address, const std::string& interface) {
  packet_mreq membership{};
  membership.mr_ifindex = address.sll_ifindex;
  membership.mr_type = PACKET_MR_PROMISC;
  checked(setsockopt(fd, SOL_PACKET, PACKET_ADD_MEMBERSHIP, &membership, sizeof membership),
          interface, "promiscuous mode");
}

void enlarge_receive_buffer(int fd) {
  const int bytes = kReceiveBuffer;
  if (setsockopt(fd, SOL_SOCKET, SO_RCVBUFFORCE, &bytes, sizeof bytes) != 0)
    setsockopt(fd, SOL_SOCKET, SO_RCVBUF, &bytes, sizeof bytes);
}

/// With no protocol yet, so that nothing comes in before the options are set.
UniqueFd open_packet_socket(const std::string& interface) {
  const sockaddr_ll address = address_of(interface);
  UniqueFd fd(checked(socket(AF_PACKET, SOCK_RAW | SOCK_NONBLOCK | SOCK_CLOEXEC, 0), interface,
                      "packet socket"));
  enable(fd.get(), SOL_PACKET, PACKET_VNET_HDR, interface, "PACKET_VNET_HDR");
  enable(fd.get(), SOL_PACKET, PACKET_IGNORE_OUTGOING, interface, "PACKET_IGNORE_OUTGOING");
  enable(fd.get(), SOL_SOCKET, SO_TIMESTAMPNS, interface, "receive timestamps");
  enlarge_receive_buffer(fd.get());
  checked(bind(fd.get(), reinterpret_cast<const sockaddr*>(&address), sizeof address), interface,
          "bind");
  hear_all_addresses(fd.get(), address, interface);
  return fd;
}

Duration stamp_of(const msghdr& message) {
  msghdr readable = message;  // CMSG_NXTHDR wants it mutable
  for (cmsghdr* c = CMSG_FIRSTHDR(&readable); c != nullptr; c = CMSG_NXTHDR(&readable, c)) {
    if (c->cmsg_level != SOL_SOCKET || c->cmsg_type != SCM_TIMESTAMPNS) continue;
    timespec stamp{};
    std::memcpy(&stamp, CMSG_DATA(c), sizeof stamp);
    return to_duration(stamp);
  }
  return Duration{0};
}

}  // namespace

Bytes RawFrame::ethernet() const { return bytes.subspan(kVnetHeader); }

struct PacketSocket::Batch {
  struct alignas(cmsghdr) Control {
    std::array<char, 128> bytes;
  };
  std::vector<std::array<uint8_t, kFrameRoom>> frames{kBatch};
  std::array<Control, kBatch> controls{};
  std::array<sockaddr_ll, kBatch> senders{};
  std::array<iovec, kBatch> pieces{};
  std::array<mmsghdr, kBatch> messages{};

  void prepare() {
    for (size_t i = 0; i < kBatch; ++i) {
      pieces[i] = {frames[i].data(), kFrameRoom};
      msghdr& m = messages[i].msg_hdr;
      m = {};
      m.msg_name = &senders[i];
      m.msg_namelen = sizeof senders[i];
      m.msg_iov = &pieces[i];
      m.msg_iovlen = 1;
      m.msg_control = controls[i].bytes.data();
      m.msg_controllen = controls[i].bytes.size();
    }
  }
};

PacketSocket::PacketSocket(const std::string& interface)
    : interface_(interface),
      fd_(open_packet_socket(interface)),
      batch_(std::make_unique<Batch>()) {}

PacketSocket::~PacketSocket() = default;

size_t PacketSocket::read_batch() {
  batch_->prepare();
  const int count = recvmmsg(fd_.get(), batch_->messages.data(), kBatch, MSG_DONTWAIT, nullptr);
  if (count < 0 && errno != EAGAIN && errno != EINTR)
    std::fprintf(stderr, "ptimed-wire: %s: %s\n", interface_.c_str(), std::strerror(errno));
  return count > 0 ? static_cast<size_t>(count) : 0;
}

RawFrame PacketSocket::frame_at(size_t i) const {
  const mmsghdr& message = batch_->messages[i];
  const bool outgoing = batch_->senders[i].sll_pkttype == PACKET_OUTGOING;
  const bool cut = (message.msg_hdr.msg_flags & MSG_TRUNC) != 0;
  if (outgoing || cut || message.msg_len < kVnetHeader + ETH_HLEN) return {};
  return {Bytes(batch_->frames[i].data(), message.msg_len), stamp_of(message.msg_hdr)};
}

bool PacketSocket::send(Bytes vnet_header_and_frame) {
  return ::send(fd_.get(), vnet_header_and_frame.data(), vnet_header_and_frame.size(),
                MSG_DONTWAIT) == static_cast<ssize_t>(vnet_header_and_frame.size());
}

uint64_t PacketSocket::missed() {
  tpacket_stats stats{};  // reading it sets the kernel's counters back to 0
  socklen_t size = sizeof stats;
  if (getsockopt(fd_.get(), SOL_PACKET, PACKET_STATISTICS, &stats, &size) == 0)
    missed_ += stats.tp_drops;
  return missed_;
}

}  // namespace ptimed
