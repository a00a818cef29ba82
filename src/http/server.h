#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>

#include "base/clock.h"
#include "base/result.h"
#include "http/handler.h"
#include "http/limits.h"

namespace trestle::http {

struct ServerOptions {
  std::string host = "127.0.0.1";  // an address or a name; "0.0.0.0" or "::" for all interfaces
  std::uint16_t port = 0;          // 0 picks a free one
  std::size_t loops = 0;           // 0: one for each core
  Limits limits = {};
  std::string tls_certificate = {};  // PEM files; both or neither
  std::string tls_key = {};
};

// Serves HTTP/1.1 on one port until stopped.
class Server {
 public:
  // Listens and serves from the moment it returns. `handler` and `clock` outlive the server; the
  // clock gives the Date header, while timeouts follow the machine's steady clock. Raises the
  // process's soft limit of open files to the hard one.
  static Result<std::unique_ptr<Server>> Start(const ServerOptions& options, Handler& handler,
                                               const Clock& clock);
  ~Server();  // stops it

  std::uint16_t Port() const;
  // http://host:port, as a client on this machine would write it.
  std::string Url() const;
  std::size_t Connections() const;

  // Accepts no more connections, closes the idle ones, lets requests in flight be answered for as
  // long as Limits::drain_time, then closes the rest. Returns when all threads have ended; more
  // calls do nothing.
  void Stop();

 private:
  class Impl;
  explicit Server(std::unique_ptr<Impl> impl);
  std::unique_ptr<Impl> impl_;
};

}  // namespace trestle::http
