// SPDX-License-Identifier: AGPL-3.0-or-later
#include "lib/rtcp/bye.h"

#include <cassert>

#include "lib/rtcp/text.h"
#include "lib/rtcp/wire.h"

namespace ptimed {
namespace {

std::string read_reason(Reader& r) {
  if (r.left() == 0) return {};
  const Bytes text = r.take(r.u8());
  return {text.begin(), text.end()};
}

}  // namespace

std::optional<Bye> Bye::parse(uint8_t count, Bytes body) {
  Reader r(body);
  Bye bye;
  while (r.ok() && bye.sources.size() < count) bye.sources.emplace_back(r.u32());
  bye.reason = read_reason(r);
  if (!r.ok()) return std::nullopt;
  return bye;
}

void Bye::serialize(Writer& w) const {
  const RtcpFraming framing(w, sources.size(), kType);
  for (const Ssrc source : sources) w.u32(source.value);
  if (reason.empty()) return;
  assert(reason.size() <= kMaxRtcpText);
  w.u8(static_cast<unsigned>(reason.size()));
  w.text(reason);
  w.zeros(word_padding(framing.size()));
}

std::string Bye::to_string() const {
  std::string text = "BYE";
  for (const Ssrc source : sources) text += " " + hex(source);
  if (!reason.empty()) text += " " + quoted(reason);
  return text;
}

}  // namespace ptimed
