// SPDX-License-Identifier: AGPL-3.0-or-later
#include "daemon/control_server.h"

#include <gmock/gmock.h>
#include <sys/socket.h>

#include <filesystem>

#include "daemon/clocks.h"
#include "daemon/control_client.h"
#include "daemon/unix_address.h"
#include "tests/unit/daemon/loopback.h"

namespace ptimed {
namespace {

using std::chrono::milliseconds;

/// A server that answers with the line itself; "watch" makes a watcher.
class ControlServerTest : public testing::Test {
 protected:
  /// The far end of a new connection, non-blocking.
  UniqueFd connect() {
    int ends[2];
    EXPECT_EQ(socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0, ends), 0);
    server.adopt(UniqueFd(ends[0]));
    return UniqueFd(ends[1]);
  }
  void turn() { loop.run_once(monotonic_now() + milliseconds(20)); }
  static void say(const UniqueFd& end, std::string_view text) {
    ASSERT_EQ(::send(end.get(), text.data(), text.size(), MSG_NOSIGNAL),
              static_cast<ssize_t>(text.size()));
  }
  static std::string hear(const UniqueFd& end) {
    std::string text;
    char chunk[65536];
    for (ssize_t got; (got = ::read(end.get(), chunk, sizeof chunk)) > 0;)
      text.append(chunk, static_cast<size_t>(got));
    return text;
  }

  EpollLoop loop;
  ControlServer server{loop, [](std::string_view line) {
                         return ControlServer::Answer{std::string(line), line == "watch"};
                       }};
};

TEST_F(ControlServerTest, MakesTheLastFolderOfItsPathOnly) {
  char name[] = "/tmp/ptimed-control-XXXXXX";
  const std::filesystem::path scratch = mkdtemp(name);
  EXPECT_EQ(server.listen(scratch / "new" / "s"), std::nullopt);
  EXPECT_TRUE(std::filesystem::exists(scratch / "new" / "s"));
  ControlServer deeper(loop, [](std::string_view) { return ControlServer::Answer{}; });
  EXPECT_EQ(deeper.listen(scratch / "a" / "b" / "s"),
            (scratch / "a" / "b" / "s").string() + ": No such file or directory");
  std::filesystem::remove_all(scratch);
}

TEST_F(ControlServerTest, AnswersEachLineOnce) {
  const UniqueFd client = connect();
  say(client, "one\ntwo\nthr");
  turn();
  EXPECT_EQ(hear(client), "one\ntwo\n");
  say(client, "ee\n");
  turn();
  EXPECT_EQ(hear(client), "three\n");
}

TEST_F(ControlServerTest, AnswersAClientThatHasSaidAllItHadToSay) {
  const UniqueFd client = connect();
  say(client, "one\n");
  shutdown(client.get(), SHUT_WR);
  turn();
  turn();
  EXPECT_EQ(hear(client), "one\n");
  EXPECT_EQ(server.clients(), 0u);
}

TEST_F(ControlServerTest, EndsAnEndlessLine) {
  const UniqueFd client = connect();
  const std::string endless(ControlServer::kLongestLine + 20'000, 'x');
  size_t sent = 0;
  for (int n = 0; n < 20 && server.clients() > 0; ++n) {
    const ssize_t done =
        ::send(client.get(), endless.data() + sent, endless.size() - sent, MSG_NOSIGNAL);
    if (done > 0) sent += static_cast<size_t>(done);
    turn();
  }
  EXPECT_EQ(hear(client), "{\"ok\":false,\"error\":\"line too long\"}\n");
  EXPECT_EQ(server.clients(), 0u);
}

TEST_F(ControlServerTest, TellsWatchersAndNobodyElse) {
  const UniqueFd watcher = connect(), other = connect();
  say(watcher, "watch\n");
  turn();
  EXPECT_TRUE(server.has_watchers());
  server.broadcast("event");
  turn();
  EXPECT_EQ(hear(watcher), "watch\nevent\n");
  EXPECT_EQ(hear(other), "");
}

TEST_F(ControlServerTest, DropsEventsForASlowReaderAndSaysHowMany) {
  const UniqueFd watcher = connect();
  say(watcher, "watch\n");
  turn();
  const std::string event(1000, 'e');
  for (int n = 0; n < 2000; ++n) server.broadcast(event);
  std::string heard;
  for (int n = 0; n < 50; ++n) {
    turn();
    heard += hear(watcher);
  }
  EXPECT_LT(heard.size(), 2 * ControlServer::kQueue);
  EXPECT_THAT(heard, testing::HasSubstr(R"({"notice":"slow reader","dropped":)"));
  server.broadcast("again");
  turn();
  EXPECT_THAT(hear(watcher), testing::EndsWith("again\n"));
}

TEST_F(ControlServerTest, DoesNotReadFromAClientThatDoesNotRead) {
  const UniqueFd greedy = connect(), other = connect();
  const std::string line = std::string(1000, 'x') + '\n';
  int refused = 0;
  for (size_t sent = 0; refused < 5; ++refused, turn())
    while (::send(greedy.get(), line.data(), line.size(), MSG_NOSIGNAL) > 0)
      ASSERT_LT(sent += line.size(), size_t{8} << 20) << "it is read without end";
  say(other, "one\n");
  turn();
  EXPECT_EQ(hear(other), "one\n");
  EXPECT_EQ(server.clients(), 2u);
}

TEST_F(ControlServerTest, SurvivesAClientThatVanishes) {
  {
    const UniqueFd client = connect();
    say(client, "one\n");
  }
  turn();
  turn();
  EXPECT_EQ(server.clients(), 0u);
}

TEST_F(ControlServerTest, RefusesOneClientTooMany) {
  std::vector<UniqueFd> clients;
  for (size_t n = 0; n < ControlServer::kClients; ++n) clients.push_back(connect());
  const UniqueFd last = connect();
  EXPECT_EQ(hear(last), "{\"ok\":false,\"error\":\"too many clients\"}\n");
  EXPECT_EQ(server.clients(), ControlServer::kClients);
}

TEST_F(ControlServerTest, ListensForOwnerAndGroupOnly) {
  const ScratchFolder folder;
  ASSERT_EQ(server.listen(folder / "s"), std::nullopt);
  const auto mode = std::filesystem::status(folder / "s").permissions();
  EXPECT_EQ(static_cast<int>(mode), 0660);
}

TEST_F(ControlServerTest, ReplacesTheSocketOfADeadDaemonOnly) {
  const ScratchFolder folder;
  const std::string path = folder / "s";
  {
    const auto address = *unix_address(path);
    const UniqueFd dead(::socket(AF_UNIX, SOCK_STREAM, 0));
    ASSERT_EQ(bind(dead.get(), as_sockaddr(address), sizeof address), 0);
  }
  ASSERT_EQ(server.listen(path), std::nullopt);
  ControlServer second(loop, [](std::string_view) { return ControlServer::Answer{}; });
  EXPECT_EQ(second.listen(path), path + ": is in use");
  EXPECT_TRUE(std::filesystem::exists(path));
}

TEST_F(ControlServerTest, LeavesAFileThatIsNoSocketAlone) {
  const ScratchFolder folder;
  std::filesystem::create_directory(folder / "s");
  EXPECT_NE(server.listen(folder / "s"), std::nullopt);
  EXPECT_TRUE(std::filesystem::exists(folder / "s"));
}

}  // namespace
}  // namespace ptimed
