#pragma once

#include <arpa/inet.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <unistd.h>

#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>
#include <utility>

namespace trestle::http {

// A blocking client for tests: sends bytes as they are and cuts replies out of what comes back.
class TestClient {
 public:
  explicit TestClient(std::uint16_t port) : socket_(::socket(AF_INET, SOCK_STREAM, 0)) {
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_port = htons(port);
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    connected_ = ::connect(socket_, reinterpret_cast<sockaddr*>(&address), sizeof address) == 0;
    SetTimeout(10);
  }
  ~TestClient() { Close(); }
  TestClient(TestClient&& other) noexcept
      : socket_(std::exchange(other.socket_, -1)),
        connected_(other.connected_),
        received_(std::move(other.received_)) {}

  bool connected() const { return connected_; }
  int socket() const { return socket_; }

  void SetTimeout(int seconds) {
    const timeval timeout{.tv_sec = seconds, .tv_usec = 0};
    ::setsockopt(socket_, SOL_SOCKET, SO_RCVTIMEO, &timeout, sizeof timeout);
  }

  // False when the server has closed the connection.
  bool Send(std::string_view bytes) {
    while (!bytes.empty()) {
      const ssize_t size = ::send(socket_, bytes.data(), bytes.size(), MSG_NOSIGNAL);
      if (size <= 0) return false;
      bytes.remove_prefix(static_cast<std::size_t>(size));
    }
    return true;
  }

  struct Reply {
    int status = 0;  // 0: the connection ended, or nothing came in time
    std::string head;
    std::string body;

    bool Has(std::string_view line) const { return head.find(line) != std::string::npos; }
  };

  // One reply; `has_body` is false for the answer to HEAD.
  Reply Receive(bool has_body = true) {
    std::size_t head_size = 0;
    while ((head_size = received_.find("\r\n\r\n")) == std::string::npos) {
      if (!ReceiveMore()) return {};
    }
    head_size += 4;
    Reply reply;
    reply.head = received_.substr(0, head_size);
    reply.status = std::atoi(reply.head.c_str() + sizeof "HTTP/1.1");
    const std::size_t length = reply.head.find("Content-Length: ");
    std::size_t body_size = 0;
    if (has_body && length != std::string::npos) {
      body_size = std::strtoul(reply.head.c_str() + length + 16, nullptr, 10);
    }
    while (received_.size() < head_size + body_size) {
      if (!ReceiveMore()) return {};
    }
    reply.body = received_.substr(head_size, body_size);
    received_.erase(0, head_size + body_size);
    return reply;
  }

  // True when the server closes the connection without sending anything more.
  bool AtEnd() { return received_.empty() && !ReceiveMore() && !timed_out_; }

  void EndWriting() { ::shutdown(socket_, SHUT_WR); }
  void Close() {
    if (socket_ >= 0) ::close(std::exchange(socket_, -1));
  }
  // Closes with a reset instead of an orderly end.
  void Abort() {
    const linger at_once{.l_onoff = 1, .l_linger = 0};
    ::setsockopt(socket_, SOL_SOCKET, SO_LINGER, &at_once, sizeof at_once);
    Close();
  }

 private:
  bool ReceiveMore() {
    char buffer[65536];
    const ssize_t size = ::recv(socket_, buffer, sizeof buffer, 0);
    timed_out_ = size < 0 && errno == EAGAIN;
    if (size <= 0) return false;
    received_.append(buffer, static_cast<std::size_t>(size));
    return true;
  }

  int socket_;
  bool connected_ = false;
  bool timed_out_ = false;
  std::string received_;
};

}  // namespace trestle::http
