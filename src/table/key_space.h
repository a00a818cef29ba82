#pragma once

#include <cstdint>

namespace trestle {

// Written to disk as the first byte of every key. Append only; never renumber. Zero is the store's
// own; 4, 5 and 6 are kept for streams, time to live and history.
enum class KeySpace : std::uint8_t {
  kCatalog = 1,
  kItem = 2,
  kIndex = 3,
  kCounter = 7,
  kToken = 8
};

}  // namespace trestle
