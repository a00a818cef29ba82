#pragma once

#include <chrono>
#include <memory>
#include <string>

#include "base/result.h"
#include "client/connection.h"
#include "client/endpoint.h"
#include "client/reply.h"

namespace trestle::client {

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
  // Sends a whole request and returns the answer, whatever that says; an error if none comes. A
  // request that met a connection which the server had closed meanwhile is sent once more.
  Result<Reply> Send(const std::string& request);

 private:
  static constexpr std::chrono::seconds kPatience{60};

  Status Connect();
  void Hang();
  Result<Reply> SendOnce(const std::string& request);
  Connection::Progress WaitFor(Connection::Progress progress, Instant end);

  Endpoint endpoint_;
  std::unique_ptr<Connection> connection_;
  int poll_ = -1;
};

}  // namespace trestle::client
