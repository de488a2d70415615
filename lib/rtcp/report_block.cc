// SPDX-License-Identifier: AGPL-3.0-or-later
#include "lib/rtcp/report_block.h"

#include <cassert>

#include "lib/rtcp/text.h"
#include "lib/rtcp/wire.h"

namespace ptimed {
namespace {

constexpr int32_t kLostMin = -(1 << 23);
constexpr int32_t kLostMax = (1 << 23) - 1;

/// Two's complement of 24 bits.
constexpr int32_t sign_extended(uint32_t u24) { return static_cast<int32_t>(u24 << 8) >> 8; }

}  // namespace

ReportBlock ReportBlock::read(Reader& r) {
  ReportBlock block;
  block.source = Ssrc(r.u32());
  block.fraction_lost = r.u8();
  block.cumulative_lost = sign_extended(r.u24());
  block.extended_highest_seq = r.u32();
  block.jitter = r.u32();
  block.lsr = r.u32();
  block.dlsr = r.u32();
  return block;
}

void ReportBlock::write(Writer& w) const {
  assert(cumulative_lost >= kLostMin && cumulative_lost <= kLostMax);
  w.u32(source.value);
  w.u8(fraction_lost);
  w.u24(static_cast<uint32_t>(cumulative_lost) & 0xFFFFFF);
  w.u32(extended_highest_seq);
  w.u32(jitter);
  w.u32(lsr);
  w.u32(dlsr);
}

std::vector<ReportBlock> ReportBlock::read_all(Reader& r, size_t count) {
  std::vector<ReportBlock> blocks;
  if (r.left() < count * kSize) {
    r.skip(r.left() + 1);
    return blocks;
  }
  blocks.reserve(count);
  while (blocks.size() < count) blocks.push_back(read(r));
  return blocks;
}

std::string ReportBlock::to_string() const {
  return "{" + hex(source) + " lost " + std::to_string(fraction_lost) + "/256 total " +
         std::to_string(cumulative_lost) + " highest " + std::to_string(extended_highest_seq) +
         " jitter " + std::to_string(jitter) + " lsr " + std::to_string(lsr) + " dlsr " +
         std::to_string(dlsr) + "}";
}

}  // namespace ptimed
