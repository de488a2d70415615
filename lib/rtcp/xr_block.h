// SPDX-License-Identifier: AGPL-3.0-or-later
#pragma once
// One extended report block as a value (RFC 3611 sections 3 and 4): what packet.h is to packets.
#include <optional>
#include <variant>

#include "lib/rtcp/dlrr.h"
#include "lib/rtcp/rrtr.h"
#include "lib/rtcp/statistics_summary.h"
#include "lib/rtcp/unknown_xr_block.h"
#include "lib/rtcp/voip_metrics.h"

namespace ptimed {

using XrBlock = std::variant<Rrtr, Dlrr, StatisticsSummary, VoipMetrics, UnknownXrBlock>;

/// Empty when the type is known but its contents do not fit; unknown types always succeed.
std::optional<XrBlock> parse_xr_block(uint8_t type, uint8_t type_specific, Bytes contents);
void serialize(const XrBlock& block, Writer& w);
std::string to_string(const XrBlock& block);

}  // namespace ptimed
