// SPDX-License-Identifier: AGPL-3.0-or-later
#include "lib/call/call.h"

#include <algorithm>
#include <cassert>
#include <utility>

#include "lib/call/call_breaker.h"
#include "lib/call/call_quality.h"
#include "lib/call/media_receiver.h"
#include "lib/call/media_sender.h"
#include "lib/call/ptime_control.h"
#include "lib/call/rtcp_session.h"
#include "lib/rtcp/round_trip.h"

namespace ptimed {
namespace {

const Codec& codec_of(const CallConfig& config) {
  const Codec* codec = find_codec(config.codec);
  assert(codec && "the schema checked the codec");
  return *codec;
}

CallObserver& nobody() {
  static CallObserver observer;
  return observer;
}

constexpr Duration kGrace = std::chrono::milliseconds(100);

bool sends(MediaDirection d) { return d != MediaDirection::kRecvOnly; }
bool receives(MediaDirection d) { return d != MediaDirection::kSendOnly; }

}  // namespace

struct Call::Impl {
  Impl(const CallConfig& given, const CallSurroundings& surroundings, Time now)
      : config(given),
        codec(codec_of(given)),
        observer(surroundings.observer ? *surroundings.observer : nobody()),
        wall(surroundings.wall),
        rng(surroundings.seed),
        start(now),
        ssrc(given.ssrc.value_or(Ssrc(rng.u32()))),
        control(given, codec.traits()),
        sender(config, codec, surroundings.source, ssrc, control.current(), rng, now),
        receiver(config, codec, observer),
        rtcp(config, wall, ssrc, sender.bandwidth_bps(), rng, now),
        breaker(given.breaker) {}

  void note(Time at, EventBody body) { observer.on_event({at, std::move(body)}); }
  void apply(Time now, PtimeControl::Outcome outcome);
  void depart(Time now);
  void report(Time now);
  RtcpSession::Membership membership() const;
  void judge_report(Time now, const ReportBlock& block);
  void judge_reception(Time now, const RtcpPacket& own_report);
  void trip(Time now, const std::optional<BreakerTrip>& trip);
  void hang_up(Time now, std::string_view reason);
  void say_bye(Time now, std::string_view reason);
  Time when_heard_out(Time now) const;
  void finish(Time now);
  Buffer send_rtcp(Time due, Time now, const std::vector<RtcpPacket>& packets);
  void send_nack(Time now, const MediaReceiver::Gap& gap);

