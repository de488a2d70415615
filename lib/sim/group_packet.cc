// SPDX-License-Identifier: AGPL-3.0-or-later
#include "lib/sim/group_packet.h"

#include <algorithm>

namespace ptimed {

int nack_entries(std::vector<uint32_t> lost) {
  std::sort(lost.begin(), lost.end());
  int entries = 0;
  uint32_t pid = 0;
  for (const uint32_t seq : lost) {
    if (entries > 0 && seq - pid <= 16) continue;
    pid = seq;
    ++entries;
  }
  return entries;
}

}  // namespace ptimed
