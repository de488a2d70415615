// SPDX-License-Identifier: AGPL-3.0-or-later
#include "lib/lab/verdict.h"

#include "lib/lab/format.h"

namespace ptimed {
namespace {

/// p99 of the departure-time error above which a run says nothing of the network.
double departure_limit_ms(const std::string& backend) { return backend == "uml" ? 6 : 2; }

std::string missing_calls(const ScenarioResult& result, const Recording& recording) {
  std::string calls;
  for (const std::string& call : recording.one_ended) calls += (calls.empty() ? "" : ", ") + call;
  if (!calls.empty()) return "recorded at one end only: " + calls;
  return result.streams.empty() ? "no packet was sent" : "";
}

/// The worst of the streams whose departures were too late.
std::string late_departures(const ScenarioResult& result) {
  const double limit = departure_limit_ms(result.info.backend);
  const StreamResult* worst = nullptr;
  for (const StreamResult& stream : result.streams)
    if (stream.departure_p99_ms && *stream.departure_p99_ms > limit &&
        (!worst || *stream.departure_p99_ms > *worst->departure_p99_ms))
      worst = &stream;
  if (!worst) return "";
  return "departures of " + worst->call + " from " + worst->from + " were late: p99 " +
         fixed(worst->departure_p99_ms, 2, "") + " ms, at most " + fixed(limit, 0, "") +
         " ms is valid";
}

uint64_t missing(uint64_t sent, uint64_t received) { return sent > received ? sent - received : 0; }

/// RTCP datagrams that did not arrive although the odd ports lost no more: they may have been
/// dropped on RTP's own port (RFC 5761).
uint64_t rtcp_on_even_ports(const Recording& recording) {
  uint64_t lost = 0;
  for (const auto& [west, east] : recording.calls)
    lost += missing(west.summary.sent.rtcp_packets, east.summary.received.rtcp_packets) +
            missing(east.summary.sent.rtcp_packets, west.summary.received.rtcp_packets);
  return missing(lost, recording.drops->odd_port);
}

/// What may have been under way at the end (`unheard`) the link may have dropped as well.
std::string unreconciled(const ScenarioResult& result, const Recording& recording) {
  if (!recording.drops) return "";
  const uint64_t dropped = recording.drops->even_port, lost = result.totals.lost;
  const uint64_t most = lost + result.totals.unheard + rtcp_on_even_ports(recording);
  if (dropped >= lost && dropped <= most) return "";
  return "the link dropped " + std::to_string(dropped) + " RTP packets, the receivers miss " +
         std::to_string(lost) + (most > lost ? " to " + std::to_string(most) : "");
}

}  // namespace

Verdict judge(const ScenarioResult& result, const Recording& recording) {
  Verdict verdict;
  for (const std::string& reason : {missing_calls(result, recording), late_departures(result),
                                    unreconciled(result, recording)}) {
    if (reason.empty()) continue;
    verdict.reason += (verdict.valid ? "" : "; ") + reason;
    verdict.valid = false;
  }
  return verdict;
}

}  // namespace ptimed
