#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <string>
#include <string_view>

#include "value/attribute_value.h"

// The pieces that stored items are made of. Written to disk: see docs/file-format.md before
// changing anything.
namespace trestle::stored {

inline constexpr std::uint8_t kItemVersion = 1;
// Guards the stack against damaged bytes; deeper than any item that the service's limit lets in.
inline constexpr int kMaxDepth = 64;

inline bool IsScalar(AttributeType type) { return type <= AttributeType::kBinary; }

// The length of what is inside a set, map or list, in front of it, so that it can be filled in
// later.
inline constexpr std::size_t kLengthBytes = 4;

// Little-endian base 128: seven bits a byte, the top bit set on all but the last.
inline constexpr std::size_t kMaxVarintBytes = 10;
inline void AppendVarint(std::size_t value, std::string& out) {
  for (; value >= 0x80; value >>= 7) out.push_back(static_cast<char>(value | 0x80));
  out.push_back(static_cast<char>(value));
}

inline void AppendBlock(std::string_view block, std::string& out) {
  AppendVarint(block.size(), out);
  out.append(block);
}

// Takes stored bytes from the front. Every read looks at what is left first; a false answer means
// damaged bytes, and then the reader is good for nothing more.
class Reader {
 public:
  explicit Reader(std::string_view bytes)
      : position_(bytes.data()), end_(bytes.data() + bytes.size()) {}

  bool empty() const { return position_ == end_; }
  std::size_t remaining() const { return static_cast<std::size_t>(end_ - position_); }
  const char* position() const { return position_; }

  bool ReadByte(std::uint8_t& byte) {
    if (empty()) return false;
    byte = static_cast<std::uint8_t>(*position_++);
    return true;
  }

  bool ReadVarint(std::size_t& value) {
    std::uint8_t byte = 0;
    if (!ReadByte(byte)) return false;
    value = byte;
    return byte < 0x80 || ReadLongVarint(value);
  }

  // A number of things of at least one byte each, so that a false one cannot ask for much memory.
  bool ReadCount(std::size_t& count) { return ReadVarint(count) && count <= remaining(); }

  bool ReadBlock(std::string_view& block) {
    std::size_t size = 0;
    if (!ReadVarint(size)) return false;
    return Take(size, block);
  }

  bool ReadType(AttributeType& type) {
    std::uint8_t byte = 0;
    if (!ReadByte(byte)) return false;
    type = static_cast<AttributeType>(byte);
    return type <= AttributeType::kBoolean;
  }

  bool ReadBoolean(bool& value) {
    std::uint8_t byte = 0;
    if (!ReadByte(byte)) return false;
    value = byte != 0;
    return byte <= 1;
  }

  // The inside of a set, map or list.
  bool ReadContainer(Reader& inside) {
    if (remaining() < kLengthBytes) return false;
    std::size_t size = 0;
    for (std::size_t i = kLengthBytes; i-- > 0;) {
      size = size << 8 | static_cast<std::uint8_t>(position_[i]);
    }
    position_ += kLengthBytes;
    std::string_view bytes;
    if (!Take(size, bytes)) return false;
    inside = Reader(bytes);
    return true;
  }

  // Steps over one value without looking inside containers.
  bool SkipValue() {
    AttributeType type{};
    if (!ReadType(type)) return false;
    std::string_view block;
    if (IsScalar(type)) return ReadBlock(block);
    bool boolean = false;
    if (type == AttributeType::kBoolean) return ReadBoolean(boolean);
    if (type == AttributeType::kNull) return true;
    Reader inside(block);
    return ReadContainer(inside);
  }

  // Steps over version and size, to the count of attributes.
  bool ReadItemHead(std::size_t& item_size) {
    std::uint8_t version = 0;
    return ReadByte(version) && version == kItemVersion && ReadVarint(item_size);
  }

 private:
  bool Take(std::size_t size, std::string_view& bytes) {
    if (size > remaining()) return false;
    bytes = std::string_view(position_, size);
    position_ += size;
    return true;
  }

  // `value` holds the first byte, whose top bit is set. At most 32 bits.
  bool ReadLongVarint(std::size_t& value) {
    value &= 0x7F;
    for (int shift = 7; shift <= 28; shift += 7) {
      std::uint8_t byte = 0;
      if (!ReadByte(byte)) return false;
      value |= static_cast<std::size_t>(byte & 0x7F) << shift;
      if (byte < 0x80) return value <= std::numeric_limits<std::uint32_t>::max();
    }
    return false;
  }

  const char* position_;
  const char* end_;
};

}  // namespace trestle::stored
