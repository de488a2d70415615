// SPDX-License-Identifier: AGPL-3.0-or-later
#pragma once
#include "lib/policy/parameter_reader.h"
#include "lib/policy/ptime_policy.h"

namespace ptimed {

/// `none`: the ptime stays where it is, whatever the reports say.
class NonePolicy : public PtimePolicy {
 public:
  static constexpr std::string_view kName = "none";
  static std::unique_ptr<PtimePolicy> make(ParameterReader& parameters, std::string_view codec);

  std::string_view name() const override { return kName; }
  PtimeDecision on_report(Time now, const PathStats& path) override;
  PtimeDecision on_nack(Time now, const NackEvent& nack, const PathStats& path) override;
};

}  // namespace ptimed
