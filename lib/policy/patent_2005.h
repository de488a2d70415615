// SPDX-License-Identifier: AGPL-3.0-or-later
#pragma once
#include "lib/policy/loss_ladder.h"
#include "lib/policy/parameter_reader.h"
#include "lib/policy/ptime_policy.h"

namespace ptimed {

/// `patent-2005`: the 2005 paper's reading of US 6,421,720. The loss of the last interval names a
/// ptime on a ladder by codec; the ptime goes towards it one step per report, and never below
/// limits.optimum.
class Patent2005Policy : public PtimePolicy {
 public:
  /// How the ptime returns: step by step, or to the lowest rung at once as soon as the loss is on
  /// it.
  enum class Down : uint8_t { kStep, kJump };
  struct Config {
    LossLadder ladder;
    Down down = Down::kStep;
    Ptime step{10};
    Ptime nack_step{10};  ///< 0: NACKs change nothing
  };

  static constexpr std::string_view kName = "patent-2005";
  static std::unique_ptr<PtimePolicy> make(ParameterReader& parameters, std::string_view codec);

  explicit Patent2005Policy(Config config) : config_(std::move(config)) {}

  std::string_view name() const override { return kName; }
  PtimeDecision on_report(Time now, const PathStats& path) override;
  PtimeDecision on_nack(Time now, const NackEvent& nack, const PathStats& path) override;

 private:
  std::string figure(double loss, size_t rung, bool upwards) const;
  Ptime step_up(Ptime current, Ptime target) const;
  Ptime step_down(Ptime current, Ptime target, size_t rung) const;

  Config config_;
};

}  // namespace ptimed
