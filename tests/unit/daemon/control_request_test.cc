// SPDX-License-Identifier: AGPL-3.0-or-later
#include "daemon/control_request.h"

#include <gtest/gtest.h>

#include "lib/base/rng.h"

namespace ptimed {
namespace {

std::string problem(std::string_view line) {
  const auto parsed = parse_request(line);
  return parsed.index() == 1 ? std::get<1>(parsed) : "none";
}

TEST(ControlRequest, ReadsEachKind) {
  const auto ptime = std::get<0>(parse_request(R"({"request":"ptime","call":"a","ms":30})"));
  EXPECT_EQ(std::get<PtimeRequest>(ptime).call, "a");
  EXPECT_EQ(std::get<PtimeRequest>(ptime).ptime, Ptime{30});
  const auto policy = std::get<0>(parse_request(
      R"({"request":"policy","call":"a","name":"patent-2005","parameters":{"down":"step"}})"));
  EXPECT_EQ(std::get<PolicyRequest>(policy).parameters.at("down"), "step");
  for (const char* name : {"status", "calls", "watch", "reload"})
    EXPECT_EQ(problem(std::string(R"({"request":")") + name + "\"}"), "none") << name;
}

TEST(ControlRequest, SaysWhatIsMissing) {
  EXPECT_EQ(problem(""), "not a JSON object");
  EXPECT_EQ(problem("[]"), "not a JSON object");
  EXPECT_EQ(problem("{}"), "request: expected a string");
  EXPECT_EQ(
      problem(R"({"request":"fly"})"),
      "request: expected one of add, calls, policy, ptime, reload, remove, sdp, show, status, watch");
  EXPECT_EQ(problem(R"({"request":"show"})"), "call: expected a string");
  EXPECT_EQ(problem(R"({"request":"show","call":7})"), "call: expected a string");
}

TEST(ControlRequest, TakesOnlyWholeFramesAsPtime) {
  for (const char* ms : {"0", "5", "-20", "25", "1010", "20.0", "\"20\"", "1e99", "null"})
    EXPECT_EQ(problem(std::string(R"({"request":"ptime","call":"a","ms":)") + ms + "}"),
              "ms: expected a multiple of 10 ms from 10 to 1000")
        << ms;
}

TEST(ControlRequest, SurvivesGarbage) {
  Rng rng(7);
  for (int n = 0; n < 20'000; ++n) {
    std::string line = R"({"request":"ptime","call":"a","ms":30})";
    for (int edits = 0; edits < 3; ++edits)
      line[rng.u32() % line.size()] = static_cast<char>(rng.u32());
    parse_request(line.substr(0, rng.u32() % (line.size() + 1)));
  }
  EXPECT_EQ(problem(std::string(60'000, '[')), "not a JSON object");
}

}  // namespace
}  // namespace ptimed
