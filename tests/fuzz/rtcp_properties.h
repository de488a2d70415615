// SPDX-License-Identifier: AGPL-3.0-or-later
#pragma once
// What holds for whatever is read from a datagram of RTCP.
#include "lib/rtcp/compound.h"

namespace ptimed {

/// Each packet is one line of text and has one form on the wire: written and read again it is
/// written the same.
void check_packets(const Compound& compound);

/// What was read can be sent on without a datagram over the limit.
void check_building(const Compound& compound);

}  // namespace ptimed
