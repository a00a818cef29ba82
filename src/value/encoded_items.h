#pragma once

#include <cstddef>
#include <iterator>
#include <string>
#include <string_view>
#include <vector>

#include "value/item_codec.h"

namespace trestle {

// Many items in their stored form, in the order of being added, end to end in one piece of memory:
// a page of a hundred items takes two allocations, not a hundred.
class EncodedItems {
 public:
  class Iterator;

  // Room for so many items, of so many bytes together.
  void Reserve(std::size_t items, std::size_t bytes) {
    ends_.reserve(items);
    bytes_.reserve(bytes);
  }
  void Append(std::string_view stored) {
    bytes_.append(stored);
    ends_.push_back(bytes_.size());
  }

  std::size_t size() const { return ends_.size(); }
  bool empty() const { return ends_.empty(); }
  // Of all items together, as they are stored.
  std::size_t StoredBytes() const { return bytes_.size(); }
  // Valid until the next Append.
  EncodedItemView operator[](std::size_t place) const {
    const std::size_t begin = place == 0 ? 0 : ends_[place - 1];
    return EncodedItemView(std::string_view(bytes_).substr(begin, ends_[place] - begin));
  }
  EncodedItemView front() const { return (*this)[0]; }
  Iterator begin() const;
  Iterator end() const;

  friend bool operator==(const EncodedItems&, const EncodedItems&) = default;

 private:
  std::string bytes_;
  std::vector<std::size_t> ends_;
};

class EncodedItems::Iterator {
 public:
  using value_type = EncodedItemView;
  using difference_type = std::ptrdiff_t;

  Iterator() = default;
  Iterator(const EncodedItems& items, std::size_t place) : items_(&items), place_(place) {}

  EncodedItemView operator*() const { return (*items_)[place_]; }
  Iterator& operator++() {
    ++place_;
    return *this;
  }
  Iterator operator++(int) {
    const Iterator before = *this;
    ++place_;
    return before;
  }
  friend bool operator==(const Iterator&, const Iterator&) = default;

 private:
  const EncodedItems* items_ = nullptr;
  std::size_t place_ = 0;
};

inline EncodedItems::Iterator EncodedItems::begin() const { return {*this, 0}; }
inline EncodedItems::Iterator EncodedItems::end() const { return {*this, size()}; }

}  // namespace trestle
