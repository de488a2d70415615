// SPDX-License-Identifier: AGPL-3.0-or-later
#include "tests/sim/two_calls.h"

#include <cmath>
#include <numbers>

namespace ptimed::testing {
namespace {

constexpr Duration kUnixStart = std::chrono::seconds(1'700'000'000);

}  // namespace

PcmFrame WanderingTone::frame_at(int64_t index) {
  PcmFrame frame{};
  const double pitch = 200.0 + static_cast<double>(index * 37 % 900);
  const double level = 3000.0 + static_cast<double>(index * 101 % 9000);
  for (int n = 0; n < kFrameSamples; ++n) {
    const double phase = 2 * std::numbers::pi * pitch * n / kSampleRate;
    frame[static_cast<size_t>(n)] =
        static_cast<int16_t>(std::lround(level * std::sin(phase + 0.5)));
  }
  return frame;
}

bool WanderingTone::read(PcmFrame& frame) {
  frame = frame_at(index_++);
  return true;
}

TwoCalls::TwoCalls(CallConfig west_given, CallConfig east_given, LinkProfile forward_profile,
                   LinkProfile backward_profile, uint64_t given_seed)
    : west_config(std::move(west_given)),
      east_config(std::move(east_given)),
      forward(queue, forward_profile, given_seed),
      backward(queue, backward_profile, given_seed + 1),
      seed(given_seed) {}

void TwoCalls::start() {
  start_west();
  start_east();
}

void TwoCalls::start_west() {
  west.driver = std::make_unique<CallDriver>(
      queue, west_config,
      CallSurroundings{WallClock(kUnixStart), seed * 2, west.source.get(), &west.recorder},
      [this](Time now, Channel channel, Bytes datagram) {
        forward.send(now, datagram, [this, channel](Time arrival, Bytes bytes) {
          if (east.driver) east.driver->deliver(arrival, channel, bytes);
        });
      });
}

void TwoCalls::start_east() {
  east.driver = std::make_unique<CallDriver>(
      queue, east_config,
      CallSurroundings{WallClock(kUnixStart), seed * 2 + 1, east.source.get(), &east.recorder},
      [this](Time now, Channel channel, Bytes datagram) {
        backward.send(now, datagram, [this, channel](Time arrival, Bytes bytes) {
          if (west.driver) west.driver->deliver(arrival, channel, bytes);
        });
      });
}

std::vector<int16_t> through_codec(std::string_view codec, int64_t frames) {
  const Codec* found = find_codec(codec);
  const auto encoder = found->make_encoder();
  const auto decoder = found->make_decoder();
  std::vector<int16_t> heard;
  for (int64_t n = 0; n < frames; ++n) {
    Buffer coded;
    encoder->encode(WanderingTone::frame_at(n), coded);
    const PcmFrame pcm = decoder->decode(coded);
    heard.insert(heard.end(), pcm.begin(), pcm.end());
  }
  return heard;
}

}  // namespace ptimed::testing
