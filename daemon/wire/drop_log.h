// SPDX-License-Identifier: AGPL-3.0-or-later
#pragma once
// Every dropped packet as one CSV line.
#include <cstdio>
#include <memory>
#include <string>
#include <string_view>

#include "lib/base/bytes.h"
#include "lib/link/link.h"

namespace ptimed {

class DropLog {
 public:
  /// Starts the file anew, with its header line. An empty path logs nothing. Throws
  /// std::system_error when the file cannot be written.
  explicit DropLog(const std::string& path);

  void add(int64_t unix_ns, std::string_view direction, const LinkVerdict& verdict, int ip_bytes,
           Bytes ethernet);
  void flush();

 private:
  struct Close {
    void operator()(std::FILE* file) const { std::fclose(file); }
  };
  std::unique_ptr<std::FILE, Close> file_;
};

}  // namespace ptimed
