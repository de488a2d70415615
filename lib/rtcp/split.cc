// SPDX-License-Identifier: AGPL-3.0-or-later
#include "lib/rtcp/split.h"

#include <algorithm>

#include "lib/rtcp/wire.h"

namespace ptimed {
namespace {

constexpr size_t kWithOneSsrc = kRtcpHeader + 4;   ///< RR and XR before their blocks
constexpr size_t kWithTwoSsrcs = kRtcpHeader + 8;  ///< feedback before its FCI
constexpr size_t kFciSize = 4;
constexpr size_t kCcfbFixed = kRtcpHeader + 4 + 4;  ///< sender and report timestamp
constexpr size_t kCcfbReportHeader = 8;
constexpr size_t kMetricSize = 2;

size_t beyond(size_t room, size_t taken) { return room > taken ? room - taken : 0; }

std::optional<SplitPacket> in_one_piece(RtcpPacket packet, size_t room) {
  if (wire_size(packet) > room) return std::nullopt;
  return SplitPacket{std::move(packet), std::nullopt};
}

/// The first n elements of one list of the packet, and the packet with the others.
template <class Packet, class Element>
std::optional<SplitPacket> cut(Packet packet, std::vector<Element> Packet::*list, size_t n) {
  std::vector<Element>& elements = packet.*list;
  if (n == 0) return std::nullopt;
  if (n >= elements.size()) return SplitPacket{std::move(packet), std::nullopt};
  const auto middle = elements.begin() + static_cast<std::ptrdiff_t>(n);
  std::vector<Element> others(std::make_move_iterator(middle),
                              std::make_move_iterator(elements.end()));
  elements.erase(middle, elements.end());
  Packet rest = packet;
  rest.*list = std::move(others);
  return SplitPacket{std::move(packet), std::move(rest)};
}

size_t size_of(const Ccfb::Report& report) {
  const size_t metrics = report.metrics.size() * kMetricSize;
  return kCcfbReportHeader + metrics + word_padding(metrics);
}

size_t size_of(const XrBlock& block) {
  Buffer out;
  Writer w(out);
  serialize(block, w);
  return out.size();
}

/// How many elements, from the first on, fit `room` octets.
template <class Element>
size_t count_fitting(const std::vector<Element>& elements, size_t room) {
  size_t count = 0;
  for (const Element& element : elements) {
    const size_t size = size_of(element);
    if (size > room) break;
    room -= size;
    ++count;
  }
  return count;
}

/// Cuts the report at `index` so that its front, as long as `room` allows, becomes a report of its
/// own. False when not one metric fits.
bool cut_report(std::vector<Ccfb::Report>& reports, size_t index, size_t room) {
  const size_t metrics = beyond(room, kCcfbReportHeader) / kRtcpWord * kRtcpWord / kMetricSize;
  Ccfb::Report& whole = reports[index];
  if (metrics == 0 || metrics >= whole.metrics.size()) return false;
  const auto middle = whole.metrics.begin() + static_cast<std::ptrdiff_t>(metrics);
  Ccfb::Report rest{
      whole.source, whole.begin + static_cast<int>(metrics), {middle, whole.metrics.end()}};
  whole.metrics.erase(middle, whole.metrics.end());
  reports.insert(reports.begin() + static_cast<std::ptrdiff_t>(index) + 1, std::move(rest));
  return true;
}

struct Fit {
  size_t room;

  std::optional<SplitPacket> operator()(ReceiverReport rr) const {
    if (rr.blocks.empty()) return in_one_piece(std::move(rr), room);
    const size_t blocks = beyond(room, kWithOneSsrc) / ReportBlock::kSize;
    return cut(std::move(rr), &ReceiverReport::blocks, std::min(blocks, kMaxRtcpCount));
  }
  std::optional<SplitPacket> operator()(GenericNack nack) const {
    const size_t numbers = nack.named_by(beyond(room, kWithTwoSsrcs) / kFciSize);
    return cut(std::move(nack), &GenericNack::lost, numbers);
  }
  std::optional<SplitPacket> operator()(Ccfb ccfb) const {
    if (ccfb.reports.empty()) return in_one_piece(std::move(ccfb), room);
    const size_t left = beyond(room, kCcfbFixed);
    size_t reports = count_fitting(ccfb.reports, left);
    if (reports < ccfb.reports.size()) {
      size_t used = 0;
      for (size_t i = 0; i < reports; ++i) used += size_of(ccfb.reports[i]);
      if (cut_report(ccfb.reports, reports, left - used)) ++reports;
    }
    return cut(std::move(ccfb), &Ccfb::reports, reports);
  }
  std::optional<SplitPacket> operator()(Xr xr) const {
    if (xr.blocks.empty()) return in_one_piece(std::move(xr), room);
    const size_t blocks = count_fitting(xr.blocks, beyond(room, kWithOneSsrc));
    return cut(std::move(xr), &Xr::blocks, blocks);
  }
  std::optional<SplitPacket> operator()(auto other) const {
    return in_one_piece(std::move(other), room);
  }
};

}  // namespace

size_t wire_size(const RtcpPacket& packet) {
  Buffer out;
  Writer w(out);
  serialize(packet, w);
  return out.size();
}

std::optional<SplitPacket> split_to_fit(RtcpPacket packet, size_t room) {
  return std::visit([room](auto&& kind) { return Fit{room}(std::move(kind)); }, std::move(packet));
}

}  // namespace ptimed
