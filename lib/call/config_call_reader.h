// SPDX-License-Identifier: AGPL-3.0-or-later
#pragma once
// The keys of one call, and of `defaults`: read into a draft, which knows what was given and where;
// then completed by what follows from it (limits by codec, address families) and checked as a
// whole.
#include <map>
#include <optional>
#include <string>
#include <string_view>

#include "lib/base/yaml_schema.h"
#include "lib/call/config.h"

namespace ptimed {

/// One call as far as it has been read. A call begins as a copy of what `defaults` gave.
struct CallDraft {
  CallEntry entry;
  std::optional<Ptime> ptime_initial, ptime_min, ptime_max, ptime_optimum, playout_ptime_max;

  YamlPlace call;                                ///< the call's mapping
  std::map<std::string, YamlPlace> places;       ///< of each value given, by path within the call
  std::map<std::string, YamlPlace> policy_keys;  ///< of each policy parameter's key

  /// Where "ptime.initial" was given, in the call or in defaults; the call itself when it was not.
  YamlPlace place(const std::string& path) const;
};

enum class CallScope : uint8_t { kCall, kDefaults };

/// Reads every key; leaves the draft as it is where there is none. Checks each value by itself.
void read_call(YamlMapping& mapping, CallScope scope, CallDraft& draft);

/// Fills in what follows from other values and checks what several values must agree on.
void complete_call(CallDraft& draft, const std::string& bind, YamlReport& report);

}  // namespace ptimed
