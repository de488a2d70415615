// SPDX-License-Identifier: AGPL-3.0-or-later
#include "lib/rtcp/ccfb.h"

#include <algorithm>
#include <cassert>

#include "lib/rtcp/text.h"
#include "lib/rtcp/wire.h"

namespace ptimed {
namespace {

constexpr size_t kMetricSize = 2;
constexpr size_t kTimestampSize = 4;
constexpr unsigned kReceived = 0x8000;
constexpr int kEcnShift = 13;
constexpr unsigned kEcnMask = 3;
constexpr unsigned kOffsetMask = 0x1FFF;

/// Without R the other bits MUST be ignored.
Ccfb::Metric read_metric(Reader& r) {
  const unsigned word = r.u16();
  if (!(word & kReceived)) return {};
  return {true, static_cast<uint8_t>(word >> kEcnShift & kEcnMask),
          static_cast<uint16_t>(word & kOffsetMask)};
}

void write_metric(const Ccfb::Metric& metric, Writer& w) {
  assert(metric.ecn <= kEcnMask && metric.arrival_offset <= kOffsetMask);
  assert((metric.received || metric == Ccfb::Metric{}) && "not received: the rest is 0");
  const unsigned ecn = unsigned{metric.ecn} << kEcnShift;
  w.u16((metric.received ? kReceived : 0) | ecn | metric.arrival_offset);
}

/// Empty when num_reports is over its limit or over what is there.
std::optional<Ccfb::Report> read_report(Reader& r) {
  Ccfb::Report report;
  report.source = Ssrc(r.u32());
  report.begin = SeqNo(r.u16());
  const size_t count = r.u16();
  if (!r.ok() || count > Ccfb::kMaxMetrics || r.left() < count * kMetricSize) return std::nullopt;
  report.metrics.reserve(count);
  while (report.metrics.size() < count) report.metrics.push_back(read_metric(r));
  r.skip(word_padding(count * kMetricSize));
  return report;
}

std::string describe(const Ccfb::Report& report) {
  const auto received = std::ranges::count(report.metrics, true, &Ccfb::Metric::received);
  return " {" + hex(report.source) + " from " + std::to_string(report.begin.value) + ": " +
         std::to_string(received) + " of " + std::to_string(report.metrics.size()) + " received}";
}

}  // namespace

uint16_t Ccfb::arrival_offset(Duration before_report) {
  constexpr int64_t kUnitsPerSecond = 1024;
  constexpr Duration kLongest{8189 * Duration::period::den / kUnitsPerSecond};
  if (before_report < Duration::zero()) return kUnavailable;
  if (before_report > kLongest) return kOverRange;
  return static_cast<uint16_t>(before_report.count() * kUnitsPerSecond / Duration::period::den);
}

std::optional<Ccfb> Ccfb::parse(Bytes body) {
  Reader r(body);
  Ccfb ccfb;
  ccfb.sender = Ssrc(r.u32());
  while (r.left() > kTimestampSize) {
    auto report = read_report(r);
    if (!report) return std::nullopt;
    ccfb.reports.push_back(std::move(*report));
  }
  ccfb.report_timestamp = r.u32();
  if (!r.ok() || r.left() > 0) return std::nullopt;
  return ccfb;
}

void Ccfb::serialize(Writer& w) const {
  const RtcpFraming framing(w, kFormat, kType);
  w.u32(sender.value);
  for (const Report& report : reports) {
    assert(report.metrics.size() <= kMaxMetrics);
    w.u32(report.source.value);
    w.u16(report.begin.value);
    w.u16(static_cast<unsigned>(report.metrics.size()));
    for (const Metric& metric : report.metrics) write_metric(metric, w);
    w.zeros(word_padding(framing.size()));
  }
  w.u32(report_timestamp);
}

std::string Ccfb::to_string() const {
  std::string text = "CCFB " + hex(sender) + " at " + std::to_string(report_timestamp);
  for (const Report& report : reports) text += describe(report);
  return text;
}

}  // namespace ptimed
