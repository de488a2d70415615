// SPDX-License-Identifier: AGPL-3.0-or-later
#pragma once
#include <optional>

#include "lib/base/time.h"
#include "lib/rtcp/report_block.h"

namespace ptimed {

/// RFC 3550 section 6.4.1: A - LSR - DLSR modulo 2^32, in 1/65536 s. Empty when LSR is 0. Slightly
/// negative values (clock granularity) are 0; beyond -1/8 s only a wrong LSR or DLSR explains them,
/// and nothing is known.
std::optional<Duration> round_trip(NtpTime arrival, const ReportBlock& block);

}  // namespace ptimed
