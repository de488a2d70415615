// SPDX-License-Identifier: AGPL-3.0-or-later
#pragma once
// One RTCP packet as a value: one type and one pair of files per kind, unknown kinds kept as they came.
#include <variant>

#include "lib/rtcp/bye.h"
#include "lib/rtcp/generic_nack.h"
#include "lib/rtcp/receiver_report.h"
#include "lib/rtcp/sdes.h"
#include "lib/rtcp/sender_report.h"
#include "lib/rtcp/unknown.h"

namespace ptimed {

using RtcpPacket = std::variant<SenderReport, ReceiverReport, Sdes, Bye, GenericNack, UnknownRtcp>;

void serialize(const RtcpPacket& packet, Writer& w);
std::string to_string(const RtcpPacket& packet);

}  // namespace ptimed
