// SPDX-License-Identifier: AGPL-3.0-or-later
#pragma once
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <variant>
#include <vector>

struct sf_private_tag;  // libsndfile's SNDFILE

namespace ptimed {

/// Writes 8 kHz mono 16-bit PCM. After each flush() the file is complete, header included, so that
/// a process that is killed leaves all but the samples since then.
class WavSink {
 public:
  static std::variant<std::unique_ptr<WavSink>, std::string> create(const std::string& path);
  ~WavSink();
  WavSink(const WavSink&) = delete;
  WavSink& operator=(const WavSink&) = delete;

  void write(std::span<const int16_t> samples);
  /// False when samples could not be kept, now or before.
  bool flush();

 private:
  explicit WavSink(sf_private_tag* file) : file_(file) {}
  sf_private_tag* file_;
  std::vector<int16_t> waiting_;
  bool complete_ = true;
};

}  // namespace ptimed
