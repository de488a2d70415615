// SPDX-License-Identifier: AGPL-3.0-or-later
#include "daemon/wav_sink.h"

#include <sndfile.h>

#include "lib/base/units.h"

namespace ptimed {

std::variant<std::unique_ptr<WavSink>, std::string> WavSink::create(const std::string& path) {
  SF_INFO info{};
  info.samplerate = kSampleRate;
  info.channels = 1;
  info.format = SF_FORMAT_WAV | SF_FORMAT_PCM_16;
  SNDFILE* file = sf_open(path.c_str(), SFM_WRITE, &info);
  if (!file) return path + ": " + sf_strerror(nullptr);
  std::unique_ptr<WavSink> sink(new WavSink(file));
  sf_command(file, SFC_UPDATE_HEADER_NOW, nullptr, 0);
  return sink;
}

WavSink::~WavSink() {
  flush();
  sf_close(file_);
}

void WavSink::write(std::span<const int16_t> samples) {
  waiting_.insert(waiting_.end(), samples.begin(), samples.end());
}

bool WavSink::flush() {
  if (waiting_.empty()) return complete_;
  const auto count = static_cast<sf_count_t>(waiting_.size());
  complete_ = sf_write_short(file_, waiting_.data(), count) == count && complete_;
  sf_command(file_, SFC_UPDATE_HEADER_NOW, nullptr, 0);
  waiting_.clear();
  return complete_;
}

}  // namespace ptimed
