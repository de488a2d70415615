// SPDX-License-Identifier: AGPL-3.0-or-later
#include "daemon/file_sink.h"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>

namespace ptimed {
namespace {

std::error_code last_error() { return {errno, std::generic_category()}; }

std::error_code write_all(int fd, std::string_view bytes) {
  while (!bytes.empty()) {
    const ssize_t done = ::write(fd, bytes.data(), bytes.size());
    if (done < 0 && errno == EINTR) continue;
    if (done < 0) return last_error();
    bytes.remove_prefix(static_cast<size_t>(done));
  }
  return {};
}

UniqueFd create_file(const std::string& path) {
  return UniqueFd(::open(path.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0644));
}

}  // namespace

std::variant<std::unique_ptr<FileSink>, std::error_code> FileSink::create(const std::string& path) {
  UniqueFd fd = create_file(path);
  if (!fd) return last_error();
  return std::unique_ptr<FileSink>(new FileSink(std::move(fd)));
}

bool FileSink::write(std::string_view bytes) {
  waiting_.append(bytes);
  return waiting_.size() < kPiece ? !error_ : flush();
}

bool FileSink::flush() {
  if (waiting_.empty()) return !error_;
  if (const std::error_code error = write_all(fd_.get(), waiting_)) {
    if (!error_) error_ = error;
    // Takes back the part that went in, so that the next piece begins on a line of its own.
    if (::ftruncate(fd_.get(), size_) == 0) ::lseek(fd_.get(), size_, SEEK_SET);
  } else {
    size_ += static_cast<int64_t>(waiting_.size());
  }
  waiting_.clear();
  return !error_;
}

std::error_code replace_file(const std::string& path, std::string_view text) {
  const std::string fresh = path + ".new";
  UniqueFd fd = create_file(fresh);
  if (!fd) return last_error();
  std::error_code error = write_all(fd.get(), text);
  fd.reset();
  if (!error && std::rename(fresh.c_str(), path.c_str()) != 0) error = last_error();
  if (error) ::unlink(fresh.c_str());
  return error;
}

}  // namespace ptimed
