#pragma once

#include <cstdint>
#include <utility>

#include "objects/object_store.h"
#include "transfer/byte_source.h"

namespace trestle {

// An object's bytes, asked for in large pieces.
class ObjectSource final : public ByteSource {
 public:
  // `objects` outlives it.
  ObjectSource(ObjectStore& objects, ObjectName name) : objects_(objects), name_(std::move(name)) {}

  Result<std::size_t> Read(std::span<char> into) override {
    if (taken_ == piece_.size() && !ended_) {
      TRESTLE_TRY(piece_, objects_.Read(name_, offset_, kPieceBytes));
      offset_ += piece_.size();
      taken_ = 0;
      ended_ = piece_.size() < kPieceBytes;
    }
    const std::size_t size = piece_.copy(into.data(), into.size(), taken_);
    taken_ += size;
    return size;
  }

 private:
  static constexpr std::size_t kPieceBytes = 4 << 20;
  ObjectStore& objects_;
  const ObjectName name_;
  std::uint64_t offset_ = 0;
  std::string piece_;
  std::size_t taken_ = 0;
  bool ended_ = false;
};

}  // namespace trestle
