// SPDX-License-Identifier: AGPL-3.0-or-later
#pragma once
// Messages to bytes and back, as the tests of single kinds need it.
#include "lib/rtcp/packet.h"

namespace ptimed {

template <class Message>
Buffer serialized(const Message& message) {
  Buffer out;
  Writer w(out);
  message.serialize(w);
  return out;
}

inline Bytes body_of(const Buffer& wire) { return Bytes(wire).subspan(4); }

}  // namespace ptimed
