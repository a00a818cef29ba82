#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "load/time.h"

namespace trestle::load {

// The names that requests and the table agree on. None is a reserved word.
inline constexpr std::string_view kIndexName = "by-topic";
inline constexpr std::uint64_t kItemsPerPartition = 100;
inline constexpr std::uint64_t kItemsPerTopic = 20;  // one partition of the index

// Writes a family of numbered items as DynamoDB JSON: `prefix` keeps the keys of two families
// apart. Items of one size, with a string, numbers, a boolean, a set and a map in each.
class ItemWriter {
 public:
  static constexpr std::size_t kMinBytes = 200;
  static constexpr std::size_t kMaxBytes = std::size_t{400} * 1024;

  ItemWriter(std::string prefix, std::size_t item_bytes);

  void AppendKey(std::uint64_t number, std::string& out) const;  // {"pk":...,"sk":...}
  void AppendItem(std::uint64_t number, std::string& out) const;
  // The values alone, without quotes.
  void AppendPartition(std::uint64_t number, std::string& out) const;
  void AppendSort(std::uint64_t place, std::string& out) const;  // place within the partition
  void AppendTopic(std::uint64_t number, std::string& out) const;

 private:
  void AppendKeyMembers(std::uint64_t number, std::string& out) const;

  std::string prefix_;
  std::size_t data_bytes_ = 0;  // of the string that fills an item up
  std::string pool_;            // where that string is cut from
};

}  // namespace trestle::load
