#include "base/background_thread.h"

#include <utility>

namespace trestle {

BackgroundThread::BackgroundThread(std::function<Rest()> turn) : turn_(std::move(turn)) {}

BackgroundThread::~BackgroundThread() { Stop(); }

void BackgroundThread::Wake() {
  {
    const MutexLock lock(mutex_);
    if (stopping_) return;
    awake_ = true;
    if (!thread_.joinable()) thread_ = std::thread([this] { Run(); });
  }
  changed_.notify_all();
}

void BackgroundThread::Stop() {
  std::thread ending;
  {
    const MutexLock lock(mutex_);
    stopping_ = true;
    ending.swap(thread_);
  }
  changed_.notify_all();
  if (ending.joinable()) ending.join();
}

bool BackgroundThread::IsStopping() const {
  const MutexLock lock(mutex_);
  return stopping_;
}

void BackgroundThread::Run() {
  while (!IsStopping()) RestFor(turn_());
}

// Who is woken too early just takes a turn too many.
void BackgroundThread::RestFor(Rest at_most) {
  const MutexLock lock(mutex_);
  if (at_most) {
    if (!awake_ && !stopping_) changed_.wait_for(mutex_, *at_most);
  } else {
    while (!awake_ && !stopping_) changed_.wait(mutex_);
  }
  awake_ = false;
}

}  // namespace trestle
