// SPDX-License-Identifier: AGPL-3.0-or-later
#include "daemon/control_request.h"

#include <functional>
#include <map>
#include <nlohmann/json.hpp>

namespace ptimed {
namespace {

using nlohmann::json;
using Parsed = std::variant<ControlRequest, std::string>;

/// Takes members of a request; the first problem met is kept.
class Members {
 public:
  explicit Members(const json& object) : object_(object) {}

  std::string text(const char* key) {
    const json* value = find(key);
    if (value && value->is_string()) return value->get<std::string>();
    return fail(key, "a string"), std::string();
  }

  Ptime ptime(const char* key) {
    const json* value = find(key);
    constexpr int kLongest = 1000;
    if (value && value->is_number_integer()) {
      const auto ms = value->get<int64_t>();
      if (ms >= kFrame.count() && ms <= kLongest && ms % kFrame.count() == 0)
        return Ptime(static_cast<int>(ms));
    }
    return fail(key, "a multiple of 10 ms from 10 to 1000"), kFrame;
  }

  PolicyParameters parameters(const char* key) {
    PolicyParameters parameters;
    const json* value = find(key);
    if (!value) return parameters;
    if (!value->is_object()) return fail(key, "an object of strings"), parameters;
    for (const auto& [name, text] : value->items()) {
      if (!text.is_string()) return fail(key, "an object of strings"), parameters;
      parameters[name] = text.get<std::string>();
    }
    return parameters;
  }

  const std::string& problem() const { return problem_; }

 private:
  const json* find(const char* key) const {
    const auto found = object_.find(key);
    return found == object_.end() ? nullptr : &*found;
  }
  void fail(const char* key, const char* expected) {
    if (problem_.empty()) problem_ = std::string(key) + ": expected " + expected;
  }

  const json& object_;
  std::string problem_;
};

using Maker = std::function<ControlRequest(Members&)>;

const std::map<std::string, Maker, std::less<>>& makers() {
  static const std::map<std::string, Maker, std::less<>> table{
      {"status", [](Members&) { return StatusRequest{}; }},
      {"calls", [](Members&) { return CallsRequest{}; }},
      {"show", [](Members& m) { return ShowRequest{m.text("call")}; }},
      {"sdp", [](Members& m) { return SdpRequest{m.text("call")}; }},
      {"watch", [](Members&) { return WatchRequest{}; }},
      {"ptime",
       [](Members& m) {
         return PtimeRequest{m.text("call"), m.ptime("ms")};
       }},
      {"policy",
       [](Members& m) {
         return PolicyRequest{m.text("call"), m.text("name"), m.parameters("parameters")};
       }},
      {"add",
       [](Members& m) {
         return AddRequest{m.text("text"), m.text("file")};
       }},
      {"remove", [](Members& m) { return RemoveRequest{m.text("call")}; }},
      {"reload", [](Members&) { return ReloadRequest{}; }},
  };
  return table;
}

std::string known_requests() {
  std::string names;
  for (const auto& [name, maker] : makers()) names += (names.empty() ? "" : ", ") + name;
  return names;
}

}  // namespace

std::variant<ControlRequest, std::string> parse_request(std::string_view line) {
  const json object = json::parse(line, nullptr, false);
  if (!object.is_object()) return "not a JSON object";
  const auto name = object.find("request");
  if (name == object.end() || !name->is_string()) return "request: expected a string";
  const auto maker = makers().find(name->get_ref<const std::string&>());
  if (maker == makers().end()) return "request: expected one of " + known_requests();
  Members members(object);
  Parsed parsed = maker->second(members);
  if (!members.problem().empty()) return members.problem();
  return parsed;
}

}  // namespace ptimed
