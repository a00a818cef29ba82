#pragma once

#include <gtest/gtest.h>

#include <functional>
#include <memory>
#include <string>
#include <utility>

#include "base/clock.h"
#include "client/endpoint.h"
#include "client/request_writer.h"
#include "http/server.h"

namespace trestle::client {

inline const Caller kCaller = {.credentials = {"AKID", "secret", ""}, .region = "us-east-1"};

// A server on this machine that answers what a test wants. It may be called by several threads.
class ScriptedServer : public http::Handler {
 public:
  using Script = std::function<http::Response(const http::Request&)>;

  explicit ScriptedServer(Script script) : script_(std::move(script)) {
    server_ = *http::Server::Start({.host = "127.0.0.1", .port = 0}, *this, clock_);
    endpoint_ = *Endpoint::Parse(server_->Url());
    EXPECT_TRUE(endpoint_.Resolve());
  }
  void Handle(const http::Request& request, http::Responder responder) override {
    http::Response response = script_(request);
    responder.Send(std::move(response));
  }
  const Endpoint& endpoint() const { return endpoint_; }
  RequestWriter MakeWriter() const { return {endpoint_.host(), kCaller, clock_}; }

 private:
  SystemClock clock_;
  Script script_;
  std::unique_ptr<http::Server> server_;
  Endpoint endpoint_;
};

inline http::Response Ok(std::string body = "{}") {
  return {.status = 200, .body = std::move(body)};
}

}  // namespace trestle::client
