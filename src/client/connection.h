#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

#include "client/response_reader.h"
#include "http/stream.h"

namespace trestle::client {

using Instant = std::chrono::steady_clock::time_point;

// What the sender of a request wants to be told again with its answer.
struct Ticket {
  std::uint8_t kind = 0;
  std::uint64_t number = 0;
};

// One keep-alive connection with at most one request in flight.
class Connection {
 public:
  enum class Progress : std::uint8_t {
    kWaiting,   // for the socket
    kAnswered,  // see reader()
    kFailed,    // see failure(); the stream is of no more use
  };

  // Takes a new stream; what was in flight on the old one is forgotten.
  void Renew(std::unique_ptr<http::Stream> stream);
  int socket() const { return stream_->socket(); }

  // The bytes of the next request are written here, then Begin sends them.
  std::string& request() { return request_; }
  Progress Begin(const Ticket& ticket, Instant due);
  // Moves on as far as the socket lets it; to be called when the socket says so.
  Progress Step();
  void Finish();  // the answer has been taken
  bool busy() const { return busy_; }
  bool has_sent() const { return sent_ > 0; }  // something of the request

  const Ticket& ticket() const { return ticket_; }
  Instant due() const { return due_; }
  const ResponseReader& reader() const { return reader_; }
  std::string_view failure() const { return failure_; }

 private:
  Progress Fail(std::string_view reason);
  Progress Write();
  Progress Read();

  std::unique_ptr<http::Stream> stream_;
  ResponseReader reader_;
  std::string request_;
  std::size_t sent_ = 0;
  Ticket ticket_;
  Instant due_;
  bool busy_ = false;
  std::string_view failure_;
};

}  // namespace trestle::client
