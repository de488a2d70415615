// SPDX-License-Identifier: AGPL-3.0-or-later
#include "daemon/call_runner.h"

#include <sys/epoll.h>

#include "codecs/codec.h"
#include "lib/call/sdp.h"

namespace ptimed {
namespace {

/// System calls spent on one call before others get their turn.
constexpr int kBatchesPerTurn = 4;
/// At the end everything that waits is taken in, but a flood is not followed for ever.
constexpr int kBatchesAtEnd = 64;
/// A peer that starts this much earlier is heard from its first packet on.
constexpr Duration kEarlyMedia = std::chrono::milliseconds(500);
/// A start this late moves the call's time line instead of bunching its first packets.
constexpr Duration kLateStart = std::chrono::milliseconds(10);

}  // namespace

std::string_view to_string(CallRunner::State state) {
  switch (state) {
    case CallRunner::State::kWaiting:
      return "waiting";
    case CallRunner::State::kRunning:
      return "running";
    case CallRunner::State::kEnded:
      break;
  }
  return "ended";
}

CallRunner::CallRunner(LoopSurroundings& surroundings, CallParts parts,
                       std::function<void()> on_ended)
    : surroundings_(surroundings),
      parts_(std::move(parts)),
      on_ended_(std::move(on_ended)),
      local_(parts_.path.socket(Channel::kRtp).local().to_string()) {}

CallRunner::~CallRunner() { end("daemon ended"); }

void CallRunner::activate(Time now) {
  const Time scheduled = now + parts_.entry.start;
  if (parts_.entry.start > kEarlyMedia) {
    listen();
    early_ = surroundings_.loop.at(scheduled - kEarlyMedia, [this](Time) { pause(); });
  }
  deadline_ = surroundings_.loop.at(scheduled, [this, scheduled](Time at) {
    start(at - scheduled < kLateStart ? scheduled : at);
  });
}

void CallRunner::listen() {
  watch(Channel::kRtp);
  if (!parts_.path.is_mux()) watch(Channel::kRtcp);
}

/// What comes now waits in the sockets, with its arrival times, until the call has started.
void CallRunner::pause() {
  surroundings_.loop.forget(parts_.path.socket(Channel::kRtp).fd());
  if (!parts_.path.is_mux()) surroundings_.loop.forget(parts_.path.socket(Channel::kRtcp).fd());
}

void CallRunner::watch(Channel channel) {
  surroundings_.loop.watch(parts_.path.socket(channel).fd(), EPOLLIN,
                           [this, channel](uint32_t events) { on_ready(channel, events); });
}

void CallRunner::start(Time scheduled) {
  state_ = State::kRunning;
  parts_.files->begin(surroundings_.wall, scheduled);
  call_.emplace(parts_.entry.call,
                CallSurroundings{.wall = surroundings_.wall,
                                 .seed = parts_.seed,
                                 .source = parts_.source.get(),
                                 .observer = parts_.files.get()},
                scheduled);
  begun_ = scheduled;
  parts_.files->write_sdp(sdp());
  if (parts_.entry.duration > Duration{0})
    lifetime_ = surroundings_.loop.at(scheduled + parts_.entry.duration, [this](Time now) {
      call_->hang_up(now, "duration reached");
      settle();
    });
  listen();
  settle();
}

void CallRunner::on_ready(Channel channel, uint32_t events) {
  if (events & EPOLLERR) parts_.path.socket(channel).clear_error();
  receive(channel, kBatchesPerTurn);
  if (call_) settle();
}

void CallRunner::receive(Channel channel, int batches) {
  parts_.path.receive(channel, surroundings_.arena, batches,
                      [this](Channel meant, Time arrival, Bytes datagram) {
                        if (!call_) {
                          ++before_start_;
                          return;
                        }
                        if (meant == Channel::kRtp)
                          call_->on_rtp(arrival, datagram);
                        else
                          call_->on_rtcp(arrival, datagram);
                        // Bytes polled from the call live until its next input, so they leave
                        // first.
                        send_pending();
                      });
}

void CallRunner::tick(Time now) {
  armed_ = kNever;
  call_->on_timer(now);
  settle();
}

void CallRunner::send_pending() {
  while (const auto transmit = call_->poll()) parts_.path.queue(*transmit);
  parts_.path.flush();
}

void CallRunner::settle() {
  send_pending();
  if (call_->stopped())
    end("hung up");
  else
    arm();
}

void CallRunner::arm() {
  const Time due = call_->next_timeout();
  if (due == armed_) return;
  surroundings_.loop.cancel(deadline_);
  armed_ = due;
  if (due != kNever) deadline_ = surroundings_.loop.at(due, [this](Time now) { tick(now); });
}

void CallRunner::end(std::string_view reason) {
  if (state_ == State::kEnded) return;
  surroundings_.loop.cancel(deadline_);
  surroundings_.loop.cancel(lifetime_);
  surroundings_.loop.cancel(early_);
  if (call_) {
    receive(Channel::kRtp, kBatchesAtEnd);
    if (!parts_.path.is_mux()) receive(Channel::kRtcp, kBatchesAtEnd);
    call_->stop(monotonic_now(), reason);
    send_pending();
  }
  state_ = State::kEnded;
  pause();
  parts_.path.close();
  write_summary();
  parts_.files->close();
  on_ended_();
}

void CallRunner::flush_files() {
  if (state_ == State::kRunning) parts_.files->flush();
}

void CallRunner::write_summary() {
  if (const auto figures = summary()) parts_.files->write_summary(*figures);
}

std::string CallRunner::sdp() const {
  SdpOptions options;
  if (call_) {
    const CallSummary figures = call_->summary(monotonic_now());
    options.ptime = figures.sent.ptime;
    options.ssrc = figures.sent.ssrc;
    options.cname = call_->cname();
    options.session_id = surroundings_.wall.ntp(begun_).value >> 32;
  }
  return call_sdp(parts_.entry, find_codec(parts_.entry.call.codec)->traits(), options);
}

std::optional<CallSummary> CallRunner::summary() const {
  if (!call_) return std::nullopt;
  CallSummary figures = call_->summary(monotonic_now());
  figures.endpoint = surroundings_.endpoint;
  figures.clock_id = surroundings_.clock_id;
  parts_.path.add_counters(figures.counters);
  figures.counters["before_start"] = before_start_;
  figures.counters["records_lost"] = parts_.files->incomplete() ? 1 : 0;
  const LogHistogram& late = parts_.path.departure_error();
  if (late.count() > 0)
    figures.departure = {.p50 = late.quantile(0.5), .p99 = late.quantile(0.99), .max = late.max()};
  return figures;
}

}  // namespace ptimed
