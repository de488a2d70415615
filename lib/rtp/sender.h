// SPDX-License-Identifier: AGPL-3.0-or-later
#pragma once
// Framing of outgoing RTP by an oRTP session whose transport is a buffer. SSRC, sequence and
// timestamp are given to it; its clock, its sockets and its RTCP are not used.
#include <memory>

#include "lib/base/bytes.h"
#include "lib/base/units.h"

namespace ptimed {

class RtpSender {
 public:
  /// `first` is the sequence number of the first packet.
  RtpSender(Ssrc ssrc, uint8_t payload_type, SeqNo first);
  ~RtpSender();
  RtpSender(const RtpSender&) = delete;
  RtpSender& operator=(const RtpSender&) = delete;

  /// One whole RTP packet, marker clear, sequence one up from the last. Valid until the next call.
  Bytes frame(Bytes payload, RtpTime timestamp);

  /// The sequence number the next packet will carry.
  SeqNo next_seq() const;

  /// RTCP packets oRTP tried to send of its own accord; they go nowhere. 0 as long as it is held
  /// off as it should be.
  uint64_t rtcp_sent() const;

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace ptimed
