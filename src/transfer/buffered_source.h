#pragma once

#include <array>
#include <memory>
#include <string_view>
#include <utility>

#include "transfer/byte_source.h"

namespace trestle {

// The bytes of a source in pieces that are taken as they are needed.
class BufferedSource {
 public:
  explicit BufferedSource(std::unique_ptr<ByteSource> source) : source_(std::move(source)) {}

  // What comes next, until it is taken; empty only at the end.
  Result<std::string_view> Peek() {
    if (rest_.empty()) {
      TRESTLE_TRY(const std::size_t size, source_->Read(buffer_));
      rest_ = {buffer_.data(), size};
    }
    return rest_;
  }
  void Take(std::size_t size) { rest_.remove_prefix(size); }

 private:
  std::unique_ptr<ByteSource> source_;
  std::array<char, 1 << 16> buffer_;
  std::string_view rest_;
};

}  // namespace trestle
