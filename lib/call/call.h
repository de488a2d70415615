// SPDX-License-Identifier: AGPL-3.0-or-later
#pragma once
// One endpoint of one call, without I/O and without a clock. A driver hands in datagrams, timer
// ticks and commands, each with its time, drains what is to be sent, and comes back at
// next_timeout().
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "codecs/codec.h"
#include "lib/base/rng.h"
#include "lib/base/time.h"
#include "lib/call/audio_source.h"
#include "lib/call/config.h"
#include "lib/call/outbox.h"
#include "lib/trace/call_summary.h"
#include "lib/trace/observer.h"

namespace ptimed {

/// What a call is given by its driver, for its whole life.
struct CallSurroundings {
  WallClock wall;
  uint64_t seed = 1;
  AudioSource* source = nullptr;     ///< may be null: silence
  CallObserver* observer = nullptr;  ///< may be null
};

class Call {
 public:
  /// The call begins at `now`: media time 0, RTCP session start. `config` has been checked by the
  /// schema.
  Call(const CallConfig& config, const CallSurroundings& surroundings, Time now);
  ~Call();
  Call(const Call&) = delete;
  Call& operator=(const Call&) = delete;

  void on_rtp(Time arrival, Bytes datagram);
  void on_rtcp(Time arrival, Bytes datagram);
  void on_timer(Time now);

  /// Changes the ptime by command; the answer is what is in force from the next packet on, after
  /// limits.
  Ptime set_ptime(Time now, Ptime wanted);
  /// Changes the policy of the running call. Empty on success, else every problem.
  std::vector<PolicyProblem> set_policy(Time now, std::string_view name,
                                        const PolicyParameters& parameters);
  /// Says BYE and sends no more, but goes on hearing what is under way until the peer has said BYE
  /// too or kLinger has passed; stopped() tells when.
  void hang_up(Time now, std::string_view reason);
  /// Says BYE unless that was done, plays out what waits and closes open clips, all at once;
  /// nothing is sent after it.
  void stop(Time now, std::string_view reason);
  bool stopped() const;
  static constexpr Duration kLinger = std::chrono::seconds(1);

  /// The next datagram to send, until empty. Drain after every call into the object.
  std::optional<Transmit> poll();
  /// When on_timer is due; kNever when nothing is.
  Time next_timeout() const;

  /// The figures so far. The driver adds its own counters.
  CallSummary summary(Time now) const;
  const CallConfig& config() const;
  /// Of the SDES items this call sends.
  const std::string& cname() const;

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace ptimed
