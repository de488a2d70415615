// SPDX-License-Identifier: AGPL-3.0-or-later
// tests/vectors/rtcp: whole datagrams in hex, each packet under the line it is rendered as.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>

#include "lib/rtcp/compound.h"
#include "tests/unit/rtcp/hex_bytes.h"

namespace ptimed {
namespace {

struct Golden {
  std::string name;
  std::vector<std::string> lines;  ///< what reading it says
  Buffer datagram;
};

Golden read_golden(const std::filesystem::path& path) {
  Golden golden{path.stem().string(), {}, {}};
  std::ifstream file(path);
  std::string hex;
  for (std::string line; std::getline(file, line);) {
    if (line.starts_with("# "))
      golden.lines.push_back(line.substr(2));
    else
      hex += line;
  }
  golden.datagram = from_hex(hex);
  return golden;
}

std::vector<Golden> all_golden() {
  std::vector<Golden> all;
  const std::filesystem::path folder = PTIMED_SOURCE_DIR "/tests/vectors/rtcp";
  for (const auto& entry : std::filesystem::directory_iterator(folder))
    all.push_back(read_golden(entry.path()));
  std::ranges::sort(all, {}, &Golden::name);
  return all;
}

std::vector<std::string> lines_of(const Compound& compound) {
  std::vector<std::string> lines;
  if (compound.reduced_size) lines.push_back("reduced-size");
  if (compound.malformed > 0) lines.push_back("malformed " + std::to_string(compound.malformed));
  for (const RtcpPacket& packet : compound.packets) lines.push_back(to_string(packet));
  return lines;
}

class GoldenVector : public testing::TestWithParam<Golden> {
 protected:
  const std::variant<Compound, RtcpDrop> parsed_ =
      parse_compound(GetParam().datagram, RtcpForm::kReducedSize);
};

TEST_P(GoldenVector, ReadsAsItsLines) {
  const auto* compound = std::get_if<Compound>(&parsed_);
  if (compound)
    EXPECT_THAT(lines_of(*compound), testing::ElementsAreArray(GetParam().lines));
  else
    EXPECT_THAT(
        GetParam().lines,
        testing::ElementsAre("drop " + std::string(to_string(std::get<RtcpDrop>(parsed_)))));
}

TEST_P(GoldenVector, IsWrittenAsItCame) {
  const auto* compound = std::get_if<Compound>(&parsed_);
  const bool hostile = GetParam().name.starts_with("hostile");
  EXPECT_EQ(hostile, !compound || compound->malformed > 0);
  if (hostile || GetParam().name.find("padded") != std::string::npos) return;
  EXPECT_EQ(serialize(compound->packets), GetParam().datagram);
}

TEST_P(GoldenVector, EveryTruncationEndsBetweenPacketsOrIsDropped) {
  const Buffer& whole = GetParam().datagram;
  for (size_t cut = 0; cut < whole.size(); ++cut) {
    const auto shorter = parse_compound(Bytes(whole).first(cut), RtcpForm::kReducedSize);
    if (std::holds_alternative<RtcpDrop>(shorter)) continue;
    const Buffer again = serialize(std::get<Compound>(shorter).packets);
    EXPECT_TRUE(std::ranges::equal(again, Bytes(whole).first(again.size()))) << cut << " bytes";
  }
}

INSTANTIATE_TEST_SUITE_P(Rtcp, GoldenVector, testing::ValuesIn(all_golden()),
                         [](const auto& golden) { return golden.param.name; });

}  // namespace
}  // namespace ptimed
