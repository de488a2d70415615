// SPDX-License-Identifier: AGPL-3.0-or-later
#pragma once
// The hard bounds of a call's own ptime, whatever a policy or a person asks for.
#include <string_view>

#include "codecs/codec.h"
#include "lib/call/config.h"

namespace ptimed {

struct LimitedPtime {
  Ptime ptime;
  std::string_view limit;  ///< what held it back, as in the configuration; empty when nothing did
};

class PtimeBounds {
 public:
  PtimeBounds(const CallConfig& config, const CodecTraits& codec);

  LimitedPtime clamp(Ptime wanted) const;
  /// What a policy is told: its configured limits cut to what is possible.
  const PtimeLimits& limits() const { return limits_; }

 private:
  PtimeLimits limits_;
  std::string_view upper_name_ = "ptime.max";
};

/// Longest ptime whose packet fits the MTU; 0 when not even one frame does.
Ptime longest_in_mtu(int mtu, int ip_udp_overhead, int frame_bytes);

}  // namespace ptimed
