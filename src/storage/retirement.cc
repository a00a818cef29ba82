#include "storage/retirement.h"

#include <chrono>
#include <utility>

#include "storage/store_folder.h"

namespace trestle {
namespace {

constexpr std::chrono::milliseconds kLookAgain{50};

}  // namespace

Retirement::Retirement(std::shared_ptr<const StoreFolder> folder)
    : folder_(std::move(folder)), thread_([this] { Run(); }) {}

Retirement::~Retirement() {
  {
    const MutexLock lock(mutex_);
    stopping_ = true;
  }
  wakeup_.notify_one();
  thread_.join();
}

void Retirement::Take(std::unique_ptr<Incarnation> incarnation) {
  {
    const MutexLock lock(mutex_);
    taken_.push_back(std::move(incarnation));
  }
  wakeup_.notify_one();
}

bool Retirement::WaitForWork() {
  const MutexLock lock(mutex_);
  while (!stopping_ && taken_.empty()) {
    if (databases_.empty()) {
      wakeup_.wait(mutex_);
    } else if (wakeup_.wait_for(mutex_, kLookAgain) == std::cv_status::timeout) {
      return true;
    }
  }
  return !stopping_;
}

void Retirement::Run() {
  bool more = true;
  while (more) {
    more = WaitForWork();
    std::vector<std::unique_ptr<Incarnation>> taken;
    {
      const MutexLock lock(mutex_);
      taken.swap(taken_);
    }
    for (std::unique_ptr<Incarnation>& incarnation : taken) {
      databases_.push_back(incarnation->database);
      incarnation.reset();
    }
    RemoveUnread();
  }
}

void Retirement::RemoveUnread() {
  // Nobody can take a new view, so a count of one stays one.
  std::erase_if(databases_, [&](std::shared_ptr<const RocksDatabase>& database) {
    if (database.use_count() > 1) return false;
    const std::string path = database->path();
    database.reset();
    folder_->RemoveDatabase(path);
    return true;
  });
}

}  // namespace trestle
