// SPDX-License-Identifier: AGPL-3.0-or-later
#pragma once
// Seeded randomness, the same on every platform: std::mt19937_64 is specified bit by bit, the
// standard distributions are not, so the distributions are ours.
#include <cstdint>
#include <random>

namespace ptimed {

class Rng {
 public:
  explicit Rng(uint64_t seed) : engine_(seed) {}

  uint64_t bits() { return engine_(); }
  uint32_t u32() { return static_cast<uint32_t>(bits() >> 32); }
  uint16_t u16() { return static_cast<uint16_t>(bits() >> 48); }
  /// Uniform in [0, 1).
  double unit() { return static_cast<double>(bits() >> 11) * 0x1.0p-53; }
  /// Uniform in [low, high).
  double uniform(double low, double high) { return low + (high - low) * unit(); }
  bool chance(double probability) { return unit() < probability; }

 private:
  std::mt19937_64 engine_;
};

}  // namespace ptimed
