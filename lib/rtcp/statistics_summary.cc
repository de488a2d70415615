// SPDX-License-Identifier: AGPL-3.0-or-later
#include "lib/rtcp/statistics_summary.h"

#include "lib/rtcp/text.h"
#include "lib/rtcp/xr_framing.h"

namespace ptimed {
namespace {

using Jitter = StatisticsSummary::Jitter;
using HopCount = StatisticsSummary::HopCount;
using Hops = StatisticsSummary::Hops;

// The type-specific octet: L D J ToH(2) and three reserved bits.
constexpr unsigned kLossFlag = 0x80;
constexpr unsigned kDuplicateFlag = 0x40;
constexpr unsigned kJitterFlag = 0x20;
constexpr int kHopsShift = 3;
constexpr unsigned kHopsMask = 3;
constexpr unsigned kHopsUndefined = 3;

Jitter read_jitter(Reader& r) {
  Jitter jitter;
  jitter.min = r.u32();
  jitter.max = r.u32();
  jitter.mean = r.u32();
  jitter.deviation = r.u32();
  return jitter;
}

void write_jitter(const Jitter& jitter, Writer& w) {
  w.u32(jitter.min);
  w.u32(jitter.max);
  w.u32(jitter.mean);
  w.u32(jitter.deviation);
}

HopCount read_hops(Hops kind, Reader& r) {
  HopCount hops{.kind = kind};
  hops.min = r.u8();
  hops.max = r.u8();
  hops.mean = r.u8();
  hops.deviation = r.u8();
  return hops;
}

void write_hops(const HopCount& hops, Writer& w) {
  w.u8(hops.min);
  w.u8(hops.max);
  w.u8(hops.mean);
  w.u8(hops.deviation);
}

unsigned flags_of(const StatisticsSummary& block) {
  const unsigned hops = block.hops ? static_cast<unsigned>(block.hops->kind) : 0;
  return (block.lost ? kLossFlag : 0) | (block.duplicates ? kDuplicateFlag : 0) |
         (block.jitter ? kJitterFlag : 0) | hops << kHopsShift;
}

/// A field that is `reported` goes to `field`; one that is not must be `unset`.
template <class Value>
bool settle(bool reported, const Value& value, const Value& unset, std::optional<Value>& field) {
  if (reported) field = value;
  return reported || value == unset;
}

}  // namespace

std::optional<StatisticsSummary> StatisticsSummary::parse(uint8_t type_specific, Bytes contents) {
  const unsigned kind = type_specific >> kHopsShift & kHopsMask;
  if (kind == kHopsUndefined) return std::nullopt;
  const HopCount no_hops{.kind = static_cast<Hops>(kind)};
  Reader r(contents);
  StatisticsSummary block;
  block.source = Ssrc(r.u32());
  block.begin = SeqNo(r.u16());
  block.end = SeqNo(r.u16());
  const bool consistent =
      settle(type_specific & kLossFlag, r.u32(), 0u, block.lost) &&
      settle(type_specific & kDuplicateFlag, r.u32(), 0u, block.duplicates) &&
      settle(type_specific & kJitterFlag, read_jitter(r), Jitter{}, block.jitter) &&
      settle(kind != 0, read_hops(no_hops.kind, r), no_hops, block.hops);
  if (!consistent || !r.ok() || r.left() > 0) return std::nullopt;
  return block;
}

void StatisticsSummary::serialize(Writer& w) const {
  const XrFraming framing(w, kBlockType, flags_of(*this));
  w.u32(source.value);
  w.u16(begin.value);
  w.u16(end.value);
  w.u32(lost.value_or(0));
  w.u32(duplicates.value_or(0));
  write_jitter(jitter.value_or(Jitter{}), w);
  write_hops(hops.value_or(HopCount{}), w);
}

std::string StatisticsSummary::to_string() const {
  std::string text = "statistics {" + hex(source) + " packets " + std::to_string(begin.value) +
                     " to before " + std::to_string(end.value);
  if (lost) text += " lost " + std::to_string(*lost);
  if (duplicates) text += " duplicates " + std::to_string(*duplicates);
  if (jitter)
    text += " jitter " + std::to_string(jitter->min) + ".." + std::to_string(jitter->max) +
            " mean " + std::to_string(jitter->mean) + " deviation " +
            std::to_string(jitter->deviation);
  if (hops)
    text += (hops->kind == Hops::kIpv4Ttl ? " ttl " : " hop limit ") + std::to_string(hops->min) +
            ".." + std::to_string(hops->max) + " mean " + std::to_string(hops->mean) +
            " deviation " + std::to_string(hops->deviation);
  return text + "}";
}

}  // namespace ptimed
