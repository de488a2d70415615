// SPDX-License-Identifier: AGPL-3.0-or-later
#include "lib/rtp/log.h"

#include <bctoolbox/logging.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace ptimed {
namespace {

using ::testing::ElementsAre;
using ::testing::SizeIs;

TEST(RtpLog, LinesReachTheHandlerUntilItIsTakenAway) {
  std::vector<std::string> lines;
  set_rtp_log_handler([&](std::string_view line) { lines.emplace_back(line); });
  bctbx_error("late by %d ms", 7);
  set_rtp_log_handler({});
  bctbx_error("unheard");
  EXPECT_THAT(lines, ElementsAre("late by 7 ms"));
}

TEST(RtpLog, AnEndlessLineIsCut) {
  std::string heard;
  set_rtp_log_handler([&](std::string_view line) { heard = line; });
  bctbx_error("%s", std::string(5000, 'x').c_str());
  set_rtp_log_handler({});
  EXPECT_THAT(heard, SizeIs(511));
}

}  // namespace
}  // namespace ptimed
