// SPDX-License-Identifier: AGPL-3.0-or-later
#pragma once
#include "codecs/codec.h"

namespace ptimed {

/// Where the speech comes from.
class AudioSource {
 public:
  virtual ~AudioSource() = default;
  /// The next 10 ms. False when there is none (underrun): media time passes all the same.
  virtual bool read(PcmFrame& frame) = 0;
};

}  // namespace ptimed
