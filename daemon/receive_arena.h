// SPDX-License-Identifier: AGPL-3.0-or-later
#pragma once
// Room for one recvmmsg batch, shared by every socket of a loop.
#include <sys/socket.h>

#include <array>
#include <cstdint>
#include <memory>
#include <span>

#include "daemon/clocks.h"
#include "daemon/socket_address.h"
#include "lib/base/bytes.h"

namespace ptimed {

struct ReceivedDatagram {
  Bytes bytes;  ///< valid until the arena's next batch
  SocketAddress from;
  Time arrival;
  uint32_t kernel_drops;  ///< of the socket so far (SO_RXQ_OVFL)
  bool truncated;
};

class ReceiveArena {
 public:
  static constexpr size_t kBatch = 32;
  static constexpr size_t kLargest = 65536;  ///< no UDP datagram is larger

  ReceiveArena();
  /// One recvmmsg; what came, or an empty span when nothing waits or the kernel gave an error
  /// instead.
  std::span<const ReceivedDatagram> receive(int fd);

 private:
  static constexpr size_t kControl = 128;
  struct alignas(cmsghdr) Control {
    std::array<uint8_t, kControl> bytes;
  };
  void prepare();
  ReceivedDatagram read_slot(size_t slot, const StampConverter& stamps) const;

  std::unique_ptr<uint8_t[]>
      room_;  ///< pages are touched, and so taken, only as far as datagrams reach
  std::array<Control, kBatch> control_;
  std::array<SocketAddress, kBatch> from_;
  std::array<iovec, kBatch> parts_;
  std::array<mmsghdr, kBatch> messages_;
  std::array<ReceivedDatagram, kBatch> received_;
};

}  // namespace ptimed
