// SPDX-License-Identifier: AGPL-3.0-or-later
#pragma once
// What calls of one daemon must not share: an id, or a local address and port.
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "lib/call/config_address.h"
#include "lib/call/config_call_reader.h"

namespace ptimed {

class CallConflicts {
 public:
  /// A call of the running daemon, which the file does not hold.
  void add_running(const CallEntry& entry);
  /// The next call of the file; reports what an earlier call has already.
  void check(const CallDraft& draft, YamlReport& report);

 private:
  struct Port {
    NumericAddress address;
    std::string_view use;  ///< "RTP" or "RTCP"
    std::string owner;     ///< "call-1 (line 12)"
  };
  void check_id(const CallDraft& draft, YamlReport& report);
  void check_ports(const CallDraft& draft, YamlReport& report);
  void add_ports(const CallEntry& entry, const std::string& owner);
  const Port* find(uint16_t port, const NumericAddress& address) const;

  std::map<std::string, std::string> ids_;  ///< to where it stands
  std::map<uint16_t, std::vector<Port>> ports_;
};

}  // namespace ptimed
