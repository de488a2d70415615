// SPDX-License-Identifier: AGPL-3.0-or-later
#include "codecs/framing.h"

namespace ptimed {

std::vector<Bytes> split_frames(Bytes payload, size_t frame_bytes, size_t tail_bytes) {
  const size_t rest = payload.size() % frame_bytes;
  if (rest != 0 && rest != tail_bytes) return {};
  std::vector<Bytes> frames;
  frames.reserve(payload.size() / frame_bytes + 1);
  for (; payload.size() >= frame_bytes; payload = payload.subspan(frame_bytes))
    frames.push_back(payload.first(frame_bytes));
  if (rest != 0) frames.push_back(payload);
  return frames;
}

}  // namespace ptimed
