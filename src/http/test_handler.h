#pragma once

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstdlib>
#include <mutex>
#include <string>
#include <utility>
#include <vector>

#include "http/handler.h"

namespace trestle::http {

// A handler for tests; the path says what it does.
//   /echo     answers with the body
//   /big?N    answers with N bytes
//   /later    keeps the responder for the test to answer
//   /turn     answers at the end of the turn
//   /drop     forgets to answer
//   /close    asks for the connection to end
class TestHandler final : public Handler {
 public:
  void Handle(const Request& request, Responder responder) override {
    ++requests;
    if (request.path == "/later") return Keep(std::move(responder));
    if (request.path == "/turn")
      return at_end_of_turn_[request.loop].push_back(std::move(responder));
    if (request.path == "/drop") return;
    Response response{.body = std::string(request.body), .close = request.path == "/close"};
    if (request.path == "/big") {
      response.body.assign(std::strtoul(std::string(request.query).c_str(), nullptr, 10), 'x');
    } else if (request.path == "/remote") {
      response.body = request.remote.ToString() + (request.secure ? " secure" : " plain");
    }
    response.headers.Add("Content-Type", "text/plain");
    responder.Send(std::move(response));
  }

  void EndOfTurn(std::size_t loop) override {
    ++turns;
    for (Responder& responder : at_end_of_turn_[loop]) responder.Send(Response{.body = "turn"});
    at_end_of_turn_[loop].clear();
  }

  // The next kept responder, in the order in which requests came.
  Responder Take() {
    std::unique_lock lock(mutex_);
    arrived_.wait(lock, [this] { return !kept_.empty(); });
    Responder first = std::move(kept_.front());
    kept_.erase(kept_.begin());
    return first;
  }

  std::size_t kept() {
    const std::lock_guard lock(mutex_);
    return kept_.size();
  }

  std::atomic<int> requests = 0;
  std::atomic<int> turns = 0;

 private:
  void Keep(Responder responder) {
    const std::lock_guard lock(mutex_);
    kept_.push_back(std::move(responder));
    arrived_.notify_all();
  }

  std::mutex mutex_;
  std::condition_variable arrived_;
  std::vector<Responder> kept_;
  std::vector<Responder> at_end_of_turn_[8];  // one for each loop, touched by its thread alone
};

}  // namespace trestle::http
