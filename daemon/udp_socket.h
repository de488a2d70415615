// SPDX-License-Identifier: AGPL-3.0-or-later
#pragma once
// A non-blocking, unconnected UDP socket with kernel receive timestamps.
#include <cstdint>
#include <optional>
#include <span>
#include <system_error>
#include <variant>

#include "daemon/socket_address.h"
#include "daemon/unique_fd.h"
#include "lib/base/bytes.h"

namespace ptimed {

struct UdpOptions {
  int dscp = 0;                    ///< 0..63
  int receive_buffer = 256 << 10;  ///< SO_RCVBUF, bytes; the kernel may grant less
};

struct SendCounters {
  uint64_t datagrams = 0;
  uint64_t would_block = 0;  ///< EAGAIN or ENOBUFS: dropped here, as a full queue does
  uint64_t refused = 0;      ///< an ICMP error was pending; the datagram was sent all the same
  uint64_t errors = 0;       ///< any other error: dropped
};

class UdpSocket {
 public:
  static std::variant<UdpSocket, std::error_code> open(const SocketAddress& local,
                                                       const UdpOptions& options);

  int fd() const { return fd_.get(); }
  SocketAddress local() const { return SocketAddress::of_socket(fd_.get()); }

  /// Sends all to one peer, as few system calls as the batch size allows. Never blocks.
  void send(std::span<const Bytes> datagrams, const SocketAddress& to);
  const SendCounters& sent() const { return sent_; }
  void close() { fd_.reset(); }
  /// Clears an error the kernel holds for the socket, so that it does not wake the loop again.
  void clear_error();

 private:
  explicit UdpSocket(UniqueFd fd) : fd_(std::move(fd)) {}
  size_t send_batch(std::span<const Bytes> datagrams, const SocketAddress& to);
  void count_failure(int error);

  UniqueFd fd_;
  SendCounters sent_;
};

}  // namespace ptimed
