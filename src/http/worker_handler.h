#pragma once

#include <condition_variable>
#include <cstddef>
#include <deque>
#include <functional>
#include <thread>
#include <vector>

#include "base/mutex.h"
#include "http/handler.h"

namespace trestle::http {

// Answers requests that may block, on threads of its own: the event loops go on meanwhile. A thread
// is started when a request finds all others at work.
class WorkerHandler final : public Handler {
 public:
  struct Options {
    std::size_t threads = 16;        // most of them wait for the disk
    std::size_t max_waiting = 1024;  // requests beyond that are refused at once
  };
  struct Functions {
    std::function<Response(const Request&)> answer;  // called from all threads
    std::function<Response(const Request&)> refuse;  // on the event loop: there are too many
  };
  explicit WorkerHandler(Functions functions) : WorkerHandler(std::move(functions), Options()) {}
  WorkerHandler(Functions functions, Options options)
      : functions_(std::move(functions)), options_(options) {}
  ~WorkerHandler() override;  // after those at work; who still waits gets no answer
  WorkerHandler(const WorkerHandler&) = delete;
  WorkerHandler& operator=(const WorkerHandler&) = delete;

  void Handle(const Request& request, Responder responder) override TRESTLE_EXCLUDES(mutex_);

 private:
  struct Waiting {
    const Request* request;  // lasts until it is answered
    Responder responder;
  };
  void Work() TRESTLE_EXCLUDES(mutex_);

  const Functions functions_;
  const Options options_;
  Mutex mutex_;
  std::condition_variable_any changed_;
  std::deque<Waiting> waiting_ TRESTLE_GUARDED_BY(mutex_);
  std::vector<std::thread> threads_ TRESTLE_GUARDED_BY(mutex_);
  std::size_t idle_ TRESTLE_GUARDED_BY(mutex_) = 0;
  bool stopping_ TRESTLE_GUARDED_BY(mutex_) = false;
};

}  // namespace trestle::http
