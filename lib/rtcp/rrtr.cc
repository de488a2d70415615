// SPDX-License-Identifier: AGPL-3.0-or-later
#include "lib/rtcp/rrtr.h"

#include "lib/rtcp/xr_framing.h"

namespace ptimed {

std::optional<Rrtr> Rrtr::parse(uint8_t, Bytes contents) {
  Reader r(contents);
  const NtpTime ntp{r.u64()};
  if (!r.ok() || r.left() > 0) return std::nullopt;
  return Rrtr{ntp};
}

void Rrtr::serialize(Writer& w) const {
  const XrFraming framing(w, kBlockType);
  w.u64(ntp.value);
}

std::string Rrtr::to_string() const { return "RRTR " + std::to_string(ntp.middle()); }

}  // namespace ptimed
