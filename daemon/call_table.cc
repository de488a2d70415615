// SPDX-License-Identifier: AGPL-3.0-or-later
#include "daemon/call_table.h"

#include <spdlog/spdlog.h>

#include <cassert>

namespace ptimed {

PortRange& CallTable::range_of(const DaemonConfig& daemon) {
  const std::pair key{daemon.port_low, daemon.port_high};
  return ranges_.try_emplace(key, key.first, key.second).first->second;
}

CallFiles::Listener CallTable::file_listener(const CallEntry& entry) {
  const std::string& id = entry.call.id;
  return {.on_event =
              [this, entry](const Event& event, Time start) {
                guard_.on_event(entry, event);
                listener_.on_event(entry.call.id, event, start);
              },
          .on_trouble = [id](const std::string& what) { spdlog::error("call {}: {}", id, what); }};
}

CallTable::Opened CallTable::open(const CallEntry& entry, const DaemonConfig& daemon,
                                  const CallPlace& place) {
  if (auto refusal = guard_.refusal(entry, surroundings_.loop.now()))
    return StartProblems{{{.file = place.file,
                           .line = entry.line,
                           .column = entry.column,
                           .key = place.key,
                           .problem = std::move(*refusal),
                           .expected = ""},
                          true}};
  auto parts = open_call(entry, daemon, place, range_of(daemon), file_listener(entry));
  if (auto* problems = std::get_if<StartProblems>(&parts)) return std::move(*problems);
  return std::make_unique<CallRunner>(surroundings_, std::get<CallParts>(std::move(parts)),
                                      listener_.on_ended);
}

void CallTable::admit(std::unique_ptr<CallRunner> runner, Origin origin, Time now) {
  const std::string id = runner->entry().call.id;
  assert(!lines_.contains(id) && "call id taken");
  Line& line = lines_[id] = Line{origin, std::move(runner)};
  line.runner->activate(now);
  spdlog::info("call {}: {} <-> {}, seed {}", id, line.runner->local_text(),
               line.runner->peer_text(), line.runner->seed());
}

bool CallTable::remove(const std::string& id, std::string_view reason) {
  const auto found = lines_.find(id);
  if (found == lines_.end()) return false;
  found->second.runner->end(reason);
  lines_.erase(found);
  return true;
}

void CallTable::end_all(std::string_view reason) {
  for (auto& [id, line] : lines_) line.runner->end(reason);
}

CallRunner* CallTable::find(const std::string& id) {
  const auto found = lines_.find(id);
  return found == lines_.end() ? nullptr : found->second.runner.get();
}

std::optional<CallTable::Origin> CallTable::origin(const std::string& id) const {
  const auto found = lines_.find(id);
  if (found == lines_.end()) return std::nullopt;
  return found->second.origin;
}

void CallTable::each(const std::function<void(CallRunner&)>& visit) {
  for (auto& [id, line] : lines_) visit(*line.runner);
}

std::vector<std::string> CallTable::ids() const {
  std::vector<std::string> ids;
  for (const auto& [id, line] : lines_) ids.push_back(id);
  return ids;
}

size_t CallTable::count(CallRunner::State state) const {
  size_t count = 0;
  for (const auto& [id, line] : lines_) count += line.runner->state() == state ? 1 : 0;
  return count;
}

}  // namespace ptimed
