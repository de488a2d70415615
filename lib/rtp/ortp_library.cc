// SPDX-License-Identifier: AGPL-3.0-or-later
#include "lib/rtp/ortp_library.h"

#include <ortp/ortp.h>

#include <algorithm>
#include <array>
#include <cstdarg>
#include <cstdio>
#include <utility>

#include "lib/rtp/log.h"

namespace ptimed {
namespace {

std::function<void(std::string_view)>& log_handler() {
  static std::function<void(std::string_view)> handler;
  return handler;
}

void pass_on(const char*, BctbxLogLevel, const char* format, va_list arguments) {
  if (!log_handler()) return;
  std::array<char, 512> line;
  const int length = std::vsnprintf(line.data(), line.size(), format, arguments);
  if (length < 0) return;
  log_handler()({line.data(), std::min(static_cast<size_t>(length), line.size() - 1)});
}

}  // namespace

void init_ortp() {
  [[maybe_unused]] static const bool done = [] {
    ortp_init();
    bctbx_set_log_handler(pass_on);
    return true;
  }();
}

void set_rtp_log_handler(std::function<void(std::string_view)> handler) {
  init_ortp();
  log_handler() = std::move(handler);
}

}  // namespace ptimed
