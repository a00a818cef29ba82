#pragma once

#include <atomic>
#include <chrono>

namespace trestle {

// Ctrl-C and SIGTERM as a wish. While there is one of these, the first of them asks for an end, so
// that a command can leave everything in order; a second one ends the process at once. There is one
// at a time, for the process.
class Interruption {
 public:
  Interruption();
  ~Interruption();
  Interruption(const Interruption&) = delete;
  Interruption& operator=(const Interruption&) = delete;

  bool requested() const { return flag(); }
  const std::atomic<bool>& flag() const;
  // Waits so long, or until an end is asked for; false if it is.
  bool Wait(std::chrono::milliseconds time) const;

  static constexpr int kExitCode = 130;  // what a shell says of a program that Ctrl-C ended
};

}  // namespace trestle
