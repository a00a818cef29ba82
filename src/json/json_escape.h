#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string_view>

// What a JSON string cannot hold as it is. Text rarely has any of it, so these look at many bytes
// at a time.
namespace trestle {

constexpr bool NeedsEscape(unsigned char c) { return c < 0x20 || c == '"' || c == '\\'; }

// The high bit of some byte is set if one of the eight needs an escape.
inline std::uint64_t EscapeBits(std::uint64_t word) {
  constexpr std::uint64_t kOnes = 0x0101010101010101;
  constexpr std::uint64_t kHighs = 0x8080808080808080;
  const std::uint64_t quote = word ^ (kOnes * '"');
  const std::uint64_t slash = word ^ (kOnes * '\\');
  const std::uint64_t found =
      ((word - kOnes * 0x20) & ~word) | ((quote - kOnes) & ~quote) | ((slash - kOnes) & ~slash);
  return found & kHighs;
}

// Sixteen bytes that the compiler keeps in one vector register.
using EscapeBlock = unsigned char __attribute__((vector_size(16)));

inline EscapeBlock EscapeBlockOf(unsigned char c) {
  return EscapeBlock{c, c, c, c, c, c, c, c, c, c, c, c, c, c, c, c};
}

// Not zero where a byte needs an escape.
inline EscapeBlock EscapesIn(EscapeBlock block) {
  return reinterpret_cast<EscapeBlock>((block < EscapeBlockOf(0x20)) |
                                       (block == EscapeBlockOf('"')) |
                                       (block == EscapeBlockOf('\\')));
}

inline bool HasAny(EscapeBlock found) {
  std::array<std::uint64_t, 2> halves;
  std::memcpy(halves.data(), &found, sizeof found);
  return (halves[0] | halves[1]) != 0;
}

template <class T>
T CopyPiece(const char* from, char* to) {
  T piece;
  std::memcpy(&piece, from, sizeof piece);
  std::memcpy(to, &piece, sizeof piece);
  return piece;
}

// Copies the text whatever it holds; false if something in it needs an escape.
inline bool CopyUnescaped(std::string_view text, char* to) {
  const char* const from = text.data();
  const std::size_t size = text.size();
  // The last piece overlaps the one before, rather than being copied byte by byte.
  if (size >= 16) {
    EscapeBlock found = EscapesIn(CopyPiece<EscapeBlock>(from + size - 16, to + size - 16));
    for (std::size_t i = 0; i + 16 < size; i += 16) {
      found |= EscapesIn(CopyPiece<EscapeBlock>(from + i, to + i));
    }
    return !HasAny(found);
  }
  if (size >= 8) {
    const auto last = CopyPiece<std::uint64_t>(from + size - 8, to + size - 8);
    return (EscapeBits(CopyPiece<std::uint64_t>(from, to)) | EscapeBits(last)) == 0;
  }
  bool found = false;
  for (std::size_t i = 0; i < size; ++i) {
    to[i] = from[i];
    found |= NeedsEscape(static_cast<unsigned char>(from[i]));
  }
  return !found;
}

// The same for text behind which 16 more bytes can be read, and 16 more written: whole blocks, with
// no thought for the end but which bytes of the last one count.
inline bool CopyUnescapedBlocks(std::string_view text, char* to) {
  const char* from = text.data();
  std::size_t left = text.size();
  EscapeBlock found = {};
  for (; left > 16; left -= 16, from += 16, to += 16) {
    found |= EscapesIn(CopyPiece<EscapeBlock>(from, to));
  }
  // Sixteen bytes of this from 16 - left on have `left` bytes set.
  static constexpr std::array<unsigned char, 32> kFirst = {255, 255, 255, 255, 255, 255, 255, 255,
                                                           255, 255, 255, 255, 255, 255, 255, 255};
  EscapeBlock counts;
  std::memcpy(&counts, kFirst.data() + 16 - left, sizeof counts);
  found |= EscapesIn(CopyPiece<EscapeBlock>(from, to)) & counts;
  return !HasAny(found);
}

// The first byte at or after `from` that needs an escape, or the size of the text.
inline std::size_t FindEscape(std::string_view text, std::size_t from) {
  for (; from + 16 <= text.size(); from += 16) {
    EscapeBlock block;
    std::memcpy(&block, text.data() + from, sizeof block);
    if (HasAny(EscapesIn(block))) break;
  }
  while (from < text.size() && !NeedsEscape(static_cast<unsigned char>(text[from]))) ++from;
  return from;
}

}  // namespace trestle
