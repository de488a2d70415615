// SPDX-License-Identifier: AGPL-3.0-or-later
#include "lib/trace/packets_csv.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <optional>

namespace ptimed {
namespace {

constexpr std::string_view kHeader = "direction,ssrc,seq,rtp_ts,bytes,ptime_ms,time_ns";

/// A line put together on the stack: packets are many.
class Line {
 public:
  void text(std::string_view s) { end_ = std::copy(s.begin(), s.end(), end_); }
  template <class Int>
  void number(Int value) {
    *end_++ = ',';
    end_ = std::to_chars(end_, bytes_.data() + bytes_.size() - 1, value).ptr;
  }
  void hex8(uint32_t value) {
    *end_++ = ',';
    for (int shift = 28; shift >= 0; shift -= 4) *end_++ = "0123456789abcdef"[value >> shift & 15];
  }
  std::string_view finish() {
    *end_++ = '\n';
    return {bytes_.data(), static_cast<size_t>(end_ - bytes_.data())};
  }

 private:
  std::array<char, 160> bytes_;
  char* end_ = bytes_.data();
};

/// Takes one field off the front of a line.
std::string_view take_field(std::string_view& line) {
  const size_t comma = line.find(',');
  const std::string_view field = line.substr(0, comma);
  line.remove_prefix(comma == std::string_view::npos ? line.size() : comma + 1);
  return field;
}

template <class Int>
bool parse(std::string_view field, Int& value, int base = 10) {
  const auto [end, error] = std::from_chars(field.data(), field.data() + field.size(), value, base);
  return error == std::errc() && end == field.data() + field.size();
}

std::optional<PacketRow> parse_row(std::string_view line) {
  PacketRow row;
  const std::string_view direction = take_field(line);
  if (direction != "sent" && direction != "received") return std::nullopt;
  row.direction = direction == "sent" ? Direction::kSent : Direction::kReceived;
  int ptime_ms = 0;
  const bool good =
      parse(take_field(line), row.ssrc.value, 16) && parse(take_field(line), row.seq.value) &&
      parse(take_field(line), row.timestamp.value) && parse(take_field(line), row.ip_bytes) &&
      parse(take_field(line), ptime_ms) && parse(take_field(line), row.unix_ns) && line.empty();
  if (!good || row.ip_bytes < 0 || ptime_ms < 0) return std::nullopt;
  row.ptime = Ptime{ptime_ms};
  return row;
}

}  // namespace

PacketsWriter::PacketsWriter(ByteSink& sink, const WallClock& wall) : sink_(sink), wall_(wall) {
  sink_.write(kHeader);
  sink_.write("\n");
}

void PacketsWriter::write(const PacketRecord& record) {
  Line line;
  line.text(record.direction == Direction::kSent ? "sent" : "received");
  line.hex8(record.ssrc.value);
  line.number(record.seq.value);
  line.number(record.timestamp.value);
  line.number(record.ip_bytes);
  line.number(record.ptime.count());
  line.number(wall_.unix_ns(record.at));
  sink_.write(line.finish());
}

PacketRows read_packets(std::string_view text) {
  PacketRows out;
  while (!text.empty()) {
    const size_t end = text.find('\n');
    out.torn = end == std::string_view::npos;
    if (out.torn) break;
    const std::string_view line = text.substr(0, end);
    text.remove_prefix(end + 1);
    if (line == kHeader || line.empty()) continue;
    if (const auto row = parse_row(line))
      out.rows.push_back(*row);
    else
      ++out.bad_lines;
  }
  return out;
}

}  // namespace ptimed
