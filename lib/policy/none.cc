// SPDX-License-Identifier: AGPL-3.0-or-later
#include "lib/policy/none.h"

#include "lib/policy/decision.h"

namespace ptimed {

std::unique_ptr<PtimePolicy> NonePolicy::make(ParameterReader&, std::string_view) {
  return std::make_unique<NonePolicy>();
}

PtimeDecision NonePolicy::on_report(Time, const PathStats& path) {
  return decide(path, path.current, "no adaptation");
}

PtimeDecision NonePolicy::on_nack(Time, const NackEvent&, const PathStats& path) {
  return decide(path, path.current, "no adaptation");
}

}  // namespace ptimed
