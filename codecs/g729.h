// SPDX-License-Identifier: AGPL-3.0-or-later
#pragma once
#include "codecs/codec.h"

namespace ptimed {

/// G.729 Annex A by bcg729, static payload type 18. Sends no Annex B frames, understands them.
const Codec& g729_codec();

}  // namespace ptimed
