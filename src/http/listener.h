#pragma once

#include <cstdint>
#include <functional>
#include <string>

#include "base/result.h"
#include "http/mailbox.h"

namespace trestle::http {

// One listening socket. A single one, rather than one for each loop, lets connections be spread
// evenly and makes a port that another server holds an error.
class Listener {
 public:
  Listener() = default;
  ~Listener();
  Listener(const Listener&) = delete;
  Listener& operator=(const Listener&) = delete;

  Status Open(const std::string& host, std::uint16_t port);
  std::uint16_t port() const { return port_; }

  // Accepts until Stop, giving each connection to `take`. Runs out of files without spinning.
  void Run(const std::function<void(const Newcomer&)>& take);
  // From any thread.
  void Stop();

 private:
  int socket_ = -1;
  std::uint16_t port_ = 0;
};

}  // namespace trestle::http
