// SPDX-License-Identifier: AGPL-3.0-or-later
#pragma once
#include <memory>
#include <string>
#include <variant>
#include <vector>

#include "lib/call/audio_source.h"
#include "lib/call/config.h"

struct sf_private_tag;  // libsndfile's SNDFILE

namespace ptimed {

class SilenceSource : public AudioSource {
 public:
  bool read(PcmFrame& frame) override;
};

/// A sine of -12 dBm0 or so, phase continuous.
class ToneSource : public AudioSource {
 public:
  explicit ToneSource(double hz);
  bool read(PcmFrame& frame) override;

 private:
  double step_;  ///< radians per sample
  double phase_ = 0;
};

/// 8 kHz mono PCM read from a file as it is needed. Looped without a seam; else its last frame is
/// filled up with silence.
class WavSource : public AudioSource {
 public:
  /// Either a source or what is wrong with the file.
  static std::variant<std::unique_ptr<WavSource>, std::string> open(const std::string& path,
                                                                    bool loop);
  bool read(PcmFrame& frame) override;

 private:
  struct Close {
    void operator()(sf_private_tag* file) const;
  };
  using File = std::unique_ptr<sf_private_tag, Close>;
  WavSource(File file, bool loop) : file_(std::move(file)), loop_(loop) {}

  File file_;
  bool loop_;
};

std::variant<std::unique_ptr<AudioSource>, std::string> open_source(const SourceConfig& config);

}  // namespace ptimed
