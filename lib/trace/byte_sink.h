// SPDX-License-Identifier: AGPL-3.0-or-later
#pragma once
#include <string>
#include <string_view>

namespace ptimed {

/// Where a writer puts its bytes. The driver decides what stands behind it.
class ByteSink {
 public:
  virtual ~ByteSink() = default;
  /// False when the bytes could not be kept (disk full); the writer goes on, the driver reports it.
  virtual bool write(std::string_view bytes) = 0;
};

/// Keeps everything in memory: tests and the simulator.
class StringSink : public ByteSink {
 public:
  bool write(std::string_view bytes) override {
    text_.append(bytes);
    return true;
  }
  const std::string& text() const { return text_; }

 private:
  std::string text_;
};

}  // namespace ptimed
