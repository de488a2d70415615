// SPDX-License-Identifier: AGPL-3.0-or-later
// Length fields that lie, in every message: a cause is counted, and nothing past the end is read.
#include <gtest/gtest.h>

#include <algorithm>

#include "lib/rtcp/compound.h"
#include "tests/unit/rtcp/vectors.h"

namespace ptimed {
namespace {

class LyingLength : public testing::TestWithParam<Vector> {
 protected:
  /// The packet behind an empty RR, its length field replaced; in memory of its own size, so that a
  /// sanitizer sees any read past it.
  std::variant<Compound, RtcpDrop> with_length(size_t words) const {
    Buffer datagram = from_hex("80c90001 11223344");
    const size_t at = datagram.size();
    const Buffer& wire = GetParam().wire;
    datagram.insert(datagram.end(), wire.begin(), wire.end());
    datagram[at + 2] = static_cast<uint8_t>(words >> 8);
    datagram[at + 3] = static_cast<uint8_t>(words);
    datagram.shrink_to_fit();
    return parse_compound(datagram);
  }
  size_t words() const { return GetParam().wire.size() / 4 - 1; }
};

bool is_length_drop(const std::variant<Compound, RtcpDrop>& parsed) {
  const auto* drop = std::get_if<RtcpDrop>(&parsed);
  return drop && *drop == RtcpDrop::kLength;
}

TEST_P(LyingLength, MoreThanTheDatagramIsDropped) {
  EXPECT_TRUE(is_length_drop(with_length(words() + 1)));
  EXPECT_TRUE(is_length_drop(with_length(65535)));
}

TEST_P(LyingLength, LessThanThePacketNeverGivesItsValue) {
  for (size_t lie = 0; lie < words(); ++lie) {
    const auto parsed = with_length(lie);
    const auto* compound = std::get_if<Compound>(&parsed);
    if (!compound) continue;
    EXPECT_GT(compound->packets.size() + static_cast<size_t>(compound->malformed), 1u);
    EXPECT_EQ(std::ranges::count(compound->packets, GetParam().value), 0) << lie << " words";
  }
}

TEST_P(LyingLength, TheTruthGivesItsValue) {
  const auto parsed = with_length(words());
  const auto* compound = std::get_if<Compound>(&parsed);
  ASSERT_TRUE(compound);
  EXPECT_EQ(compound->packets.back(), GetParam().value);
}

INSTANTIATE_TEST_SUITE_P(Rtcp, LyingLength, testing::ValuesIn(packet_vectors()),
                         [](const auto& vector) { return vector.param.name; });

}  // namespace
}  // namespace ptimed
