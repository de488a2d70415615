// SPDX-License-Identifier: AGPL-3.0-or-later
#include "lib/lab/join.h"

#include <algorithm>
#include <map>
#include <tuple>

#include "lib/lab/format.h"

namespace ptimed {
namespace {

/// Unique within any 65536 packets of a source, and over 2^32 samples: no cycle count needed.
using PacketKey = std::tuple<uint32_t, uint16_t, uint32_t>;
PacketKey key_of(Ssrc ssrc, ExtSeq seq, RtpTime timestamp) {
  return {ssrc.value, static_cast<uint16_t>(seq.value), timestamp.value};
}

std::map<PacketKey, int64_t> arrivals(const std::vector<PacketRow>& rows) {
  std::map<PacketKey, int64_t> first;
  for (const PacketRow& row : rows)
    if (row.direction == Direction::kReceived)
      first.emplace(key_of(row.ssrc, row.seq, row.timestamp), row.unix_ns);
  return first;
}

/// When the receiver could hear, by its own clock.
struct Window {
  int64_t begins;
  int64_t ends;
};
Window hearing(const CallSummary& summary) {
  return {summary.started_unix_ns, summary.started_unix_ns + summary.duration.count()};
}

/// A packet that did not come although sent this shortly before the receiver's end may be on its
/// way.
constexpr int64_t kUnderWayNs = 1'000'000'000;

/// Cuts what the receiver had no chance to hear off both ends of the stream. Without a common clock
/// that is all before the first and after the last packet that came, and nothing when none came.
void cut_unheard(JoinedStream& stream, const Window& window) {
  const auto came = [](const JoinedPacket& p) { return p.received_ns.has_value(); };
  const auto too_early = [&](const JoinedPacket& p) {
    return !stream.one_clock || p.sent_ns < window.begins;
  };
  const auto too_late = [&](const JoinedPacket& p) {
    return !stream.one_clock || p.sent_ns > window.ends - kUnderWayNs;
  };
  auto& packets = stream.packets;
  const size_t sent = packets.size();
  const auto first_heard = std::find_if(packets.begin(), packets.end(), came);
  if (first_heard == packets.end() && !stream.one_clock) return;
  const auto last_heard = std::find_if(packets.rbegin(), packets.rend(), came).base();
  packets.erase(std::find_if(last_heard, packets.end(), too_late), packets.end());
  const auto heard_from = std::find_if(packets.begin(), packets.end(), came);
  packets.erase(packets.begin(), std::find_if_not(packets.begin(), heard_from, too_early));
  stream.unheard = sent - packets.size();
}

}  // namespace

JoinedStream join_stream(const CallEnd& from, const CallEnd& to) {
  JoinedStream stream;
  stream.one_clock = !from.summary.clock_id.empty() && from.summary.clock_id == to.summary.clock_id;
  const auto arrived = arrivals(to.packets);
  for (const PacketRow& row : from.packets) {
    if (row.direction != Direction::kSent) continue;
    JoinedPacket packet{row.ssrc,  row.seq,     row.timestamp, row.ip_bytes,
                        row.ptime, row.unix_ns, std::nullopt};
    const auto at = arrived.find(key_of(row.ssrc, row.seq, row.timestamp));
    if (at != arrived.end()) packet.received_ns = at->second;
    stream.packets.push_back(packet);
  }
  cut_unheard(stream, hearing(to.summary));
  return stream;
}

std::string joined_lines(const std::string& call, const JoinedStream& stream) {
  std::string text;
  for (const JoinedPacket& p : stream.packets) {
    text += csv_field(call) + ',' + std::to_string(p.seq.value) + ',' +
            std::to_string(p.timestamp.value) + ',' + std::to_string(p.ip_bytes) + ',' +
            std::to_string(p.ptime.count()) + ',' + std::to_string(p.sent_ns) + ',';
    if (p.received_ns) text += std::to_string(*p.received_ns);
    text += '\n';
  }
  return text;
}

}  // namespace ptimed
