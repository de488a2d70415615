// SPDX-License-Identifier: AGPL-3.0-or-later
#pragma once
#include "lib/base/time.h"
#include "lib/trace/byte_sink.h"
#include "lib/trace/event.h"

namespace ptimed {

/// One event as one line of JSON, without the line's end: t (s since `start`), unix_ns, event, the
/// event's own fields, text (for a person).
std::string event_json(const Event& event, const WallClock& wall, Time start);

/// events.jsonl.
class EventWriter {
 public:
  EventWriter(ByteSink& sink, const WallClock& wall, Time start)
      : sink_(sink), wall_(wall), start_(start) {}
  void write(const Event& event) { sink_.write(event_json(event, wall_, start_) + '\n'); }

 private:
  ByteSink& sink_;
  WallClock wall_;
  Time start_;
};

}  // namespace ptimed
