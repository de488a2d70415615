// SPDX-License-Identifier: AGPL-3.0-or-later
#pragma once
#include "codecs/codec.h"
#include "lib/trace/call_summary.h"

namespace ptimed {

/// Fills mouth_to_ear, r_factor and mos_cq of a summary whose other figures are complete. What
/// cannot be known stays empty: no RTT, no delay; no packets, no rating.
void rate_call(CallSummary& summary, const CodecTraits& codec);

}  // namespace ptimed
