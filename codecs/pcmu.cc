// SPDX-License-Identifier: AGPL-3.0-or-later
#include "codecs/pcmu.h"

#include "codecs/g711.h"
#include "codecs/spandsp_headers.h"

namespace ptimed {

const Codec& pcmu_codec() {
  static const G711Codec codec(g711_traits("pcmu", "PCMU", 0), {linear_to_ulaw, ulaw_to_linear});
  return codec;
}

}  // namespace ptimed
