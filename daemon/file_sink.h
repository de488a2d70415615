// SPDX-License-Identifier: AGPL-3.0-or-later
#pragma once
#include <memory>
#include <string>
#include <string_view>
#include <system_error>
#include <variant>

#include "daemon/unique_fd.h"
#include "lib/trace/byte_sink.h"

namespace ptimed {

/// A file written in large pieces. What cannot be written is dropped as a whole piece, never as
/// half a line, and the file takes more as soon as there is room again.
class FileSink : public ByteSink {
 public:
  static std::variant<std::unique_ptr<FileSink>, std::error_code> create(const std::string& path);
  ~FileSink() override { flush(); }

  /// True while nothing was lost so far.
  bool write(std::string_view bytes) override;
  /// Puts what waits into the file; same answer.
  bool flush();
  /// Of the first piece that was lost.
  std::error_code error() const { return error_; }

 private:
  static constexpr size_t kPiece = 64 << 10;
  explicit FileSink(UniqueFd fd) : fd_(std::move(fd)) {}

  UniqueFd fd_;
  std::string waiting_;
  int64_t size_ = 0;  ///< bytes of whole pieces in the file
  std::error_code error_;
};

/// Puts `text` at `path` in one step: a reader sees the old content or the new, never a part.
std::error_code replace_file(const std::string& path, std::string_view text);

}  // namespace ptimed