  CallConfig config;
  const Codec& codec;
  CallObserver& observer;
  WallClock wall;
  Rng rng;
  Time start;
  Ssrc ssrc;
  PtimeControl control;
  MediaSender sender;
  MediaReceiver receiver;
  RtcpSession rtcp;
  CallBreaker breaker;
  std::optional<uint32_t> reported_highest_seq;  ///< in our last report on the peer's stream
  Outbox outbox;
  struct HungUp {
    Time finish;  ///< until then what is under way is heard
    std::string reason;
  };
  std::optional<HungUp> hung_up;
  std::optional<Time> stopped_at;
};

Call::Call(const CallConfig& config, const CallSurroundings& surroundings, Time now)
    : impl_(std::make_unique<Impl>(config, surroundings, now)) {
  impl_->note(now, CallStarted{impl_->ssrc, config.codec, config.policy,
                               std::string(to_string(config.rtcp.mode)), impl_->control.current()});
}

Call::~Call() = default;

void Call::on_rtp(Time arrival, Bytes datagram) {
  if (stopped() || !receives(impl_->config.direction)) return;
  const MediaReceiver::Gap gap = impl_->receiver.on_rtp(arrival, datagram);
  if (gap.packets > 0 && impl_->rtcp.is_quick() && !impl_->hung_up) impl_->send_nack(arrival, gap);
}

void Call::on_rtcp(Time arrival, Bytes datagram) {
  if (stopped()) return;
  const auto digested = impl_->rtcp.on_datagram(arrival, datagram);
  const auto* heard = std::get_if<RtcpSession::Heard>(&digested);
  impl_->observer.on_rtcp(
      Direction::kReceived, arrival, datagram,
      heard ? std::string_view(heard->text) : to_string(std::get<RtcpDrop>(digested)));
  if (!heard) return;
  for (const ReportBlock& block : heard->about_us) {
    impl_->apply(arrival, impl_->control.on_report(arrival, block, impl_->rtcp.rtt()));
    impl_->judge_report(arrival, block);
  }
  if (!heard->nacked.empty()) {
    impl_->breaker.circuit.on_feedback(arrival);
    impl_->note(arrival, NackReceived{heard->nacked});
    impl_->apply(arrival, impl_->control.on_nack(arrival, static_cast<int>(heard->nacked.size())));
  }
  if (heard->bye) {
    for (const Ssrc source : heard->bye->sources) {
      impl_->note(arrival, PeerBye{source, heard->bye->reason});
      if (impl_->receiver.source() != source) continue;
      impl_->receiver.on_bye(arrival);
      if (impl_->hung_up) impl_->hung_up->finish = impl_->when_heard_out(arrival);
    }
  }
}

void Call::on_timer(Time now) {
  if (stopped()) return;
  Impl& call = *impl_;
  call.receiver.play_due(now);
  if (call.hung_up) {
    if (now >= call.hung_up->finish) call.finish(now);
    return;
  }
  if (call.breaker.circuit.next_timeout() <= now) {
    call.trip(now, call.breaker.circuit.on_timer(now));
    if (call.hung_up) return;
  }
  if (call.control.next_timeout() <= now) call.apply(now, call.control.on_timer(now));
  if (sends(call.config.direction))
    while (call.sender.next_departure() <= now) call.depart(now);
  if (call.rtcp.next_report() <= now) call.report(now);
}

void Call::Impl::apply(Time now, PtimeControl::Outcome outcome) {
  for (EventBody& body : outcome) note(now, std::move(body));
  sender.set_ptime(control.current());
}

void Call::Impl::depart(Time now) {
  MediaSender::Departure out = sender.depart(now);
  if (out.skipped) note(now, std::move(*out.skipped));
  if (!out.datagram) return;
  outbox.push(Channel::kRtp, out.due, *out.datagram);
  breaker.circuit.on_packet_sent(now, out.datagram->size(), out.record.ptime);
  observer.on_packet(out.record);
}

void Call::Impl::report(Time now) {
  const Time due = rtcp.next_report();
  if (!rtcp.report_due(now, membership())) return;
  const MediaSender* media = sends(config.direction) ? &sender : nullptr;
  const auto packets = rtcp.report(now, media, receiver);
  rtcp.on_sent(now, send_rtcp(due, now, packets).size());
  judge_reception(now, packets.front());
}

void Call::Impl::judge_report(Time now, const ReportBlock& block) {
  if (hung_up) return;
  const RtcpSession::Membership known = membership();
  const BreakerIntervals intervals = breaker_intervals(config.rtcp, rtcp.deterministic_interval(),
                                                       {.session_bps = known.session_bps,
                                                        .average_rtcp_size = rtcp.average_size(),
                                                        .we_send = known.we_sent,
                                                        .peer_sends = known.peer_sends});
  trip(now, breaker.circuit.on_report(now, block, round_trip(wall.ntp(now), block), intervals));
  if (!breaker.circuit.watches_cut()) control.release();
}

/// What our own report says of the peer's stream; nothing when no more of it has come.
void Call::Impl::judge_reception(Time now, const RtcpPacket& own_report) {
  const auto* sr = std::get_if<SenderReport>(&own_report);
  const auto& blocks = sr ? sr->blocks : std::get<ReceiverReport>(own_report).blocks;
  if (hung_up || blocks.empty()) return;
  const ReportBlock& block = blocks.front();
  if (std::exchange(reported_highest_seq, block.extended_highest_seq) == block.extended_highest_seq)
    return;
  trip(now, breaker.circuit.on_reception(now, block.fraction_lost / 256.0));
}

void Call::Impl::trip(Time now, const std::optional<BreakerTrip>& trip) {
  if (!trip) return;
  const bool can_cut = control.current() < control.path().limits.max;
  CallBreaker::Decision decision = breaker.decide(*trip, can_cut);
  note(now, std::move(decision.event));
  const std::string reason = "circuit breaker: " + std::string(to_string(trip->breaker));
  if (decision.action == BreakerAction::kCut) apply(now, control.hold_longest(reason));
  if (decision.action == BreakerAction::kStop) hang_up(now, reason);
}

RtcpSession::Membership Call::Impl::membership() const {
  const bool hears_media = receiver.source().has_value();
  return {.session_bps = sender.bandwidth_bps(),
          .we_sent = sender.totals().packets > 0,
          .peer_present = hears_media || rtcp.heard_any(),
          .peer_sends = hears_media};
}

Buffer Call::Impl::send_rtcp(Time due, Time now, const std::vector<RtcpPacket>& packets) {
  Buffer datagram = serialize(packets);
  outbox.push(Channel::kRtcp, due, datagram);
  observer.on_rtcp(Direction::kSent, now, datagram, describe(packets));
  return datagram;
}

void Call::Impl::send_nack(Time now, const MediaReceiver::Gap& gap) {
  const auto packets = rtcp.quick_nack(*receiver.source(), gap.first, gap.packets);
  if (packets.empty()) return note(now, NackDenied{gap.first, gap.packets});
  note(now, NackSent{std::get<GenericNack>(packets.back()).lost, rtcp.budget_left()});
  rtcp.on_sent_early(send_rtcp(now, now, packets).size());
}

Ptime Call::set_ptime(Time now, Ptime wanted) {
  impl_->apply(now, impl_->control.command(wanted));
  return impl_->control.current();
}

std::vector<PolicyProblem> Call::set_policy(Time now, std::string_view name,
                                            const PolicyParameters& parameters) {
  const std::string from(impl_->control.policy());
  auto problems = impl_->control.set_policy(name, parameters);
  if (problems.empty()) impl_->note(now, PolicyChanged{from, std::string(name)});
  return problems;
}

void Call::hang_up(Time now, std::string_view reason) {
  if (stopped() || impl_->hung_up) return;
  impl_->hang_up(now, reason);
}

void Call::Impl::hang_up(Time now, std::string_view reason) {
  say_bye(now, reason);
  hung_up = {when_heard_out(now), std::string(reason)};
  receiver.expect_end();
}

void Call::stop(Time now, std::string_view reason) {
  if (stopped()) return;
  if (!impl_->hung_up) {
    impl_->say_bye(now, reason);
    impl_->hung_up = {now, std::string(reason)};
  }
  impl_->finish(now);
}

void Call::Impl::say_bye(Time now, std::string_view reason) {
  // RFC 3550 section 6.3.7: who never sent anything does not say BYE.
  if (!rtcp.sent_any() && sender.totals().packets == 0) return;
  const MediaSender* media = sends(config.direction) ? &sender : nullptr;
  auto packets = rtcp.report(now, media, receiver);
  packets.push_back(Bye{{ssrc}, std::string(reason)});
  rtcp.on_sent(now, send_rtcp(now, now, packets).size());
}

/// After its BYE a peer's last media may still be under way, or wait in another socket.
Time Call::Impl::when_heard_out(Time now) const {
  if (!receives(config.direction)) return now;
  return now + (receiver.source_gone() ? kGrace : kLinger);
}

void Call::Impl::finish(Time now) {
  receiver.finish(now);
  stopped_at = now;
  note(now, CallEnded{hung_up->reason});
}

bool Call::stopped() const { return impl_->stopped_at.has_value(); }

std::optional<Transmit> Call::poll() { return impl_->outbox.poll(); }

Time Call::next_timeout() const {
  if (stopped()) return kNever;
  if (impl_->hung_up) return std::min(impl_->receiver.next_slot(), impl_->hung_up->finish);
  const Time departure = sends(impl_->config.direction) ? impl_->sender.next_departure() : kNever;
  return std::min({departure, impl_->receiver.next_slot(), impl_->rtcp.next_report(),
                   impl_->control.next_timeout(), impl_->breaker.circuit.next_timeout()});
}

const std::string& Call::cname() const { return impl_->rtcp.cname(); }

const CallConfig& Call::config() const { return impl_->config; }

CallSummary Call::summary(Time now) const {
  const Impl& call = *impl_;
  CallSummary out;
  out.id = call.config.id;
  out.codec = call.config.codec;
  out.policy = call.control.policy();
  out.rtcp_mode = to_string(call.config.rtcp.mode);
  out.direction = to_string(call.config.direction);
  out.started_unix_ns = call.wall.unix_ns(call.start);
  out.duration = call.stopped_at.value_or(now) - call.start;
  out.rtt = call.rtcp.rtt();
  out.rtt_mean = call.rtcp.rtt_mean();
  out.sent = call.sender.totals();
  out.sent.ptime = call.control.current();
  out.sent.ptime_changes = call.control.changes();
  out.sent.ptime_limited = call.control.limited();
  if (out.sent.packets > 0)
    out.sent.mean_ptime_ms = to_ms(out.sent.media) / static_cast<double>(out.sent.packets);
  out.breaker_trips = call.breaker.trips();
  call.receiver.fill(out.received);
  call.rtcp.fill(out.sent, out.received);
  rate_call(out, call.codec.traits());
  return out;
}

}  // namespace ptimed
