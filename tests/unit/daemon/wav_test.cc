// SPDX-License-Identifier: AGPL-3.0-or-later
#include <gtest/gtest.h>
#include <sndfile.h>
#include <sys/wait.h>
#include <unistd.h>

#include "daemon/audio_sources.h"
#include "daemon/wav_sink.h"
#include "tests/unit/daemon/loopback.h"

namespace ptimed {
namespace {

std::vector<int16_t> ramp(size_t size) {
  std::vector<int16_t> samples(size);
  for (size_t n = 0; n < size; ++n) samples[n] = static_cast<int16_t>(n % 20000);
  return samples;
}

void write_wav(const std::string& path, const std::vector<int16_t>& samples, int rate = 8000,
               int channels = 1) {
  SF_INFO info{};
  info.samplerate = rate;
  info.channels = channels;
  info.format = SF_FORMAT_WAV | SF_FORMAT_PCM_16;
  SNDFILE* file = sf_open(path.c_str(), SFM_WRITE, &info);
  sf_write_short(file, samples.data(), static_cast<sf_count_t>(samples.size()));
  sf_close(file);
}

std::vector<int16_t> read_wav(const std::string& path) {
  SF_INFO info{};
  SNDFILE* file = sf_open(path.c_str(), SFM_READ, &info);
  if (!file) return {};
  std::vector<int16_t> samples(static_cast<size_t>(info.frames));
  sf_read_short(file, samples.data(), info.frames);
  sf_close(file);
  return samples;
}

TEST(WavSink, KeepsEverySample) {
  const ScratchFolder folder;
  const auto samples = ramp(12345);
  {
    auto sink = WavSink::create(folder / "a.wav");
    std::get<0>(sink)->write(samples);
    EXPECT_TRUE(std::get<0>(sink)->flush());
  }
  EXPECT_EQ(read_wav(folder / "a.wav"), samples);
}

TEST(WavSink, IsReadableUpToTheLastFlushWhenItsProcessIsKilled) {
  const ScratchFolder folder;
  const auto samples = ramp(8000);
  const pid_t child = fork();
  if (child == 0) {
    auto sink = WavSink::create(folder / "a.wav");
    std::get<0>(sink)->write(samples);
    std::get<0>(sink)->flush();
    std::get<0>(sink)->write(samples);
    kill(getpid(), SIGKILL);
  }
  waitpid(child, nullptr, 0);
  EXPECT_EQ(read_wav(folder / "a.wav"), samples);
}

TEST(WavSink, IsAWavFromTheStart) {
  const ScratchFolder folder;
  auto sink = WavSink::create(folder / "a.wav");
  SF_INFO info{};
  SNDFILE* file = sf_open((folder / "a.wav").c_str(), SFM_READ, &info);
  ASSERT_NE(file, nullptr);
  EXPECT_EQ(info.samplerate, 8000);
  EXPECT_EQ(info.channels, 1);
  sf_close(file);
}

TEST(WavSink, SaysSoOnAFullDisk) {
  auto sink = WavSink::create("/dev/full");
  if (sink.index() == 1) return;  // refused at once: just as well
  std::get<0>(sink)->write(ramp(8000));
  EXPECT_FALSE(std::get<0>(sink)->flush());
}

TEST(WavSource, LoopsWithoutASeam) {
  const ScratchFolder folder;
  write_wav(folder / "a.wav", ramp(100));
  auto opened = WavSource::open(folder / "a.wav", true);
  ASSERT_EQ(opened.index(), 0u);
  PcmFrame frame;
  int next = 0;
  for (int n = 0; n < 20; ++n) {
    ASSERT_TRUE(std::get<0>(opened)->read(frame));
    for (const int16_t sample : frame) EXPECT_EQ(sample, next++ % 100);
  }
}

TEST(WavSource, EndsInSilenceAndThenInNothing) {
  const ScratchFolder folder;
  write_wav(folder / "a.wav", std::vector<int16_t>(100, 5));
  auto opened = WavSource::open(folder / "a.wav", false);
  ASSERT_EQ(opened.index(), 0u);
  PcmFrame frame;
  ASSERT_TRUE(std::get<0>(opened)->read(frame));
  ASSERT_TRUE(std::get<0>(opened)->read(frame));
  EXPECT_EQ(frame[19], 5);
  EXPECT_EQ(frame[20], 0);
  EXPECT_FALSE(std::get<0>(opened)->read(frame));
}

TEST(WavSource, SaysWhatIsWrongWithAFile) {
  const ScratchFolder folder;
  write_wav(folder / "wide.wav", ramp(100), 16000, 1);
  write_wav(folder / "stereo.wav", ramp(100), 8000, 2);
  write_wav(folder / "empty.wav", {});
  const auto problem = [&](const std::string& name) {
    const auto opened = WavSource::open(folder / name, true);
    return opened.index() == 1 ? std::get<1>(opened) : std::string("none");
  };
  EXPECT_EQ(problem("wide.wav"),
            folder / "wide.wav" + ": is 16000 Hz with 1 channel");
  EXPECT_EQ(problem("stereo.wav"),
            folder / "stereo.wav" + ": is 8000 Hz with 2 channels");
  EXPECT_EQ(problem("empty.wav"), folder / "empty.wav" + ": holds no samples");
  EXPECT_NE(problem("absent.wav").find("absent.wav"), std::string::npos);
}

TEST(ToneSource, IsContinuousAcrossFrames) {
  ToneSource tone(1000);  // 8 samples a period, ten periods a frame
  PcmFrame first, second;
  ASSERT_TRUE(tone.read(first));
  ASSERT_TRUE(tone.read(second));
  for (size_t n = 0; n < first.size(); ++n) EXPECT_NEAR(first[n], second[n], 1);
  EXPECT_GT(first[2], 5000);
}

}  // namespace
}  // namespace ptimed
