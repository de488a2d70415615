// SPDX-License-Identifier: AGPL-3.0-or-later
#include "lib/trace/rtcp_writer.h"

#include "lib/trace/json_values.h"

namespace ptimed {
namespace {

std::string hex(Bytes bytes) {
  constexpr std::string_view kDigits = "0123456789abcdef";
  std::string text;
  text.reserve(2 * bytes.size());
  for (const uint8_t byte : bytes) {
    text += kDigits[byte >> 4];
    text += kDigits[byte & 15];
  }
  return text;
}

}  // namespace

void RtcpWriter::write(Direction direction, Time at, Bytes datagram, std::string_view text) {
  nlohmann::ordered_json json;
  json["t"] = json_seconds(at - start_);
  json["unix_ns"] = wall_.unix_ns(at);
  json["direction"] = direction == Direction::kSent ? "sent" : "received";
  json["size"] = datagram.size();
  json["text"] = text;
  json["packet"] = hex(datagram);
  sink_.write(dump_line(json) + '\n');
}

}  // namespace ptimed
