#include "fixed_thread.h"

#include <pthread.h>
#include <sys/mman.h>

#include <cstddef>
#include <cstdint>

#include "base/check.h"

namespace trestle::bench {
namespace {

// Far from where the system and valgrind put anything of their own accord.
constexpr std::uintptr_t kStackAddress = 0x8'0000'0000;
constexpr std::size_t kStackBytes = 8 << 20;

void* Run(void* work) {
  reinterpret_cast<void (*)()>(work)();
  return nullptr;
}

}  // namespace

void RunInFixedThread(void (*work)()) {
  void* const wanted = reinterpret_cast<void*>(kStackAddress);
  void* const stack = mmap(wanted, kStackBytes, PROT_READ | PROT_WRITE,
                           MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED_NOREPLACE, -1, 0);
  TRESTLE_CHECK(stack == wanted);
  pthread_attr_t attributes;
  pthread_attr_init(&attributes);
  TRESTLE_CHECK(pthread_attr_setstack(&attributes, stack, kStackBytes) == 0);
  pthread_t thread;
  TRESTLE_CHECK(pthread_create(&thread, &attributes, Run, reinterpret_cast<void*>(work)) == 0);
  pthread_join(thread, nullptr);
  pthread_attr_destroy(&attributes);
}

}  // namespace trestle::bench
