#pragma once

#include <atomic>
#include <cstddef>

namespace trestle {

// Threads in the order in which they first ask: small numbers, so that no two threads share a place
// in a table before all of its places are taken.
inline std::size_t NumberOfThisThread() {
  static std::atomic<std::size_t> next = 0;
  thread_local const std::size_t number = next.fetch_add(1, std::memory_order_relaxed);
  return number;
}

}  // namespace trestle
