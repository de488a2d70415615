// SPDX-License-Identifier: AGPL-3.0-or-later
#pragma once
#include <vector>

#include "lib/base/bytes.h"

namespace ptimed {

/// Cuts a payload into frames of `frame_bytes`; the last may have `tail_bytes` instead (0: it may
/// not). Empty when the size fits neither.
std::vector<Bytes> split_frames(Bytes payload, size_t frame_bytes, size_t tail_bytes = 0);

}  // namespace ptimed
