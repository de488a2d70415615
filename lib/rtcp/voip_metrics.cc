// SPDX-License-Identifier: AGPL-3.0-or-later
#include "lib/rtcp/voip_metrics.h"

#include <cassert>

#include "lib/rtcp/text.h"
#include "lib/rtcp/xr_framing.h"

namespace ptimed {
namespace {

// RX config: PLC(2) JBA(2) JB rate(4).
constexpr int kPlcShift = 6;
constexpr int kJbaShift = 4;
constexpr unsigned kTwoBits = 3;
constexpr unsigned kRateMask = 15;

void read_rx_config(unsigned octet, VoipMetrics& block) {
  block.plc = static_cast<VoipMetrics::Concealment>(octet >> kPlcShift);
  block.jba = static_cast<VoipMetrics::JitterBuffer>(octet >> kJbaShift & kTwoBits);
  block.jb_rate = static_cast<uint8_t>(octet & kRateMask);
}

unsigned rx_config(const VoipMetrics& block) {
  assert(block.jb_rate <= kRateMask);
  return static_cast<unsigned>(block.plc) << kPlcShift |
         static_cast<unsigned>(block.jba) << kJbaShift | block.jb_rate;
}

std::string or_unknown(int value) {
  return value == VoipMetrics::kUnavailable ? "?" : std::to_string(value);
}

}  // namespace

std::optional<VoipMetrics> VoipMetrics::parse(uint8_t, Bytes contents) {
  Reader r(contents);
  VoipMetrics block;
  block.source = Ssrc(r.u32());
  block.loss_rate = r.u8();
  block.discard_rate = r.u8();
  block.burst_density = r.u8();
  block.gap_density = r.u8();
  block.burst_duration = r.u16();
  block.gap_duration = r.u16();
  block.round_trip_delay = r.u16();
  block.end_system_delay = r.u16();
  block.signal_level = static_cast<int8_t>(r.u8());
  block.noise_level = static_cast<int8_t>(r.u8());
  block.rerl = r.u8();
  block.gmin = r.u8();
  block.r_factor = r.u8();
  block.external_r_factor = r.u8();
  block.mos_lq = r.u8();
  block.mos_cq = r.u8();
  read_rx_config(r.u8(), block);
  r.skip(1);
  block.jb_nominal = r.u16();
  block.jb_maximum = r.u16();
  block.jb_abs_max = r.u16();
  if (!r.ok() || r.left() > 0) return std::nullopt;
  return block;
}

void VoipMetrics::serialize(Writer& w) const {
  const XrFraming framing(w, kBlockType);
  w.u32(source.value);
  w.u8(loss_rate);
  w.u8(discard_rate);
  w.u8(burst_density);
  w.u8(gap_density);
  w.u16(burst_duration);
  w.u16(gap_duration);
  w.u16(round_trip_delay);
  w.u16(end_system_delay);
  w.u8(static_cast<uint8_t>(signal_level));
  w.u8(static_cast<uint8_t>(noise_level));
  w.u8(rerl);
  w.u8(gmin);
  w.u8(r_factor);
  w.u8(external_r_factor);
  w.u8(mos_lq);
  w.u8(mos_cq);
  w.u8(rx_config(*this));
  w.u8(0);
  w.u16(jb_nominal);
  w.u16(jb_maximum);
  w.u16(jb_abs_max);
}

std::string VoipMetrics::to_string() const {
  return "VoIP {" + hex(source) + " loss " + std::to_string(loss_rate) + "/256 discard " +
         std::to_string(discard_rate) + "/256 burst " + std::to_string(burst_density) + "/256 " +
         std::to_string(burst_duration) + " ms gap " + std::to_string(gap_density) + "/256 " +
         std::to_string(gap_duration) + " ms round trip " + std::to_string(round_trip_delay) +
         " ms end system " + std::to_string(end_system_delay) + " ms R " + or_unknown(r_factor) +
         " MOS-LQ " + or_unknown(mos_lq) + " MOS-CQ " + or_unknown(mos_cq) + " jitter buffer " +
         std::to_string(jb_nominal) + ".." + std::to_string(jb_maximum) + " of " +
         std::to_string(jb_abs_max) + " ms}";
}

}  // namespace ptimed
