// SPDX-License-Identifier: AGPL-3.0-or-later
#include "daemon/wire/drop_log.h"

#include <cassert>
#include <cerrno>
#include <cinttypes>
#include <system_error>

#include "daemon/wire/frame.h"

namespace ptimed {

DropLog::DropLog(const std::string& path) {
  if (path.empty()) return;
  file_.reset(std::fopen(path.c_str(), "we"));
  if (!file_) throw std::system_error(errno, std::generic_category(), path);
  std::fputs("time_ns,direction,cause,ip_bytes,queued,src,src_port,dst,dst_port\n", file_.get());
  flush();
}

void DropLog::add(int64_t unix_ns, std::string_view direction, const LinkVerdict& verdict,
                  int ip_bytes, Bytes ethernet) {
  assert(verdict.drop);
  if (!file_) return;
  const FrameFlow flow = flow_of(ethernet);
  const std::string cause(to_string(*verdict.drop));
  std::fprintf(file_.get(), "%" PRId64 ",%.*s,%s,%d,%d,%s,%u,%s,%u\n", unix_ns,
               static_cast<int>(direction.size()), direction.data(), cause.c_str(), ip_bytes,
               verdict.queued, flow.source.c_str(), unsigned{flow.source_port},
               flow.destination.c_str(), unsigned{flow.destination_port});
}

void DropLog::flush() {
  if (file_) std::fflush(file_.get());
}

}  // namespace ptimed
