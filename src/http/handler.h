#pragma once

#include <cstddef>
#include <memory>
#include <utility>

#include "http/request.h"
#include "http/response.h"

namespace trestle::http {

// Takes the one reply of one request. The server's connections are such targets; so is whatever a
// test makes.
class ReplyTarget {
 public:
  virtual ~ReplyTarget() = default;
  virtual void Reply(Response response) = 0;
};

// The right to answer one request once: at once, inside Handler::Handle, or later, from any thread.
// If it is destroyed unused the client gets a 500, so a reply is never forgotten. It may outlive
// the connection and the server; the reply then goes nowhere.
class Responder {
 public:
  // `target` is shared with the event loop, which may let go of the connection first.
  explicit Responder(std::shared_ptr<ReplyTarget> target) : target_(std::move(target)) {}
  ~Responder();
  Responder(Responder&&) = default;
  Responder& operator=(Responder&& other) noexcept;

  // The request and all its views are gone once this has been called.
  void Send(Response response);

 private:
  std::shared_ptr<ReplyTarget> target_;  // null once answered
};

// What the server is for. The loops call one handler at the same time, each from its own thread.
class Handler {
 public:
  virtual ~Handler() = default;

  // Must not block: all connections of the loop wait meanwhile. The next request of the same
  // connection is handled only after this one has been answered.
  virtual void Handle(const Request& request, Responder responder) = 0;

  // Called on a loop's thread after each turn in which that loop handled requests, before it waits
  // for more. The place to do once what many requests need together.
  virtual void EndOfTurn(std::size_t /*loop*/) {}
};

}  // namespace trestle::http
