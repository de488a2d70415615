// SPDX-License-Identifier: AGPL-3.0-or-later
#include "lib/call/config_conflicts.h"

namespace ptimed {
namespace {

struct UsedPort {
  uint16_t number;
  std::string_view use;
};

/// One port with rtcp-mux, else two; none as long as the daemon is to choose.
std::vector<UsedPort> used_ports(const CallEntry& entry) {
  if (entry.local.port == 0) return {};
  const uint16_t rtcp = effective_rtcp_port(entry.local, entry.rtcp_mux);
  if (rtcp == entry.local.port) return {{rtcp, "RTP"}};
  return {{entry.local.port, "RTP"}, {rtcp, "RTCP"}};
}

}  // namespace

void CallConflicts::add_running(const CallEntry& entry) {
  ids_.emplace(entry.call.id, "a running call");
  add_ports(entry, "the running call " + entry.call.id);
}

void CallConflicts::check(const CallDraft& draft, YamlReport& report) {
  check_id(draft, report);
  check_ports(draft, report);
}

void CallConflicts::check_id(const CallDraft& draft, YamlReport& report) {
  const std::string& id = draft.entry.call.id;
  if (id.empty()) return;
  const YamlPlace place = draft.place("id");
  const auto [first, is_new] = ids_.emplace(id, "the call in line " + std::to_string(place.line));
  if (!is_new) report.add(place, id + " is already the id of " + first->second, "another id");
}

void CallConflicts::check_ports(const CallDraft& draft, YamlReport& report) {
  const auto address = parse_address(draft.entry.local.host);
  if (!address) return;
  for (const auto& [number, use] : used_ports(draft.entry)) {
    const Port* const taken = find(number, *address);
    if (!taken) continue;
    const bool explicit_rtcp = use == "RTCP" && draft.places.contains("local.rtcp_port");
    report.add(draft.place(explicit_rtcp ? "local.rtcp_port" : "local.port"),
               std::string(use) + " port " + std::to_string(number) + " is already the " +
                   std::string(taken->use) + " port of " + taken->owner,
               "another port");
    break;
  }
  add_ports(draft.entry, draft.entry.call.id + " (line " + std::to_string(draft.entry.line) + ')');
}

void CallConflicts::add_ports(const CallEntry& entry, const std::string& owner) {
  const auto address = parse_address(entry.local.host);
  if (!address) return;
  for (const auto& [number, use] : used_ports(entry))
    ports_[number].push_back({*address, use, owner});
}

const CallConflicts::Port* CallConflicts::find(uint16_t port, const NumericAddress& address) const {
  const auto users = ports_.find(port);
  if (users == ports_.end()) return nullptr;
  for (const Port& user : users->second)
    if (overlap(user.address, address)) return &user;
  return nullptr;
}

}  // namespace ptimed
