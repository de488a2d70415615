// SPDX-License-Identifier: AGPL-3.0-or-later
#include "lib/rtp/packetizer.h"

namespace ptimed {

Packetizer::Packetizer(Time start, RtpTime first, Ptime ptime)
    : begins_(start), timestamp_(first), filling_(ptime), wanted_(ptime) {}

void Packetizer::advance() {
  begins_ += filling_;
  timestamp_ = timestamp_ + samples_in(filling_);
  filling_ = wanted_;
}

int64_t Packetizer::skip_to(Time now) {
  const Duration behind = now - filling_ - begins_;
  if (behind <= Duration{0}) return 0;
  const int64_t frames = (behind + kFrame - Duration{1}) / Duration{kFrame};
  begins_ += frames * Duration{kFrame};
  const int64_t samples = frames * kFrameSamples;
  timestamp_ = RtpTime(timestamp_.value + static_cast<uint32_t>(samples));
  return samples;
}

}  // namespace ptimed
