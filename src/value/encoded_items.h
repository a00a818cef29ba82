#pragma once

#include <cstddef>
#include <iterator>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "value/item_codec.h"

namespace trestle {

// Many items in their stored form, in the order of being added, end to end in one piece of memory:
// a page of a hundred items takes two allocations, not a hundred. One that was moved from is empty.
class EncodedItems {
 public:
  class Iterator;

  EncodedItems() = default;
  EncodedItems(const EncodedItems&) = default;
  EncodedItems(EncodedItems&& other) noexcept
      : bytes_(std::move(other.bytes_)),
        starts_(std::move(other.starts_)),
        size_(std::exchange(other.size_, 0)) {}
  EncodedItems& operator=(const EncodedItems&) = default;
  EncodedItems& operator=(EncodedItems&& other) noexcept {
    bytes_ = std::move(other.bytes_);
    starts_ = std::move(other.starts_);
    size_ = std::exchange(other.size_, 0);
    return *this;
  }
  ~EncodedItems() = default;

  // Room for so many items, of so many bytes together.
  void Reserve(std::size_t items, std::size_t bytes) {
    starts_.reserve(items);
    bytes_.reserve(bytes);
  }
  void Append(std::string_view stored) {
    if (!empty()) starts_.push_back(bytes_.size());
    bytes_.append(stored);
    ++size_;
  }
  // The same, without a copy where it is the first.
  void Append(EncodedItem&& item) {
    if (!empty()) return Append(item.bytes());
    bytes_ = std::move(item).TakeBytes();
    ++size_;
  }

  std::size_t size() const { return size_; }
  bool empty() const { return size_ == 0; }
  // Of all items together, as they are stored.
  std::size_t StoredBytes() const { return bytes_.size(); }
  // Valid until the next Append.
  EncodedItemView operator[](std::size_t place) const {
    const std::size_t begin = place == 0 ? 0 : starts_[place - 1];
    const std::size_t end = place == starts_.size() ? bytes_.size() : starts_[place];
    return EncodedItemView(std::string_view(bytes_).substr(begin, end - begin));
  }
  EncodedItemView front() const { return (*this)[0]; }
  Iterator begin() const;
  Iterator end() const;

  friend bool operator==(const EncodedItems&, const EncodedItems&) = default;

 private:
  std::string bytes_;
  std::vector<std::size_t> starts_;  // of all but the first: one alone takes no memory for it
  std::size_t size_ = 0;
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
