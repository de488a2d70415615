// SPDX-License-Identifier: AGPL-3.0-or-later
#pragma once
// What the forwarder needs to know of an Ethernet frame.
#include <cstdint>
#include <string>

#include "lib/base/bytes.h"

namespace ptimed {

struct FrameClass {
  /// False for what never crosses a router: frames other than IP, link-local multicast, neighbour
  /// discovery. Such frames pass at once and count nowhere.
  bool shaped = false;
  int ip_bytes = 0;  ///< by the IP header, so without Ethernet padding
};
FrameClass classify_frame(Bytes ethernet);

/// Ends of a packet, for the log. Ports are 0 where there are none, as in later fragments.
struct FrameFlow {
  std::string source, destination;  ///< empty when the header is cut short
  uint16_t source_port = 0, destination_port = 0;
};
FrameFlow flow_of(Bytes ethernet);

}  // namespace ptimed
