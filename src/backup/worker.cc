#include "backup/worker.h"

#include <utility>

namespace trestle {

Worker::~Worker() {
  std::vector<std::thread> threads;
  {
    const MutexLock lock(mutex_);
    stopping_ = true;
    threads.swap(threads_);
  }
  changed_.notify_all();
  for (std::thread& thread : threads) thread.join();
}

void Worker::Do(Job job) {
  {
    const MutexLock lock(mutex_);
    jobs_.push_back(std::move(job));
    const bool all_busy = under_way_ + jobs_.size() > threads_.size();
    if (all_busy && threads_.size() < max_threads_) threads_.emplace_back([this] { Run(); });
  }
  changed_.notify_all();
}

std::size_t Worker::jobs() const {
  const MutexLock lock(mutex_);
  return jobs_.size() + under_way_;
}

void Worker::WaitUntilIdle() {
  const MutexLock lock(mutex_);
  while (!jobs_.empty() || under_way_ > 0) changed_.wait(mutex_);
}

void Worker::Halt() {
  ++halts_;
  std::deque<Job> forgotten;  // what they hold goes outside the lock
  {
    const MutexLock lock(mutex_);
    forgotten.swap(jobs_);
  }
  forgotten.clear();
  WaitUntilIdle();
  --halts_;
}

void Worker::Run() {
  while (true) {
    Job job;
    {
      const MutexLock lock(mutex_);
      while (jobs_.empty() && !stopping_) changed_.wait(mutex_);
      if (stopping_) return;
      job = std::move(jobs_.front());
      jobs_.pop_front();
      ++under_way_;
    }
    job();
    job = nullptr;  // what it holds goes before it counts as done
    {
      const MutexLock lock(mutex_);
      --under_way_;
    }
    changed_.notify_all();
  }
}

}  // namespace trestle
