// SPDX-License-Identifier: AGPL-3.0-or-later
#pragma once
// Lines in, lines out over a unix stream socket. A client that does not read is not read from;
// events for it are dropped and it is told how many; nobody else waits.
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "daemon/epoll_loop.h"
#include "daemon/unique_fd.h"

namespace ptimed {

class ControlServer {
 public:
  static constexpr size_t kLongestLine = 64 << 10;  ///< a longer one ends the connection
  static constexpr size_t kQueue = 256 << 10;       ///< bytes waiting for one client
  static constexpr size_t kClients = 32;

  struct Answer {
    std::string line;      ///< without its end
    bool watches = false;  ///< the client gets broadcasts from now on
  };
  using Handler = std::function<Answer(std::string_view line)>;

  ControlServer(EpollLoop& loop, Handler handler) : loop_(loop), handler_(std::move(handler)) {}
  ~ControlServer();

  /// Listens at `path`, mode 0660. A socket file nobody listens on is replaced. Else what is wrong.
  std::optional<std::string> listen(const std::string& path);
  /// Serves a connected stream socket.
  void adopt(UniqueFd connection);
  /// One line to every watching client.
  void broadcast(std::string_view line);
  bool has_watchers() const;
  size_t clients() const { return clients_.size(); }

 private:
  struct Client {
    explicit Client(UniqueFd connection) : fd(std::move(connection)) {}
    UniqueFd fd;
    std::string in, out;
    bool watches = false;
    bool ended = false;    ///< has said all it had to say
    bool closing = false;  ///< takes nothing more, ends when `out` is sent
    uint64_t dropped = 0;  ///< broadcasts not queued since the last notice
    uint32_t interest = 0;
    bool has_line() const { return !closing && in.find('\n') != in.npos; }
  };

  void accept_all();
  void pause_listening(int error);
  void on_ready(Client& client, uint32_t events);
  void read_some(Client& client);
  void answer_lines(Client& client);
  void refuse(Client& client, std::string_view why);
  void write_some(Client& client);
  void give_notice(Client& client);
  void settle(Client& client);
  void update_interest(Client& client);
  void end(Client& client);

  EpollLoop& loop_;
  Handler handler_;
  UniqueFd listener_;
  EpollLoop::TimerId resume_{};
  std::string path_;
  std::map<int, std::unique_ptr<Client>> clients_;
};

}  // namespace ptimed
