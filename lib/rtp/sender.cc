// SPDX-License-Identifier: AGPL-3.0-or-later
#include "lib/rtp/sender.h"

#include <ortp/ortp.h>

#include <cassert>

#include "lib/rtp/ortp_library.h"

namespace ptimed {
namespace {

/// An oRTP transport that keeps the last packet sent through it and never receives.
struct BufferTransport {
  RtpTransport callbacks{};
  Buffer packet;
  uint64_t sent = 0;

  BufferTransport() {
    callbacks.data = this;
    callbacks.t_getsocket = [](RtpTransport*) -> ortp_socket_t { return -1; };
    callbacks.t_sendto = [](RtpTransport* t, mblk_t* message, int, const sockaddr*, socklen_t) {
      return static_cast<BufferTransport*>(t->data)->keep(message);
    };
    callbacks.t_recvfrom = [](RtpTransport*, mblk_t*, int, sockaddr*, socklen_t*) { return 0; };
    callbacks.t_close = [](RtpTransport*) {};
    callbacks.t_destroy = [](RtpTransport*) {};  // the sender owns it
  }

  /// A message is a chain of blocks.
  int keep(const mblk_t* message) {
    packet.clear();
    for (const mblk_t* block = message; block != nullptr; block = block->b_cont)
      packet.insert(packet.end(), block->b_rptr, block->b_wptr);
    ++sent;
    return static_cast<int>(packet.size());
  }
};

struct DestroySession {
  void operator()(RtpSession* s) const { rtp_session_destroy(s); }
};
struct DestroyProfile {
  void operator()(RtpProfile* p) const { rtp_profile_destroy(p); }
};

/// All that sending takes of a payload type is its clock rate, which is 8 kHz for every codec here.
RtpProfile* profile_with(uint8_t payload_type) {
  RtpProfile* profile = rtp_profile_new("ptimed");
  rtp_profile_set_payload(profile, payload_type, &payload_type_pcmu8000);
  return profile;
}

}  // namespace

struct RtpSender::Impl {
  Impl(Ssrc ssrc, uint8_t payload_type, SeqNo first)
      : profile(profile_with(payload_type)), session(rtp_session_new(RTP_SESSION_SENDRECV)) {
    RtpSession* s = session.get();
    rtp_session_set_target_upload_bandwidth(s, 0);  // no RTCP; later it would not take effect
    rtp_session_set_scheduling_mode(s, false);
    rtp_session_set_blocking_mode(s, false);
    rtp_session_set_profile(s, profile.get());
    rtp_session_set_payload_type(s, payload_type);
    rtp_session_set_ssrc(s, ssrc.value);
    rtp_session_set_seq_number(s, first.value);
    RtpTransport *rtp_meta = nullptr, *rtcp_meta = nullptr;
    rtp_session_get_transports(s, &rtp_meta, &rtcp_meta);
    meta_rtp_transport_set_endpoint(rtp_meta, &rtp.callbacks);
    meta_rtp_transport_set_endpoint(rtcp_meta, &rtcp.callbacks);
  }

  BufferTransport rtp;
  BufferTransport rtcp;
  std::unique_ptr<RtpProfile, DestroyProfile> profile;
  std::unique_ptr<RtpSession, DestroySession> session;
};

RtpSender::RtpSender(Ssrc ssrc, uint8_t payload_type, SeqNo first) {
  init_ortp();
  impl_ = std::make_unique<Impl>(ssrc, payload_type, first);
}

RtpSender::~RtpSender() = default;

Bytes RtpSender::frame(Bytes payload, RtpTime timestamp) {
  [[maybe_unused]] const uint64_t before = impl_->rtp.sent;
  mblk_t* message = rtp_session_create_packet(impl_->session.get(), RTP_FIXED_HEADER_SIZE,
                                              payload.data(), payload.size());
  rtp_session_sendm_with_ts(impl_->session.get(), message, timestamp.value);
  assert(impl_->rtp.sent == before + 1 && "one call, one packet");
  return impl_->rtp.packet;
}

SeqNo RtpSender::next_seq() const {
  return SeqNo(rtp_session_get_seq_number(impl_->session.get()));
}

uint64_t RtpSender::rtcp_sent() const { return impl_->rtcp.sent; }

}  // namespace ptimed
