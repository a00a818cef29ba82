#pragma once

#include <cstddef>

namespace trestle {

inline constexpr std::size_t kMaxItemBytes = std::size_t{400} * 1024;
inline constexpr std::size_t kMaxPartitionKeyBytes = 2048;
inline constexpr std::size_t kMaxSortKeyBytes = 1024;
inline constexpr std::size_t kMaxNestingDepth = 32;  // the innermost scalar counts as a level
inline constexpr std::size_t kMaxAttributeNameBytes = 65535;
inline constexpr std::size_t kMaxKeyNameBytes = 255;  // attributes of keys, and the TTL attribute
inline constexpr std::size_t kMaxPageBytes =
    std::size_t{1024} * 1024;  // evaluated by one Query or Scan
inline constexpr std::size_t kMaxBatchReplyBytes = std::size_t{16} * 1024 * 1024;
inline constexpr std::size_t kMaxTransactionBytes = std::size_t{4} * 1024 * 1024;
inline constexpr std::size_t kMaxExpressionBytes = 4096;
inline constexpr std::size_t kMaxPlaceholderBytes = 255;  // with its # or :
inline constexpr std::size_t kMaxExpressionOperators = 300;
inline constexpr std::size_t kMaxGlobalIndexes = 20;
inline constexpr std::size_t kMaxLocalIndexes = 5;
inline constexpr std::size_t kMaxKeyAttributesOfAKind = 4;  // HASH or RANGE parts of a global index

}  // namespace trestle
