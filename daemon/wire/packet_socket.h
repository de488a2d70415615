// SPDX-License-Identifier: AGPL-3.0-or-later
#pragma once
// One Ethernet interface through an AF_PACKET socket: all frames that come in, and frames to send.
#include <cstdint>
#include <memory>
#include <string>

#include "daemon/unique_fd.h"
#include "lib/base/bytes.h"
#include "lib/base/time.h"

namespace ptimed {

/// A frame as the kernel hands it over and takes it back. The virtio_net_hdr in front of the
/// Ethernet header says which checksum is still to be computed, so partial checksums survive.
struct RawFrame {
  Bytes bytes;     ///< header of kVnetHeader bytes, then the Ethernet frame
  Duration stamp;  ///< kernel receive time, CLOCK_REALTIME; 0 when the kernel gave none
  Bytes ethernet() const;
};
inline constexpr size_t kVnetHeader = 10;  // struct virtio_net_hdr, not in C++ headers

class PacketSocket {
 public:
  /// Throws std::system_error naming the interface and what was refused.
  explicit PacketSocket(const std::string& interface);
  ~PacketSocket();

  int fd() const { return fd_.get(); }
  const std::string& interface() const { return interface_; }

  /// Waiting frames, at most one batch; calls `visit(const RawFrame&)` for each. Returns how many
  /// messages were read: 0 when none waits.
  template <class Visit>
  size_t receive(Visit&& visit) {
    const size_t count = read_batch();
    for (size_t i = 0; i < count; ++i) {
      const RawFrame frame = frame_at(i);
      if (!frame.bytes.empty()) visit(frame);
    }
    return count;
  }

  /// False when the kernel did not take it.
  bool send(Bytes vnet_header_and_frame);

  /// Frames the kernel dropped so far because this socket was not read in time.
  uint64_t missed();

 private:
  struct Batch;
  size_t read_batch();
  /// Empty for frames to be left alone: those going out, cut ones.
  RawFrame frame_at(size_t i) const;

  std::string interface_;
  UniqueFd fd_;
  std::unique_ptr<Batch> batch_;
  uint64_t missed_ = 0;
};

}  // namespace ptimed
