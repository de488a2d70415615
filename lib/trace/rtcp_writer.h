// SPDX-License-Identifier: AGPL-3.0-or-later
#pragma once
#include <string_view>

#include "lib/base/bytes.h"
#include "lib/base/time.h"
#include "lib/trace/byte_sink.h"
#include "lib/trace/observer.h"

namespace ptimed {

/// rtcp.jsonl: every RTCP datagram with its bytes in hex and a readable line.
class RtcpWriter {
 public:
  RtcpWriter(ByteSink& sink, const WallClock& wall, Time start)
      : sink_(sink), wall_(wall), start_(start) {}
  void write(Direction direction, Time at, Bytes datagram, std::string_view text);

 private:
  ByteSink& sink_;
  WallClock wall_;
  Time start_;
};

}  // namespace ptimed
