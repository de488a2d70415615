// SPDX-License-Identifier: AGPL-3.0-or-later
#pragma once
// Typed configuration. Defaults live here and nowhere else; the YAML schema (config_yaml.h) reads
// into it.
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "lib/base/time.h"
#include "lib/base/units.h"
#include "lib/policy/ptime_policy.h"
#include "lib/policy/registry.h"
#include "lib/rtcp/circuit_breaker_usability.h"
#include "lib/rtcp/quick_nack.h"
#include "lib/rtp/playout.h"

namespace ptimed {

enum class MediaDirection : uint8_t { kSendRecv, kSendOnly, kRecvOnly };
enum class RtcpMode : uint8_t { kAvp, kQuick2005 };

struct RtcpConfig {
  RtcpMode mode = RtcpMode::kAvp;
  double share = 0.05;                     ///< of the session bandwidth, 0..0.5
  std::optional<Duration> fixed_interval;  ///< "fixed 5s"; empty: RFC 3550 timing
  bool reduced_minimum = true;             ///< RFC 3550 section 6.2; in force for RFC 3550 timing
  std::string cname;                       ///< empty: the driver makes one (RFC 7022)
  QuickNackConfig quick;
};

/// What a tripped circuit breaker (RFC 8083) does. `cut` is for the congestion breaker alone
/// (section 4.3); the others stop then.
enum class BreakerAction : uint8_t {
  kStop,  ///< BYE, and the call ends
  kCut,   ///< once to the longest ptime; when that does not help, stop
  kNote,  ///< an event and nothing else
};

struct BreakerConfig {
  BreakerAction action = BreakerAction::kStop;
  UsabilityLimits usability;
};

struct SourceConfig {
  enum class Kind : uint8_t { kSilence, kTone, kWav } kind = Kind::kTone;
  double tone_hz = 440;  ///< 50..3800
  std::string wav;       ///< 8 kHz mono
  bool loop = true;
};

/// What the call object itself needs; nothing of sockets.
struct CallConfig {
  std::string id;
  std::string codec = "pcmu";
  MediaDirection direction = MediaDirection::kSendRecv;
  Ptime ptime_initial{20};
  PtimeLimits ptime;                   ///< min, max, optimum; defaults by codec
  std::optional<Ptime> peer_maxptime;  ///< the peer's announced a=maxptime
  int mtu = 1500;                      ///< path MTU, IP bytes
  bool ipv6 = false;                   ///< 48 rather than 28 bytes of IP and UDP headers
  std::string policy = "none";
  PolicyParameters policy_parameters;
  RtcpConfig rtcp;
  BreakerConfig breaker;
  PlayoutConfig playout;
  std::optional<Ssrc> ssrc;                ///< empty: random
  std::optional<SeqNo> first_seq;          ///< empty: random
  std::optional<RtpTime> first_timestamp;  ///< empty: random
  Duration departure_jitter{0};  ///< each departure late by U(0, this), drawn from the seed
};

/// An address as configured: "192.0.2.1", "2001:db8::1", "fe80::1%eth0".
struct EndpointAddress {
  std::string host;
  uint16_t port = 0;       ///< RTP port; 0: not given
  uint16_t rtcp_port = 0;  ///< 0: port + 1, or port with rtcp_mux
};

/// One call of a daemon: the call and its surroundings.
struct CallEntry {
  CallConfig call;
  EndpointAddress local;  ///< port 0: taken from the daemon's range
  EndpointAddress remote;
  bool rtcp_mux = false;
  bool learn_source = false;  ///< follow a changed source port of the configured host
  std::string dscp = "EF";
  SourceConfig source;
  bool record = true;    ///< write the received WAV
  Duration start{0};     ///< after the daemon's start (or the call's addition)
  Duration duration{0};  ///< 0: until stopped
  int line = 0;          ///< where it stands in the file
  int column = 0;
  /// Same effective configuration; line and column do not count.
  bool operator==(const CallEntry&) const;
};

struct DaemonConfig {
  std::string endpoint = "ptimed";  ///< names this end's folder of results
  std::string control = "/run/ptimed/ptimed.sock";
  std::string results;              ///< folder; empty: nothing is written
  uint64_t seed = 0;                ///< 0: from the system, and logged
  std::string log_level = "info";   ///< trace debug info warn error
  std::string log_target = "auto";  ///< auto stderr journald
  /// Local address of calls that give none; an unspecified address stands for that of the call's
  /// family.
  std::string bind = "0.0.0.0";
  uint16_t port_low = 20000;  ///< range of RTP/RTCP port pairs; even
  uint16_t port_high = 29999;
  std::vector<CallEntry> calls;
  bool operator==(const DaemonConfig&) const = default;
};

/// RTCP port in force; 0 as long as no RTP port is given.
uint16_t effective_rtcp_port(const EndpointAddress& address, bool rtcp_mux);

/// Code point 0..63 of a name (CS0..CS7, AF11..AF43, EF, VA of RFC 5865, LE of RFC 8622, BE,
/// default) or a number.
std::optional<uint8_t> parse_dscp(std::string_view text);
std::vector<std::string> dscp_names();

std::string_view to_string(MediaDirection d);
std::string_view to_string(BreakerAction a);
std::string_view to_string(RtcpMode m);

}  // namespace ptimed
