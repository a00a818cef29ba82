#pragma once

#include <sys/socket.h>

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

#include "base/result.h"
#include "http/stream.h"
#include "http/tls.h"

namespace trestle::client {

// A server to load: where it listens and how it is called.
class Endpoint {
 public:
  // "http://HOST[:PORT][/]", or https. Looks nothing up.
  static Result<Endpoint> Parse(std::string_view url);
  // Finds the host's address and, for https, the machine's certificate authorities.
  Status Resolve();

  const std::string& url() const { return url_; }    // without the slash at the end
  const std::string& host() const { return host_; }  // as the Host header says it
  bool secure() const { return secure_; }
  // A connection that is being made; Resolve came before. It fails later, when it is used.
  Result<std::unique_ptr<http::Stream>> Connect() const;

 private:
  std::string url_;
  std::string host_;
  std::string name_;  // without the port, and an IPv6 address without its brackets
  std::string port_ = "80";
  bool secure_ = false;
  std::shared_ptr<const http::TlsTrust> trust_;  // with the copies of this endpoint; null for http
  sockaddr_storage address_ = {};
  socklen_t address_size_ = 0;
};

}  // namespace trestle::client
