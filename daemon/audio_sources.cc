// SPDX-License-Identifier: AGPL-3.0-or-later
#include "daemon/audio_sources.h"

#include <sndfile.h>

#include <algorithm>
#include <cmath>
#include <numbers>

#include "daemon/read_file.h"

namespace ptimed {
namespace {

/// G.711's overload point, 3.17 dBm0, is full scale: -12 dBm0 lies 15.17 dB below it.
constexpr double kToneAmplitude = 5700;

std::string rate_problem(const SF_INFO& info) {
  return "is " + std::to_string(info.samplerate) + " Hz with " + std::to_string(info.channels) +
         (info.channels == 1 ? " channel" : " channels");
}

}  // namespace

bool SilenceSource::read(PcmFrame& frame) {
  frame.fill(0);
  return true;
}

ToneSource::ToneSource(double hz) : step_(2 * std::numbers::pi * hz / kSampleRate) {}

bool ToneSource::read(PcmFrame& frame) {
  for (int16_t& sample : frame) {
    sample = static_cast<int16_t>(std::lround(kToneAmplitude * std::sin(phase_)));
    phase_ = std::fmod(phase_ + step_, 2 * std::numbers::pi);
  }
  return true;
}

void WavSource::Close::operator()(sf_private_tag* file) const { sf_close(file); }

std::variant<std::unique_ptr<WavSource>, std::string> WavSource::open(const std::string& path,
                                                                      bool loop) {
  if (const std::string problem = problem_with_file(path); !problem.empty())
    return path + ": " + problem;
  SF_INFO info{};
  File file(sf_open(path.c_str(), SFM_READ, &info));
  if (!file) return path + ": " + sf_strerror(nullptr);
  if (info.samplerate != kSampleRate || info.channels != 1) return path + ": " + rate_problem(info);
  if (info.frames == 0) return path + ": holds no samples";
  if (loop && !info.seekable) return path + ": cannot be read again from its start";
  return std::unique_ptr<WavSource>(new WavSource(std::move(file), loop));
}

bool WavSource::read(PcmFrame& frame) {
  size_t filled = 0;
  bool rewound = false;
  while (filled < frame.size()) {
    const sf_count_t got = sf_read_short(file_.get(), frame.data() + filled,
                                         static_cast<sf_count_t>(frame.size() - filled));
    filled += static_cast<size_t>(std::max<sf_count_t>(got, 0));
    if (got > 0) {
      rewound = false;
      continue;
    }
    if (!loop_ || rewound || sf_seek(file_.get(), 0, SEEK_SET) < 0) break;
    rewound = true;
  }
  std::fill(frame.begin() + static_cast<std::ptrdiff_t>(filled), frame.end(), int16_t{0});
  return filled > 0;
}

std::variant<std::unique_ptr<AudioSource>, std::string> open_source(const SourceConfig& config) {
  switch (config.kind) {
    case SourceConfig::Kind::kSilence:
      return std::make_unique<SilenceSource>();
    case SourceConfig::Kind::kTone:
      return std::make_unique<ToneSource>(config.tone_hz);
    case SourceConfig::Kind::kWav:
      break;
  }
  auto opened = WavSource::open(config.wav, config.loop);
  if (auto* problem = std::get_if<std::string>(&opened)) return *problem;
  return std::get<std::unique_ptr<WavSource>>(std::move(opened));
}

}  // namespace ptimed
