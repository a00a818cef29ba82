#pragma once

#include <atomic>
#include <condition_variable>
#include <cstdint>
#include <deque>
#include <functional>
#include <string>

#include "base/background_thread.h"
#include "base/clock.h"
#include "base/mutex.h"
#include "base/result.h"

namespace trestle {

// Something that is done now and then for as long as the database is open.
struct Chore {
  std::string name;  // as the log calls it
  Duration every;    // by the clock; also after a failure
  std::function<Status()> run;
};

// Does the chores of a catalog, one after another, on one thread, each for the first time as soon
// as it is added. Without chores there is no thread. A chore that takes long yields, and looks at
// IsStopping between its steps. Safe to share between threads.
class Housekeeper {
 public:
  explicit Housekeeper(const Clock& clock);  // which outlives it
  ~Housekeeper();
  Housekeeper(const Housekeeper&) = delete;
  Housekeeper& operator=(const Housekeeper&) = delete;

  void Add(Chore chore) TRESTLE_EXCLUDES(mutex_);
  // The clock may have leapt, or there may be something to do: every chore is due.
  void Wake() TRESTLE_EXCLUDES(mutex_);
  // Wake, and returns when every chore has run. The first failure. Not for chores, nor for event
  // loops.
  Status RunDue() TRESTLE_EXCLUDES(mutex_);

  // Returns when no chore runs, and none will any more: for who has added chores that use what is
  // to be destroyed.
  void Stop();
  // A chore is to end early.
  bool IsStopping() const { return pauses_ > 0 || thread_.IsStopping(); }

  // No chore runs for as long as it lives; one that is under way is asked to end early. Afterwards
  // every chore is due. Not for chores.
  class Paused {
   public:
    explicit Paused(Housekeeper& housekeeper);
    ~Paused();
    Paused(const Paused&) = delete;
    Paused& operator=(const Paused&) = delete;

   private:
    Housekeeper& housekeeper_;
  };

 private:
  struct Duty {
    Chore chore;
    TimePoint due;
    std::uint64_t round = 0;  // the last Wake that it has followed
    Status outcome;
  };
  BackgroundThread::Rest Turn() TRESTLE_EXCLUDES(mutex_);
  Duty* BeginNext() TRESTLE_EXCLUDES(mutex_);
  Duty* NextDue() TRESTLE_REQUIRES(mutex_);
  void Do(Duty& duty) TRESTLE_EXCLUDES(mutex_);
  bool HaveFollowed(std::uint64_t round) const TRESTLE_REQUIRES(mutex_);

  const Clock& clock_;
  mutable Mutex mutex_;
  std::condition_variable_any done_;
  std::deque<Duty> duties_ TRESTLE_GUARDED_BY(mutex_);  // they stay where they are
  std::uint64_t round_ TRESTLE_GUARDED_BY(mutex_) = 0;
  bool at_work_ TRESTLE_GUARDED_BY(mutex_) = false;
  std::atomic<int> pauses_ = 0;
  BackgroundThread thread_;  // the last member: it uses the others
};

}  // namespace trestle
