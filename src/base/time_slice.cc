#include "base/time_slice.h"

#include <sched.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <cstdint>

namespace trestle {
namespace {

// The system's struct sched_attr in its first version, which the C library does not declare.
struct Attributes {
  std::uint32_t size = sizeof(Attributes);
  std::uint32_t policy = 0;
  std::uint64_t flags = 0;
  std::int32_t nice = 0;
  std::uint32_t priority = 0;
  std::uint64_t runtime = 0;  // nanoseconds; for ordinary threads the length of a slice
  std::uint64_t deadline = 0;
  std::uint64_t period = 0;
};

}  // namespace

void SetTimeSlice(std::chrono::microseconds slice) {
  constexpr int kThisThread = 0;
  constexpr unsigned kNoFlags = 0;
  Attributes attributes;
  // What is set is set together: the rest must stay as whoever started the program wants it.
  if (::syscall(SYS_sched_getattr, kThisThread, &attributes, sizeof attributes, kNoFlags) != 0) {
    return;
  }
  if (attributes.policy != SCHED_OTHER) return;
  attributes.runtime = static_cast<std::uint64_t>(std::chrono::nanoseconds(slice).count());
  ::syscall(SYS_sched_setattr, kThisThread, &attributes, kNoFlags);
}

}  // namespace trestle
