// SPDX-License-Identifier: AGPL-3.0-or-later
#include "lib/call/rtcp_session.h"

#include <algorithm>
#include <array>

#include "lib/rtcp/round_trip.h"

namespace ptimed {
namespace {

/// SR with one block and SDES CNAME over UDP/IPv4: what the first compound is expected to weigh.
constexpr double kFirstSize = 96;
/// A NACK names at most this many packets; an outage is told by the next report.
constexpr int kLargestNack = 64;

RtcpScheduleConfig schedule_config(const CallConfig& config, double session_bps) {
  return {.session_bandwidth_bps = session_bps,
          .rtcp_fraction = config.rtcp.share,
          .reduced_minimum = config.rtcp.reduced_minimum,
          .fixed_interval = config.rtcp.fixed_interval};
}

/// RFC 7022 section 4.2: 96 random bits, so that two calls never share a name.
std::string random_cname(Rng& rng) {
  constexpr std::string_view kDigits = "0123456789abcdef";
  std::string name;
  for (int word = 0; word < 3; ++word)
    for (uint32_t bits = rng.u32(), n = 0; n < 8; ++n, bits >>= 4) name += kDigits[bits & 15];
  return name;
}

/// DLSR: units of 1/65536 s (RFC 3550 section 6.4.1).
uint32_t dlsr(Duration since) {
  return static_cast<uint32_t>(std::max<int64_t>(0, since.count()) * 65536 / 1'000'000'000);
}

}  // namespace

std::string describe(const std::vector<RtcpPacket>& packets) {
  std::string text;
  for (const RtcpPacket& packet : packets) {
    if (!text.empty()) text += "; ";
    text += to_string(packet);
  }
  return text;
}

RtcpSession::RtcpSession(const CallConfig& config, const WallClock& wall, Ssrc own,
                         double session_bps, Rng& rng, Time now)
    : wall_(wall),
      own_(own),
      cname_(config.rtcp.cname.empty() ? random_cname(rng) : config.rtcp.cname),
      ip_overhead_(config.ipv6 ? kUdpIpv6Overhead : kUdpIpv4Overhead),
      schedule_(schedule_config(config, session_bps), now, kFirstSize, rng) {
  if (config.rtcp.mode == RtcpMode::kQuick2005) budget_.emplace(config.rtcp.quick, session_bps);
}

bool RtcpSession::report_due(Time now, const Membership& membership) {
  schedule_.set_session_bandwidth(membership.session_bps);
  schedule_.set_members(membership.peer_present ? 2 : 1,
                        (membership.we_sent ? 1 : 0) + (membership.peer_sends ? 1 : 0));
  schedule_.set_we_sent(membership.we_sent);
  if (!schedule_.on_timer(now)) return false;
  if (budget_) budget_->refill(membership.session_bps);
  return true;
}

std::vector<RtcpPacket> RtcpSession::report(Time now, const MediaSender* sender,
                                            MediaReceiver& receiver) {
  std::vector<RtcpPacket> packets;
  if (sender && sender->totals().packets > 0) {
    const SentSummary& totals = sender->totals();
    packets.push_back(SenderReport{
        own_, wall_.ntp(now), sender->media_clock(now), static_cast<uint32_t>(totals.packets),
        static_cast<uint32_t>(totals.payload_octets), blocks(now, receiver)});
  } else {
    packets.push_back(ReceiverReport{own_, blocks(now, receiver)});
  }
  packets.push_back(Sdes::cname(own_, cname_));
  return packets;
}

std::vector<ReportBlock> RtcpSession::blocks(Time now, MediaReceiver& receiver) {
  const auto report = receiver.take_report();
  if (!report) return {};
  ReportBlock block{.source = *receiver.source(),
                    .fraction_lost = report->fraction_lost,
                    .cumulative_lost = report->cumulative_lost,
                    .extended_highest_seq = report->extended_highest_seq,
                    .jitter = report->jitter};
  if (last_sr_ && last_sr_->source == block.source) {
    block.lsr = last_sr_->lsr;
    block.dlsr = dlsr(now - last_sr_->arrival);
  }
  return {block};
}

void RtcpSession::on_sent(Time now, size_t datagram_bytes) {
  schedule_.on_sent(now, static_cast<double>(count_sent(datagram_bytes)));
}

void RtcpSession::on_sent_early(size_t datagram_bytes) {
  schedule_.on_received(static_cast<double>(count_sent(datagram_bytes)));
}

size_t RtcpSession::count_sent(size_t datagram_bytes) {
  const size_t size = datagram_bytes + static_cast<size_t>(ip_overhead_);
  ++sent_packets_;
  sent_octets_ += size;
  return size;
}

std::variant<RtcpSession::Heard, RtcpDrop> RtcpSession::on_datagram(Time arrival, Bytes datagram) {
  const auto parsed = parse_compound(datagram);
  if (const auto* drop = std::get_if<RtcpDrop>(&parsed)) {
    ++drops_[static_cast<size_t>(*drop)];
    return *drop;
  }
  const auto& compound = std::get<Compound>(parsed);
  drops_[static_cast<size_t>(RtcpDrop::kMalformed)] += static_cast<uint64_t>(compound.malformed);
  const size_t size = datagram.size() + static_cast<size_t>(ip_overhead_);
  ++heard_packets_;
  heard_octets_ += size;
  schedule_.on_received(static_cast<double>(size));
  Heard heard;
  for (const RtcpPacket& packet : compound.packets) digest(arrival, packet, heard);
  heard.text = describe(compound.packets);
  return heard;
}

void RtcpSession::digest(Time arrival, const RtcpPacket& packet, Heard& heard) {
  const auto take_blocks = [&](const std::vector<ReportBlock>& all) {
    for (const ReportBlock& block : all) {
      if (block.source != own_) continue;
      measure_rtt(arrival, block);
      heard.about_us.push_back(block);
    }
  };
  if (const auto* sr = std::get_if<SenderReport>(&packet)) {
    remember_sender_report(arrival, *sr);
    take_blocks(sr->blocks);
  } else if (const auto* rr = std::get_if<ReceiverReport>(&packet)) {
    take_blocks(rr->blocks);
  } else if (const auto* nack = std::get_if<GenericNack>(&packet)) {
    if (nack->media != own_) return;
    ++nacks_heard_;
    heard.nacked.insert(heard.nacked.end(), nack->lost.begin(), nack->lost.end());
  } else if (const auto* bye = std::get_if<Bye>(&packet)) {
    heard.bye = *bye;
  }
}

void RtcpSession::remember_sender_report(Time arrival, const SenderReport& sr) {
  last_sr_ = LastSenderReport{sr.sender, sr.ntp.middle(), arrival};
}

void RtcpSession::measure_rtt(Time arrival, const ReportBlock& block) {
  const auto sample = round_trip(wall_.ntp(arrival), block);
  if (!sample) return;
  rtt_ = sample;
  rtt_sum_ += *sample;
  ++rtt_samples_;
}

std::vector<RtcpPacket> RtcpSession::quick_nack(Ssrc media, SeqNo first, int packets) {
  if (!budget_ || !budget_->take()) return {};
  ++nacks_sent_;
  GenericNack nack{own_, media, {}};
  for (int n = 0; n < std::min(packets, kLargestNack); ++n) nack.lost.push_back(first + n);
  return {ReceiverReport{own_, {}}, Sdes::cname(own_, cname_), std::move(nack)};
}

std::optional<Duration> RtcpSession::rtt_mean() const {
  if (rtt_samples_ == 0) return std::nullopt;
  return rtt_sum_ / rtt_samples_;
}

void RtcpSession::fill(SentSummary& sent, ReceivedSummary& received) const {
  sent.rtcp_packets = sent_packets_;
  sent.rtcp_octets = sent_octets_;
  sent.nacks = nacks_sent_;
  sent.nacks_denied = budget_ ? budget_->denied() : 0;
  received.rtcp_packets = heard_packets_;
  received.rtcp_octets = heard_octets_;
  received.nacks = nacks_heard_;
  for (size_t cause = 0; cause < drops_.size(); ++cause)
    if (drops_[cause] > 0)
      received.discarded["rtcp_" + std::string(to_string(static_cast<RtcpDrop>(cause)))] +=
          drops_[cause];
}

}  // namespace ptimed
