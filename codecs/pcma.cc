// SPDX-License-Identifier: AGPL-3.0-or-later
#include "codecs/pcma.h"

#include "codecs/g711.h"
#include "codecs/spandsp_headers.h"

namespace ptimed {

const Codec& pcma_codec() {
  static const G711Codec codec(g711_traits("pcma", "PCMA", 8), {linear_to_alaw, alaw_to_linear});
  return codec;
}

}  // namespace ptimed
