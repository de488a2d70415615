// SPDX-License-Identifier: AGPL-3.0-or-later
#include "daemon/logging.h"

#include <spdlog/sinks/stdout_sinks.h>
#include <spdlog/sinks/systemd_sink.h>
#include <spdlog/spdlog.h>
#include <sys/stat.h>

#include <cstdlib>
#include <memory>
#include <string_view>

namespace ptimed {
namespace {

bool stderr_is_journal() {
  const char* stream = std::getenv("JOURNAL_STREAM");
  struct stat info {};
  if (!stream || fstat(STDERR_FILENO, &info) != 0) return false;
  return std::to_string(info.st_dev) + ':' + std::to_string(info.st_ino) ==
         std::string_view(stream);
}

spdlog::sink_ptr make_sink(const std::string& target) {
  const bool journal = target == "journald" || (target == "auto" && stderr_is_journal());
  if (journal) return std::make_shared<spdlog::sinks::systemd_sink_st>("ptimed");
  auto sink = std::make_shared<spdlog::sinks::stderr_sink_st>();
  sink->set_pattern("%Y-%m-%dT%H:%M:%S.%e%z %l: %v");
  return sink;
}

}  // namespace

void set_up_logging(const std::string& level, const std::string& target) {
  auto logger = std::make_shared<spdlog::logger>("ptimed", make_sink(target));
  spdlog::set_default_logger(std::move(logger));
  set_log_level(level);
}

void set_log_level(const std::string& level) { spdlog::set_level(spdlog::level::from_str(level)); }

}  // namespace ptimed
