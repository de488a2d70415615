// SPDX-License-Identifier: AGPL-3.0-or-later
#pragma once
#include "codecs/codec.h"

namespace ptimed {

/// G.711 mu-law, static payload type 0.
const Codec& pcmu_codec();

}  // namespace ptimed
