#pragma once

#include <atomic>
#include <memory>

#include "base/occupancy.h"

namespace trestle {

// A value that is replaced while other threads use it. A use takes no lock and is meant to be
// short. Safe to share between threads, but for Replace, which one thread calls at a time.
template <class T>
class Replaceable {
 public:
  explicit Replaceable(std::unique_ptr<T> value) : value_(value.release()) {}
  ~Replaceable() { delete value_.load(); }
  Replaceable(const Replaceable&) = delete;
  Replaceable& operator=(const Replaceable&) = delete;

  class Use {
   public:
    T* operator->() const { return value_; }
    T& operator*() const { return *value_; }

   private:
    friend class Replaceable;
    // The value is looked at once the user counts as inside.
    explicit Use(const Replaceable& owner)
        : stay_(owner.users_.Enter()), value_(owner.value_.load()) {}
    Occupancy::Stay stay_;
    T* value_;
  };
  Use Now() const { return Use(*this); }

  // The value of before, once nobody uses it any more.
  std::unique_ptr<T> Replace(std::unique_ptr<T> next) {
    std::unique_ptr<T> before(value_.exchange(next.release()));
    users_.WaitForThoseInside();
    return before;
  }

 private:
  Occupancy users_;
  std::atomic<T*> value_;
};

}  // namespace trestle
