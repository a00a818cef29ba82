#pragma once

#include <chrono>
#include <functional>
#include <memory>
#include <string>

#include "base/result.h"
#include "client/connection.h"
#include "client/endpoint.h"
#include "client/reply.h"

namespace trestle::client {

struct Sending {
  std::chrono::milliseconds patience{60'000};
  // Doing it twice is as good as once: it may be sent again where it met a connection that the
  // server had closed meanwhile.
  bool repeatable = true;
  // Ends the wait for an answer, soon after it says yes; may be empty.
  std::function<bool()> given_up = {};
};

// One connection to one server: a request at a time, each waited for. It is made when it is first
// needed and again when the server has hung up. For one thread.
class Channel {
 public:
  // `endpoint` has been resolved.
  explicit Channel(Endpoint endpoint);
  ~Channel();
  Channel(const Channel&) = delete;
  Channel& operator=(const Channel&) = delete;

  const Endpoint& endpoint() const { return endpoint_; }
  // Sends a whole request and returns the answer, whatever that says; an error if none comes.
  Result<Reply> Send(const std::string& request, const Sending& sending = {});
  // Whether the server can have seen the last request: without an answer, it may have been done.
  bool has_sent() const { return has_sent_; }

 private:
  Status Connect();
  void Hang();
  bool WasClosed() const;
  Result<Reply> SendOnce(const std::string& request, const Sending& sending);
  Connection::Progress WaitFor(Connection::Progress progress, const Sending& sending);

  Endpoint endpoint_;
  std::unique_ptr<Connection> connection_;
  int poll_ = -1;
  bool has_sent_ = false;
};

}  // namespace trestle::client
