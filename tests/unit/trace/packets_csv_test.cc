// SPDX-License-Identifier: AGPL-3.0-or-later
#include "lib/trace/packets_csv.h"

#include <gtest/gtest.h>

#include <limits>

namespace ptimed {
namespace {

using namespace std::chrono_literals;

constexpr std::string_view kHeader = "direction,ssrc,seq,rtp_ts,bytes,ptime_ms,time_ns\n";

std::string written(const std::vector<PacketRecord>& records, Duration unix_at_zero = 0ns) {
  StringSink sink;
  PacketsWriter writer(sink, WallClock(unix_at_zero));
  for (const PacketRecord& record : records) writer.write(record);
  return sink.text();
}

const PacketRecord kSent{Direction::kSent, Time{1s}, Ssrc(0x00abcdef), ExtSeq(65'536),
                         RtpTime(160),     200,      Ptime{20}};
const PacketRecord kReceived{Direction::kReceived,   Time{1030ms}, Ssrc(0xfedcba98), ExtSeq(7),
                             RtpTime(4'294'967'295), 60,           Ptime{10}};

TEST(PacketsWriter, WritesExactlyTheseBytes) {
  EXPECT_EQ(written({kSent, kReceived}, 1'700'000'000s),
            std::string(kHeader) +
                "sent,00abcdef,65536,160,200,20,1700000001000000000\n"
                "received,fedcba98,7,4294967295,60,10,1700000001030000000\n");
}

TEST(PacketsWriter, HasRoomForTheWidestValues) {
  constexpr int64_t kLeast = std::numeric_limits<int64_t>::min();
  const PacketRecord widest{Direction::kReceived,
                            Time{Duration(kLeast)},
                            Ssrc(0xffffffff),
                            ExtSeq(kLeast),
                            RtpTime(0xffffffff),
                            std::numeric_limits<int>::min(),
                            Ptime{std::numeric_limits<int>::min()}};
  EXPECT_EQ(written({widest}),
            std::string(kHeader) +
                "received,ffffffff,-9223372036854775808,4294967295,-2147483648,-2147483648,"
                "-9223372036854775808\n");
}

TEST(PacketsReader, ReadsBackWhatWasWritten) {
  const PacketRows read = read_packets(written({kSent, kReceived}));
  EXPECT_EQ(read.bad_lines, 0);
  EXPECT_FALSE(read.torn);
  const std::vector<PacketRow> expected{{Direction::kSent, Ssrc(0x00abcdef), ExtSeq(65'536),
                                         RtpTime(160), 200, Ptime{20}, 1'000'000'000},
                                        {Direction::kReceived, Ssrc(0xfedcba98), ExtSeq(7),
                                         RtpTime(4'294'967'295), 60, Ptime{10}, 1'030'000'000}};
  EXPECT_EQ(read.rows, expected);
}

TEST(PacketsReader, LeavesOutATornLastLineWhereverItWasTorn) {
  const std::string one = written({kSent}), two = written({kSent, kReceived});
  for (size_t cut = one.size() + 1; cut < two.size(); ++cut) {
    const PacketRows read = read_packets(two.substr(0, cut));
    EXPECT_EQ(read.rows.size(), 1u) << cut;
    EXPECT_EQ(read.bad_lines, 0) << cut;
    EXPECT_TRUE(read.torn) << cut;
  }
}

TEST(PacketsReader, CountsEachLineThatIsNotOurs) {
  for (const char* line : {
           "lost,00000001,1,160,200,20,1",                     // no such direction
           "sent,00000001,1,160,200,20",                       // a field short
           "sent,00000001,1,160,200,20,1,2",                   // one too many
           "sent,xyz,1,160,200,20,1",                          // no hex
           "sent,123456789,1,160,200,20,1",                    // more than 32 bits
           "sent,00000001,1,4294967296,200,20,1",              // more than 32 bits
           "sent,00000001,1,160,-200,20,1",                    // no size
           "sent,00000001,1,160,200,-20,1",                    // no ptime
           "sent,00000001,1,160,200,20,99999999999999999999",  // more than 64 bits
           "sent,00000001, 1,160,200,20,1",                    // a blank
       }) {
    const PacketRows read = read_packets(std::string(kHeader) + line + "\n");
    EXPECT_EQ(read.bad_lines, 1) << line;
    EXPECT_TRUE(read.rows.empty()) << line;
  }
}

TEST(PacketsReader, AnEmptyFileHoldsNothing) {
  const PacketRows read = read_packets("");
  EXPECT_TRUE(read.rows.empty());
  EXPECT_FALSE(read.torn);
}

}  // namespace
}  // namespace ptimed
