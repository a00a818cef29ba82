#pragma once

#include <cstdint>

namespace trestle {

// Written to disk as the first byte of every key. Append only; never renumber. Zero is the store's
// own. 4 is written by the room stream/, 6 by history/.
enum class KeySpace : std::uint8_t {
  kCatalog = 1,
  kItem = 2,
  kIndex = 3,
  kStream = 4,
  kExpiry = 5,
  kHistory = 6,
  kCounter = 7,
  kToken = 8,
  kJob = 9  // backups; what runs in the background and leaves a record
};

}  // namespace trestle
