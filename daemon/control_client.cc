// SPDX-License-Identifier: AGPL-3.0-or-later
#include "daemon/control_client.h"

#include <array>
#include <cerrno>
#include <cstring>

#include "daemon/unix_address.h"

namespace ptimed {

std::optional<std::string> ControlClient::connect(const std::string& path) {
  const auto address = unix_address(path);
  if (!address) return path + ": no path for a socket";
  fd_ = UniqueFd(::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0));
  if (::connect(fd_.get(), as_sockaddr(*address), sizeof *address) == 0) return std::nullopt;
  return path + ": " + std::strerror(errno);
}

std::optional<std::string> ControlClient::ask(std::string_view line) {
  const std::string text = std::string(line) + '\n';
  std::string_view rest = text;
  while (!rest.empty()) {
    const ssize_t done = ::send(fd_.get(), rest.data(), rest.size(), MSG_NOSIGNAL);
    if (done < 0 && errno == EINTR) continue;
    if (done < 0) break;  // refused half way: the reason may wait to be read
    rest.remove_prefix(static_cast<size_t>(done));
  }
  return read_line();
}

std::optional<std::string> ControlClient::read_line() {
  size_t end = 0;
  while ((end = waiting_.find('\n')) == waiting_.npos) {
    std::array<char, 16 << 10> chunk;
    const ssize_t got = ::read(fd_.get(), chunk.data(), chunk.size());
    if (got < 0 && errno == EINTR) continue;
    if (got <= 0) return std::nullopt;
    waiting_.append(chunk.data(), static_cast<size_t>(got));
  }
  std::string line = waiting_.substr(0, end);
  waiting_.erase(0, end + 1);
  return line;
}

}  // namespace ptimed
