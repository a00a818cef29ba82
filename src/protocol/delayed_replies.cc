#include "protocol/delayed_replies.h"

#include <utility>

namespace trestle {

DelayedReplies::~DelayedReplies() {
  std::thread ending;
  {
    const MutexLock lock(mutex_);
    stopping_ = true;
    ending = std::move(thread_);
  }
  changed_.notify_one();
  if (ending.joinable()) ending.join();
}

void DelayedReplies::Send(http::Responder responder, http::Response response, Duration delay) {
  const SteadyTime due = std::chrono::steady_clock::now() + delay;
  {
    const MutexLock lock(mutex_);
    waiting_.emplace(due, Reply{std::move(responder), std::move(response)});
    if (!thread_.joinable()) thread_ = std::thread([this] { Run(); });
  }
  changed_.notify_one();
}

std::multimap<DelayedReplies::SteadyTime, DelayedReplies::Reply> DelayedReplies::TakeDue(
    SteadyTime now) {
  std::multimap<SteadyTime, Reply> due;
  while (!waiting_.empty() && (stopping_ || waiting_.begin()->first <= now)) {
    due.insert(waiting_.extract(waiting_.begin()));
  }
  return due;
}

void DelayedReplies::WaitForMore() {
  if (waiting_.empty()) {
    changed_.wait(mutex_);
  } else {
    const SteadyTime next = waiting_.begin()->first;
    changed_.wait_until(mutex_, next);
  }
}

void DelayedReplies::Run() {
  while (true) {
    std::multimap<SteadyTime, Reply> due;
    bool stopping = false;
    {
      const MutexLock lock(mutex_);
      due = TakeDue(std::chrono::steady_clock::now());
      stopping = stopping_;
      if (due.empty() && !stopping) WaitForMore();
    }
    for (auto& [time, reply] : due) reply.responder.Send(std::move(reply.response));
    if (stopping && due.empty()) return;
  }
}

}  // namespace trestle
