#include "http/worker_handler.h"

#include <utility>

namespace trestle::http {

WorkerHandler::~WorkerHandler() {
  std::vector<std::thread> threads;
  {
    const MutexLock lock(mutex_);
    stopping_ = true;
    threads.swap(threads_);
  }
  changed_.notify_all();
  for (std::thread& thread : threads) thread.join();
}

void WorkerHandler::Handle(const Request& request, Responder responder) {
  bool full = false;
  {
    const MutexLock lock(mutex_);
    full = waiting_.size() >= options_.max_waiting;
    if (!full) {
      waiting_.push_back({&request, std::move(responder)});
      if (waiting_.size() > idle_ && threads_.size() < options_.threads) {
        threads_.emplace_back([this] { Work(); });
      }
    }
  }
  if (full) return responder.Send(functions_.refuse(request));
  changed_.notify_one();
}

void WorkerHandler::Work() {
  mutex_.lock();
  while (!stopping_) {
    if (waiting_.empty()) {
      ++idle_;
      changed_.wait(mutex_);
      --idle_;
      continue;
    }
    Waiting next = std::move(waiting_.front());
    waiting_.pop_front();
    mutex_.unlock();
    next.responder.Send(functions_.answer(*next.request));
    mutex_.lock();
  }
  mutex_.unlock();
}

}  // namespace trestle::http
