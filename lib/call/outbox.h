// SPDX-License-Identifier: AGPL-3.0-or-later
#pragma once
// Datagrams waiting for the driver. Buffers are kept and used again, so that sending allocates
// nothing once the call has settled.
#include <cstddef>
#include <optional>
#include <vector>

#include "lib/base/bytes.h"
#include "lib/base/time.h"

namespace ptimed {

enum class Channel : uint8_t { kRtp, kRtcp };

struct Transmit {
  Channel channel;
  Time due;        ///< when it was scheduled to leave; drivers measure departure error against it
  Bytes datagram;  ///< valid until the next datagram, tick or command handed to the call; polling
                   ///< keeps it
};

class Outbox {
 public:
  void push(Channel channel, Time due, Bytes datagram) {
    if (next_ == used_) next_ = used_ = 0;
    if (used_ == items_.size()) items_.emplace_back();
    Item& item = items_[used_++];
    item.channel = channel;
    item.due = due;
    item.datagram.assign(datagram.begin(), datagram.end());
  }

  std::optional<Transmit> poll() {
    if (next_ == used_) return std::nullopt;
    const Item& item = items_[next_++];
    return Transmit{item.channel, item.due, item.datagram};
  }

 private:
  struct Item {
    Channel channel{};
    Time due{};
    Buffer datagram;
  };
  std::vector<Item> items_;
  size_t used_ = 0;
  size_t next_ = 0;
};

}  // namespace ptimed
