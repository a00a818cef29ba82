#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "client/connection.h"
#include "load/time.h"

namespace trestle::load {

using client::Ticket;

struct Outgoing {
  std::string_view operation;  // GetItem; empty: `body` is the whole request, head and all
  std::string body;            // JSON
  Ticket ticket;
};

// How a request ended.
struct Answer {
  Ticket ticket;
  Instant due;  // when it should have been sent; in a closed loop, when it was
  Instant received;
  int status = 0;         // 0: none came
  std::string_view body;  // without an answer, the reason why
  std::size_t bytes_sent = 0;
  std::size_t bytes_received = 0;
};

// What one driver sends, and what becomes of the answers. Called by the driver's thread alone.
class Traffic {
 public:
  virtual ~Traffic() = default;
  // Writes the next request; false if there is none now. `request.body` comes with old contents.
  virtual bool Next(Outgoing& request) = 0;
  virtual void Answered(const Answer& answer) = 0;
  // True when no request will ever come again.
  virtual bool Done() const { return false; }
};

}  // namespace trestle::load
