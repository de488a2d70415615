// SPDX-License-Identifier: AGPL-3.0-or-later
#pragma once
#include <optional>
#include <string>
#include <string_view>

#include "daemon/unique_fd.h"

namespace ptimed {

/// The other end of the control socket; blocks.
class ControlClient {
 public:
  /// Empty when connected, else "path: reason".
  std::optional<std::string> connect(const std::string& path);
  /// Sends one line and reads the answer. Empty when the connection ended instead.
  std::optional<std::string> ask(std::string_view line);
  std::optional<std::string> read_line();

 private:
  UniqueFd fd_;
  std::string waiting_;
};

}  // namespace ptimed
