#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string_view>

namespace trestle::http {

enum class IoState : std::uint8_t {
  kMore,     // there may be more to read, or room to write
  kBlocked,  // wait for the socket; some bytes may have moved
  kEnded,    // the peer will send no more
  kFailed,   // the connection is broken
};

struct Moved {
  std::size_t bytes = 0;
  IoState state = IoState::kMore;
};

// The two directions of one non-blocking connection. Owns the socket.
class Stream {
 public:
  explicit Stream(int socket) : socket_(socket) {}
  virtual ~Stream();
  Stream(const Stream&) = delete;
  Stream& operator=(const Stream&) = delete;

  int socket() const { return socket_; }
  virtual bool secure() const = 0;
  virtual Moved Read(std::span<char> space) = 0;
  virtual Moved Write(const std::array<std::string_view, 2>& parts) = 0;
  // Says that nothing more will be written.
  virtual void EndWriting() = 0;

 private:
  int socket_;
};

// Takes over `socket`.
std::unique_ptr<Stream> MakePlainStream(int socket);

}  // namespace trestle::http
