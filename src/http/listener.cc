#include "http/listener.h"

#include <netdb.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <sys/socket.h>
#include <unistd.h>

#include <cerrno>
#include <chrono>
#include <cstring>
#include <memory>
#include <thread>

#include "http/messages.h"

namespace trestle::http {
namespace {

// While the process has no file or memory for a connection; those in the backlog wait.
constexpr std::chrono::milliseconds kPause(50);

void SetOption(int socket, int level, int option, int value) {
  // Only speed and convenience depend on it.
  static_cast<void>(::setsockopt(socket, level, option, &value, sizeof value));
}

// A socket that listens on the address, or -1 with the reason in errno.
int ListenOn(const addrinfo& address) {
  const int socket = ::socket(address.ai_family, SOCK_STREAM | SOCK_CLOEXEC, 0);
  if (socket < 0) return -1;
  SetOption(socket, SOL_SOCKET, SO_REUSEADDR, 1);
  if (address.ai_family == AF_INET6) SetOption(socket, IPPROTO_IPV6, IPV6_V6ONLY, 0);
  if (::bind(socket, address.ai_addr, address.ai_addrlen) == 0 &&
      ::listen(socket, SOMAXCONN) == 0) {
    return socket;
  }
  const int reason = errno;
  ::close(socket);
  errno = reason;
  return -1;
}

std::uint16_t PortOf(int socket) {
  sockaddr_storage address{};
  socklen_t size = sizeof address;
  ::getsockname(socket, reinterpret_cast<sockaddr*>(&address), &size);
  return Address(address).port();
}

}  // namespace

Listener::~Listener() {
  if (socket_ >= 0) ::close(socket_);
}

Status Listener::Open(const std::string& host, std::uint16_t port) {
  addrinfo hints{};
  hints.ai_socktype = SOCK_STREAM;
  hints.ai_flags = AI_PASSIVE | AI_NUMERICSERV;
  addrinfo* found = nullptr;
  const int code = ::getaddrinfo(host.c_str(), std::to_string(port).c_str(), &hints, &found);
  if (code != 0) return messages::BadHostName(host, ::gai_strerror(code));
  const std::unique_ptr<addrinfo, decltype(&::freeaddrinfo)> addresses(found, &::freeaddrinfo);

  int reason = 0;
  for (const addrinfo* address = found; address != nullptr && socket_ < 0;
       address = address->ai_next) {
    socket_ = ListenOn(*address);
    if (socket_ < 0) reason = errno;
  }
  if (socket_ < 0) {
    if (reason == EADDRINUSE) return messages::PortInUse(host, port);
    if (reason == EACCES) return messages::PortForbidden(host, port);
    return messages::CannotListen(host, port, std::strerror(reason));
  }
  port_ = PortOf(socket_);
  return {};
}

void Listener::Run(const std::function<void(const Newcomer&)>& take) {
  for (;;) {
    sockaddr_storage address{};
    socklen_t size = sizeof address;
    const int socket = ::accept4(socket_, reinterpret_cast<sockaddr*>(&address), &size,
                                 SOCK_NONBLOCK | SOCK_CLOEXEC);
    if (socket >= 0) {
      SetOption(socket, IPPROTO_TCP, TCP_NODELAY, 1);
      take({.socket = socket, .remote = Address(address)});
    } else if (errno == EINVAL || errno == EBADF) {
      return;  // stopped
    } else if (errno == EMFILE || errno == ENFILE || errno == ENOMEM || errno == ENOBUFS) {
      std::this_thread::sleep_for(kPause);
    }
    // Anything else concerns one connection that is already gone (accept(2)).
  }
}

void Listener::Stop() { ::shutdown(socket_, SHUT_RDWR); }

}  // namespace trestle::http
