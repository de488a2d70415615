// SPDX-License-Identifier: AGPL-3.0-or-later
#pragma once
// RFC 8083 section 4.3: the stream takes more than ten times what TCP would get over this path.
#include <cstdint>
#include <deque>
#include <optional>

#include "lib/base/time.h"

namespace ptimed {

class CongestionBreaker {
 public:
  struct Report {
    Time at;
    double fraction_lost;         ///< 0..1
    uint64_t packets, octets;     ///< sent until now
    std::optional<Duration> rtt;  ///< Tr, smoothed
    double packet_size;           ///< s, octets
    Duration rarest;  ///< max(Tdr, Tr): with fewer packets than one in this time it rests
  };
  struct Verdict {
    double loss;                  ///< p, 0..1
    double rate, tcp_throughput;  ///< octets/s
    Duration over;                ///< what they are measured over
    bool trips;
  };
  /// `interval` is CB_INTERVAL as of before this report. Empty until more than that many reports
  /// have come.
  std::optional<Verdict> on_report(const Report& report, int interval);
  /// Forgets what it saw: the rate was cut, or sending has stopped.
  void restart() { spans_.clear(), last_.reset(); }

 private:
  struct Span {
    Duration length;
    double fraction_lost;
    uint64_t packets, octets;
  };
  std::deque<Span> spans_;  ///< between reports, the latest last; CB_INTERVAL of them at most
  std::optional<Report> last_;
};

}  // namespace ptimed
