// SPDX-License-Identifier: AGPL-3.0-or-later
#pragma once
#include "lib/policy/parameter_reader.h"
#include "lib/policy/ptime_policy.h"

namespace ptimed {

/// `busse-1996`: Busse, Deffner and Schulzrinne's regulator with a dead zone, one receiver, ptime
/// in place of rate. The smoothed loss lambda decides: below `unloaded` one step down to
/// limits.min, above `congested` one step up.
class Busse1996Policy : public PtimePolicy {
 public:
  struct Config {
    double alpha = 0.3;    ///< weight of the newest loss figure in lambda, over 0 to 1
    double unloaded = 2;   ///< lambda_u, percent
    double congested = 4;  ///< lambda_c, percent; not below lambda_u
    Ptime step{10};
    Ptime nack_step{10};  ///< 0: NACKs change nothing
  };

  static constexpr std::string_view kName = "busse-1996";
  static std::unique_ptr<PtimePolicy> make(ParameterReader& parameters, std::string_view codec);

  explicit Busse1996Policy(const Config& config) : config_(config) {}

  std::string_view name() const override { return kName; }
  PtimeDecision on_report(Time now, const PathStats& path) override;
  PtimeDecision on_nack(Time now, const NackEvent& nack, const PathStats& path) override;

 private:
  Config config_;
  double lambda_ = 0;  ///< percent
};

}  // namespace ptimed
