#pragma once

#include <cstdint>

namespace trestle {

// Whether what a read has to fetch from a file is put into the cache: one time in 32, by chance.
// What is read often is there soon. What is read once takes no room from it and, above all, spares
// each read that misses the cache the work of putting one block in and another, long untouched,
// out.
inline bool IsAdmittedToCache() {
  constexpr std::uint32_t kReadsForOneAdmission = 32;
  constinit thread_local std::uint32_t chance = 2463534242;  // Marsaglia's xorshift
  chance ^= chance << 13;
  chance ^= chance >> 17;
  chance ^= chance << 5;
  return chance % kReadsForOneAdmission == 0;
}

}  // namespace trestle
