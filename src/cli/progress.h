#pragma once

#include <chrono>
#include <cstdint>
#include <cstdio>
#include <string>
#include <string_view>

#include "base/mutex.h"
#include "load/progress_line.h"

namespace trestle {

// How far a command is: a bar that is written over on a terminal, a plain line now and then
// elsewhere. Safe to share between threads.
class Progress {
 public:
  // `file` outlives it.
  Progress(std::string label, std::FILE* file, bool is_terminal);
  // On standard error, as a terminal if it is one.
  explicit Progress(std::string label);

  // What there is to do, as far as anybody knows; 0: nobody knows. What was done by an earlier run
  // counts for the bar but not for the speed.
  void Begin(std::uint64_t total, std::uint64_t done_before = 0) TRESTLE_EXCLUDES(mutex_);
  // `work` is of what Begin counted (items, or bytes of a file).
  void Add(std::uint64_t work, std::uint64_t items) TRESTLE_EXCLUDES(mutex_);
  // Anything else that is under way.
  void Say(const std::string& text) TRESTLE_EXCLUDES(mutex_);
  // A line that stays.
  void Note(std::string_view text) TRESTLE_EXCLUDES(mutex_);
  void Clear() TRESTLE_EXCLUDES(mutex_);

 private:
  const std::string label_;
  const std::chrono::milliseconds pause_;
  mutable Mutex mutex_;
  load::ProgressLine line_ TRESTLE_GUARDED_BY(mutex_);
  std::chrono::steady_clock::time_point begun_ TRESTLE_GUARDED_BY(mutex_);
  std::chrono::steady_clock::time_point shown_ TRESTLE_GUARDED_BY(mutex_);
  std::uint64_t total_ TRESTLE_GUARDED_BY(mutex_) = 0;
  std::uint64_t done_before_ TRESTLE_GUARDED_BY(mutex_) = 0;
  std::uint64_t done_ TRESTLE_GUARDED_BY(mutex_) = 0;
  std::uint64_t items_ TRESTLE_GUARDED_BY(mutex_) = 0;
};

// A moment of work, and the line that tells of it.
struct WorkMoment {
  std::uint64_t total = 0;        // 0: not known
  std::uint64_t done_before = 0;  // by an earlier run
  std::uint64_t done = 0;         // by this one
  std::uint64_t items = 0;
  std::chrono::milliseconds elapsed{0};
};
std::string WorkText(std::string_view label, const WorkMoment& moment);
// 45 s, 3 min 20 s, 2 h 5 min.
std::string SpanText(std::chrono::seconds span);

}  // namespace trestle
