// SPDX-License-Identifier: AGPL-3.0-or-later
#pragma once
// From a configured call to open sockets, source and files; or every reason why not.
#include <functional>
#include <string>
#include <variant>
#include <vector>

#include "daemon/call_runner.h"
#include "daemon/port_pair.h"
#include "lib/base/diagnostic.h"
#include "lib/call/config.h"

namespace ptimed {

/// Why a call, or the daemon, cannot start.
struct StartProblem {
  Diagnostic diagnostic;
  bool environment = false;  ///< the machine's doing rather than the file's
};
using StartProblems = std::vector<StartProblem>;

/// Where a call stands: the file, and its key in it ("calls[2]").
struct CallPlace {
  std::string file, key;
};

/// The call's own seed: the same for the same daemon seed, endpoint and call, whatever other calls
/// there are. Two ends with equal seeds and call ids differ by their endpoint, or both would draw
/// the same SSRC.
uint64_t call_seed(uint64_t daemon_seed, std::string_view endpoint, std::string_view call);

/// Audio sources that cannot be read: what --check-config can tell of a call beyond its keys.
StartProblems check_sources(const DaemonConfig& daemon, const std::string& file);

std::variant<CallParts, StartProblems> open_call(const CallEntry& entry, const DaemonConfig& daemon,
                                                 const CallPlace& place, PortRange& range,
                                                 CallFiles::Listener listener);

}  // namespace ptimed
