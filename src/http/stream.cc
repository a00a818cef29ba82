#include "http/stream.h"

#include <sys/socket.h>
#include <sys/uio.h>
#include <unistd.h>

#include <cerrno>

namespace trestle::http {
namespace {

// After a call that returned -1.
Moved Failed() {
  if (errno == EAGAIN || errno == EWOULDBLOCK) return {.bytes = 0, .state = IoState::kBlocked};
  if (errno == EINTR) return {.bytes = 0, .state = IoState::kMore};
  return {.bytes = 0, .state = IoState::kFailed};
}

class PlainStream final : public Stream {
 public:
  using Stream::Stream;

  bool secure() const override { return false; }

  Moved Read(std::span<char> space) override {
    const ssize_t size = ::recv(socket(), space.data(), space.size(), 0);
    if (size < 0) return Failed();
    if (size == 0) return {.bytes = 0, .state = IoState::kEnded};
    // Less than was asked for means that the socket is empty (epoll(7)); asking again would cost a
    // call.
    const bool drained = static_cast<std::size_t>(size) < space.size();
    return {.bytes = static_cast<std::size_t>(size),
            .state = drained ? IoState::kBlocked : IoState::kMore};
  }

  Moved Write(const std::array<std::string_view, 2>& parts) override {
    const ssize_t size = Send(parts);
    if (size < 0) return Failed();
    const bool full = static_cast<std::size_t>(size) < parts[0].size() + parts[1].size();
    return {.bytes = static_cast<std::size_t>(size),
            .state = full ? IoState::kBlocked : IoState::kMore};
  }

  void EndWriting() override { ::shutdown(socket(), SHUT_WR); }

 private:
  ssize_t Send(const std::array<std::string_view, 2>& parts) {
    // The most frequent case, and less work for the system.
    if (parts[1].empty()) {
      return ::send(socket(), parts[0].data(), parts[0].size(), MSG_NOSIGNAL);
    }
    std::array<iovec, 2> pieces{};
    for (std::size_t i = 0; i < parts.size(); ++i) {
      pieces[i] = {.iov_base = const_cast<char*>(parts[i].data()), .iov_len = parts[i].size()};
    }
    msghdr message{};
    message.msg_iov = pieces.data();
    message.msg_iovlen = pieces.size();
    return ::sendmsg(socket(), &message, MSG_NOSIGNAL);
  }
};

}  // namespace

Stream::~Stream() { ::close(socket_); }

std::unique_ptr<Stream> MakePlainStream(int socket) {
  return std::make_unique<PlainStream>(socket);
}

}  // namespace trestle::http
