// SPDX-License-Identifier: AGPL-3.0-or-later
#pragma once
// Sockets on 127.0.0.1, and the number of descriptors this process has open.
#include <gtest/gtest.h>
#include <poll.h>

#include <filesystem>
#include <iterator>
#include <string>

#include "daemon/receive_arena.h"
#include "daemon/udp_socket.h"

namespace ptimed {

inline SocketAddress loopback(uint16_t port = 0) {
  return *SocketAddress::parse("127.0.0.1", port);
}

inline UdpSocket open_loopback(uint16_t port = 0) {
  auto opened = UdpSocket::open(loopback(port), {});
  EXPECT_TRUE(std::holds_alternative<UdpSocket>(opened));
  return std::get<UdpSocket>(std::move(opened));
}

/// Waits, 2 s at most, until the socket has something to read.
inline bool wait_readable(int fd) {
  pollfd entry{.fd = fd, .events = POLLIN, .revents = 0};
  return poll(&entry, 1, 2000) == 1;
}

inline std::ptrdiff_t open_descriptors() {
  const std::filesystem::directory_iterator all("/proc/self/fd");
  return std::distance(begin(all), end(all));
}

/// A folder of its own, gone with the object.
class ScratchFolder {
 public:
  ScratchFolder() {
    std::string form = (std::filesystem::temp_directory_path() / "ptimed-test-XXXXXX").string();
    path_ = mkdtemp(form.data());
  }
  ~ScratchFolder() { std::filesystem::remove_all(path_); }
  std::string operator/(const std::string& name) const { return path_ + '/' + name; }

 private:
  std::string path_;
};

}  // namespace ptimed
