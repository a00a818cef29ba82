#pragma once

#include <algorithm>
#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <utility>

#include "base/result.h"

namespace trestle {

// Bytes from their beginning to their end, once. An error with the code kSerialization tells that
// the bytes make no sense, any other one that they could not be had.
class ByteSource {
 public:
  virtual ~ByteSource() = default;
  // Fills the beginning of `into` and tells how much of it; nothing only at the end.
  virtual Result<std::size_t> Read(std::span<char> into) = 0;
};

// A text that is there already.
class TextSource final : public ByteSource {
 public:
  explicit TextSource(std::string text) : text_(std::move(text)), rest_(text_) {}
  Result<std::size_t> Read(std::span<char> into) override {
    const std::size_t size = std::min(into.size(), rest_.size());
    rest_.copy(into.data(), size);
    rest_.remove_prefix(size);
    return size;
  }

 private:
  std::string text_;
  std::string_view rest_;
};

}  // namespace trestle
