// SPDX-License-Identifier: AGPL-3.0-or-later
#include "lib/trace/event.h"

#include <cstdio>

namespace ptimed {
namespace {

template <class... Ts>
struct Overloaded : Ts... {
  using Ts::operator()...;
};

std::string ms(Ptime p) { return std::to_string(p.count()); }
std::string ms(Duration d) {
  char text[32];
  std::snprintf(text, sizeof text, "%.0f", to_ms(d));
  return text;
}
std::string hex(Ssrc ssrc) {
  char text[16];
  std::snprintf(text, sizeof text, "%08x", ssrc.value);
  return text;
}
/// Words of the peer, fit for a terminal: control characters replaced.
std::string printable(std::string text) {
  for (char& c : text)
    if (static_cast<uint8_t>(c) < 0x20 || c == 0x7f) c = '?';
  return text;
}
std::string plural(int64_t n, const std::string& noun) {
  return std::to_string(n) + ' ' + noun + (n == 1 ? "" : "s");
}
std::string list(const std::vector<SeqNo>& numbers) {
  std::string text;
  for (const SeqNo seq : numbers) text += (text.empty() ? "" : " ") + std::to_string(seq.value);
  return text;
}

}  // namespace

std::string_view kind_of(const EventBody& body) {
  return std::visit(Overloaded{
                        [](const CallStarted&) { return "call-started"; },
                        [](const CallEnded&) { return "call-ended"; },
                        [](const PtimeChanged&) { return "ptime-changed"; },
                        [](const PtimeLimited&) { return "ptime-limited"; },
                        [](const PolicyChanged&) { return "policy-changed"; },
                        [](const SourceValid&) { return "source-valid"; },
                        [](const SourceRestarted&) { return "source-restarted"; },
                        [](const PeerBye&) { return "peer-bye"; },
                        [](const PeerPtimeChanged&) { return "peer-ptime-changed"; },
                        [](const Clip&) { return "clip"; },
                        [](const NackSent&) { return "nack-sent"; },
                        [](const NackDenied&) { return "nack-denied"; },
                        [](const NackReceived&) { return "nack-received"; },
                        [](const PlayoutChanged&) { return "playout-changed"; },
                        [](const MediaSkipped&) { return "media-skipped"; },
                        [](const BreakerTripped&) { return "breaker-tripped"; },
                    },
                    body);
}

std::string to_string(const EventBody& body) {
  return std::visit(
      Overloaded{
          [](const CallStarted& e) {
            return "started: " + e.codec + ", ptime " + ms(e.ptime) + " ms, policy " + e.policy +
                   ", rtcp " + e.rtcp_mode + ", ssrc " + hex(e.ssrc);
          },
          [](const CallEnded& e) { return "ended: " + e.reason; },
          [](const PtimeChanged& e) {
            return "ptime " + ms(e.from) + " -> " + ms(e.to) + " ms: " + e.reason;
          },
          [](const PtimeLimited& e) {
            return "ptime " + ms(e.asked) + " ms asked, " + ms(e.given) + " ms given: " + e.limit;
          },
          [](const PolicyChanged& e) { return "policy " + e.from + " -> " + e.to; },
          [](const SourceValid& e) { return "hearing source " + hex(e.ssrc); },
          [](const SourceRestarted& e) {
            return "source " + hex(e.ssrc) + " started anew: " + e.what;
          },
          [](const PeerBye& e) {
            return "BYE from " + hex(e.ssrc) + (e.reason.empty() ? "" : ": " + printable(e.reason));
          },
          [](const PeerPtimeChanged& e) {
            return "peer's ptime " + ms(e.from) + " -> " + ms(e.to) + " ms";
          },
          [](const Clip& e) {
            return "clip of " + plural(e.packets, "packet") + ", " +
                   std::to_string(e.length.count()) + " ms, from " + std::to_string(e.first.value);
          },
          [](const NackSent& e) {
            return "NACK sent for " + list(e.lost) + ", " + std::to_string(e.budget_left) +
                   " left in the budget";
          },
          [](const NackDenied& e) {
            return "NACK for " + plural(e.packets, "packet") + " from " +
                   std::to_string(e.first.value) + " denied: budget used up";
          },
          [](const NackReceived& e) { return "NACK received for " + list(e.lost); },
          [](const PlayoutChanged& e) {
            return "playout: " + plural(e.inserted, "frame") + " inserted, " +
                   std::to_string(e.dropped) + " dropped, target " + ms(e.target) + " ms";
          },
          [](const MediaSkipped& e) {
            return ms(e.length) + " ms of media passed without a packet: " + e.cause;
          },
          [](const BreakerTripped& e) {
            return "circuit breaker " + e.breaker + ": " + e.text + "; " + e.action;
          },
      },
      body);
}

}  // namespace ptimed
