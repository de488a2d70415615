// SPDX-License-Identifier: AGPL-3.0-or-later
#include "daemon/control_server.h"

#include <fcntl.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <sys/stat.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <vector>

#include "daemon/unix_address.h"

namespace ptimed {
namespace {

constexpr mode_t kMode = 0660;

std::string describe(const std::string& path, int error) {
  return path + ": " + std::strerror(error);
}

bool somebody_listens(const sockaddr_un& address) {
  const UniqueFd probe(::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0));
  return connect(probe.get(), as_sockaddr(address), sizeof address) == 0 || errno == EAGAIN;
}

/// Removes a socket left over from a process that is gone. False when something else stands there.
bool clear_way(const std::string& path, const sockaddr_un& address) {
  struct stat info {};
  if (lstat(path.c_str(), &info) != 0) return true;
  if (!S_ISSOCK(info.st_mode) || somebody_listens(address)) return false;
  return ::unlink(path.c_str()) == 0;
}

/// The last folder of the path only, as systemd's RuntimeDirectory= would; bind() says what is
/// wrong.
void make_folder_of(const std::string& path) {
  const std::string folder = std::filesystem::path(path).parent_path().string();
  if (!folder.empty()) ::mkdir(folder.c_str(), 0750);
}

}  // namespace

ControlServer::~ControlServer() {
  for (const auto& [fd, client] : clients_) loop_.forget(fd);
  if (!listener_) return;
  loop_.cancel(resume_);
  loop_.forget(listener_.get());
  ::unlink(path_.c_str());
}

std::optional<std::string> ControlServer::listen(const std::string& path) {
  const auto address = unix_address(path);
  if (!address) return path + ": longer than a socket's path may be";
  if (!clear_way(path, *address)) return path + ": is in use";
  make_folder_of(path);
  UniqueFd fd(::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0));
  // The mode is right from the first moment: bind() applies the umask, chmod() would come after.
  const mode_t before = umask(static_cast<mode_t>(~kMode & 0777));
  const bool bound = fd && bind(fd.get(), as_sockaddr(*address), sizeof *address) == 0;
  const int error = errno;
  umask(before);
  if (!bound) return describe(path, error);
  if (::listen(fd.get(), static_cast<int>(kClients)) != 0) return describe(path, errno);
  path_ = path;
  listener_ = std::move(fd);
  loop_.watch(listener_.get(), EPOLLIN, [this](uint32_t) { accept_all(); });
  return std::nullopt;
}

void ControlServer::accept_all() {
  for (;;) {
    UniqueFd connection(accept4(listener_.get(), nullptr, nullptr, SOCK_CLOEXEC | SOCK_NONBLOCK));
    if (!connection) return pause_listening(errno);
    adopt(std::move(connection));
  }
}

/// Without a descriptor to spare, the one who waits would wake the loop again and again.
void ControlServer::pause_listening(int error) {
  if (error != EMFILE && error != ENFILE) return;
  loop_.change(listener_.get(), 0);
  resume_ = loop_.at(loop_.now() + std::chrono::seconds(1),
                     [this](Time) { loop_.change(listener_.get(), EPOLLIN); });
}

void ControlServer::adopt(UniqueFd connection) {
  const int fd = connection.get();
  fcntl(fd, F_SETFL, fcntl(fd, F_GETFL) | O_NONBLOCK);
  Client& client = *(clients_[fd] = std::make_unique<Client>(std::move(connection)));
  client.interest = EPOLLIN;
  loop_.watch(fd, EPOLLIN, [this, &client](uint32_t events) { on_ready(client, events); });
  if (clients_.size() > kClients) {
    refuse(client, "too many clients");
    settle(client);
  }
}

void ControlServer::on_ready(Client& client, uint32_t events) {
  if (events & (EPOLLERR | EPOLLHUP)) return end(client);
  if (events & EPOLLOUT) write_some(client);
  if (events & EPOLLIN) read_some(client);
  settle(client);
}

void ControlServer::read_some(Client& client) {
  std::array<char, 16 << 10> chunk;
  const ssize_t got = ::read(client.fd.get(), chunk.data(), chunk.size());
  if (got > 0) client.in.append(chunk.data(), static_cast<size_t>(got));
  if (got == 0) client.ended = true;
  if (got < 0 && errno != EAGAIN && errno != EINTR) client.closing = true;
}

/// Answers what is complete, as long as there is room for answers.
void ControlServer::answer_lines(Client& client) {
  size_t end = 0;
  while (!client.closing && client.out.size() < kQueue &&
         (end = client.in.find('\n')) != client.in.npos) {
    const Answer answer = handler_(std::string_view(client.in).substr(0, end));
    client.in.erase(0, end + 1);
    client.out += answer.line + '\n';
    client.watches = client.watches || answer.watches;
  }
  if (!client.closing && client.in.size() > kLongestLine && !client.has_line())
    refuse(client, "line too long");
}

void ControlServer::refuse(Client& client, std::string_view why) {
  client.out += R"({"ok":false,"error":")" + std::string(why) + "\"}\n";
  client.in.clear();
  client.closing = true;
}

void ControlServer::write_some(Client& client) {
  while (!client.out.empty()) {
    const ssize_t done =
        ::send(client.fd.get(), client.out.data(), client.out.size(), MSG_NOSIGNAL | MSG_DONTWAIT);
    if (done < 0 && errno == EINTR) continue;
    if (done < 0) {
      if (errno == EAGAIN) return;
      client.out.clear();
      client.closing = true;
      return;
    }
    client.out.erase(0, static_cast<size_t>(done));
  }
  give_notice(client);
}

void ControlServer::give_notice(Client& client) {
  if (client.dropped == 0) return;
  client.out += R"({"notice":"slow reader","dropped":)" + std::to_string(client.dropped) + "}\n";
  client.dropped = 0;
}

/// Moves a client on as far as it goes without waiting; it may be gone afterwards.
void ControlServer::settle(Client& client) {
  do {
    answer_lines(client);
    write_some(client);
  } while (client.out.empty() && client.has_line());
  if (client.out.empty() && (client.closing || client.ended)) return end(client);
  update_interest(client);
}

void ControlServer::update_interest(Client& client) {
  const bool reads = !client.closing && !client.ended && client.out.size() < kQueue;
  const uint32_t interest =
      (reads ? uint32_t{EPOLLIN} : 0u) | (client.out.empty() ? 0u : uint32_t{EPOLLOUT});
  if (interest != client.interest) loop_.change(client.fd.get(), client.interest = interest);
}

void ControlServer::end(Client& client) {
  const int fd = client.fd.get();
  loop_.forget(fd);
  clients_.erase(fd);
}

/// Only queues: a handler may cause broadcasts while its own client is being answered.
void ControlServer::broadcast(std::string_view line) {
  for (const auto& [fd, client] : clients_) {
    if (!client->watches || client->closing) continue;
    if (client->out.size() + line.size() > kQueue) {
      ++client->dropped;
      continue;
    }
    client->out.append(line).push_back('\n');
    update_interest(*client);
  }
}

bool ControlServer::has_watchers() const {
  return std::any_of(clients_.begin(), clients_.end(),
                     [](const auto& entry) { return entry.second->watches; });
}

}  // namespace ptimed
