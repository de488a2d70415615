// SPDX-License-Identifier: AGPL-3.0-or-later
#pragma once
// One RTCP packet as a value: one type and one pair of files per kind, unknown kinds kept as they
// came.
#include <optional>
#include <variant>

#include "lib/rtcp/afb.h"
#include "lib/rtcp/app.h"
#include "lib/rtcp/bye.h"
#include "lib/rtcp/ccfb.h"
#include "lib/rtcp/generic_nack.h"
#include "lib/rtcp/pli.h"
#include "lib/rtcp/receiver_report.h"
#include "lib/rtcp/sdes.h"
#include "lib/rtcp/sender_report.h"
#include "lib/rtcp/unknown.h"
#include "lib/rtcp/xr.h"

namespace ptimed {

using RtcpPacket = std::variant<SenderReport, ReceiverReport, Sdes, Bye, App, GenericNack, Ccfb,
                                Pli, Afb, Xr, UnknownRtcp>;

/// The packet of type PT with the five bits after P and the body that follows the header, padding
/// removed. Empty when the kind is known but its body does not fit; unknown kinds always succeed.
std::optional<RtcpPacket> parse_packet(uint8_t type, uint8_t count, Bytes body);
void serialize(const RtcpPacket& packet, Writer& w);
std::string to_string(const RtcpPacket& packet);

}  // namespace ptimed
