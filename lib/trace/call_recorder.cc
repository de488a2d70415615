// SPDX-License-Identifier: AGPL-3.0-or-later
#include "lib/trace/call_recorder.h"

#include "lib/trace/summary_json.h"

namespace ptimed {

void CallRecorder::finish(const CallSummary& summary) { summary_.write(summary_json(summary)); }

}  // namespace ptimed
