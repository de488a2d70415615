// SPDX-License-Identifier: AGPL-3.0-or-later
#include "lib/rtcp/sdes.h"

#include <array>
#include <cassert>

#include "lib/rtcp/text.h"
#include "lib/rtcp/wire.h"

namespace ptimed {
namespace {

constexpr uint8_t kEnd = 0;
/// RFC 3550 sections 6.5.1 to 6.5.8, by item type.
constexpr std::array<std::string_view, 9> kItemNames{"END", "CNAME", "NAME", "EMAIL", "PHONE",
                                                     "LOC", "TOOL",  "NOTE", "PRIV"};

std::string item_name(uint8_t type) {
  if (type < kItemNames.size()) return std::string(kItemNames[type]);
  return "item-" + std::to_string(type);
}

Sdes::Item read_item(uint8_t type, Reader& r) {
  const Bytes text = r.take(r.u8());
  return {type, std::string(text.begin(), text.end())};
}

/// Items up to the null that ends them, and the nulls that fill the word. A short read yields a
/// null.
Sdes::Chunk read_chunk(Reader& r) {
  const size_t before = r.left();
  Sdes::Chunk chunk{Ssrc(r.u32()), {}};
  while (const uint8_t type = r.u8()) chunk.items.push_back(read_item(type, r));
  r.skip(word_padding(before - r.left()));
  return chunk;
}

void write_item(const Sdes::Item& item, Writer& w) {
  assert(item.type != kEnd && item.text.size() <= kMaxRtcpText);
  w.u8(item.type);
  w.u8(static_cast<unsigned>(item.text.size()));
  w.text(item.text);
}

}  // namespace

Sdes Sdes::cname(Ssrc source, std::string name) {
  return {{Chunk{source, {Item{kCname, std::move(name)}}}}};
}

std::optional<Sdes> Sdes::parse(uint8_t count, Bytes body) {
  Reader r(body);
  Sdes sdes;
  while (r.ok() && sdes.chunks.size() < count) sdes.chunks.push_back(read_chunk(r));
  if (!r.ok() || r.left() > 0) return std::nullopt;
  return sdes;
}

void Sdes::serialize(Writer& w) const {
  const RtcpFraming framing(w, chunks.size(), kType);
  for (const Chunk& chunk : chunks) {
    w.u32(chunk.source.value);
    for (const Item& item : chunk.items) write_item(item, w);
    w.u8(kEnd);
    w.zeros(word_padding(framing.size()));
  }
}

std::string Sdes::to_string() const {
  std::string text = "SDES";
  for (const Chunk& chunk : chunks) {
    text += " " + hex(chunk.source);
    for (const Item& item : chunk.items)
      text += " " + item_name(item.type) + " " + quoted(item.text);
  }
  return text;
}

}  // namespace ptimed
