// SPDX-License-Identifier: AGPL-3.0-or-later
#pragma once
#include "codecs/codec.h"

namespace ptimed {

/// G.711 A-law, static payload type 8.
const Codec& pcma_codec();

}  // namespace ptimed
