#pragma once

#include <array>
#include <cstdint>
#include <cstring>
#include <string_view>

namespace trestle::http {

// RFC 9110, section 5.6.2: what methods and header names are made of.
inline constexpr std::array<bool, 256> kTokenCharacters = [] {
  std::array<bool, 256> table{};
  for (char c = '0'; c <= '9'; ++c) table[static_cast<unsigned char>(c)] = true;
  for (char c = 'a'; c <= 'z'; ++c) table[static_cast<unsigned char>(c)] = true;
  for (char c = 'A'; c <= 'Z'; ++c) table[static_cast<unsigned char>(c)] = true;
  for (const char c : std::string_view("!#$%&'*+-.^_`|~"))
    table[static_cast<unsigned char>(c)] = true;
  return table;
}();

inline bool IsTokenCharacter(char c) { return kTokenCharacters[static_cast<unsigned char>(c)]; }

inline bool IsToken(std::string_view text) {
  for (const char c : text) {
    if (!IsTokenCharacter(c)) return false;
  }
  return !text.empty();
}

// RFC 9110, section 5.5: visible characters, blanks, tabs and bytes above ASCII.
inline bool IsFieldCharacter(char c) {
  return (static_cast<unsigned char>(c) >= 0x20 && c != 0x7f) || c == '\t';
}

// True when no byte of the eight at `bytes` is below 0x20 or is 0x7f.
inline bool HasNoControls8(const char* bytes) {
  constexpr std::uint64_t kOnes = 0x0101010101010101, kHighs = 0x8080808080808080;
  std::uint64_t word;
  std::memcpy(&word, bytes, sizeof word);
  const std::uint64_t deleted = word ^ (kOnes * 0x7f);
  // A byte borrows into its high bit when it is too small; one with the high bit set is above ASCII
  // and fine.
  const std::uint64_t below_space = (word - kOnes * 0x20) & ~word;
  const std::uint64_t is_delete = (deleted - kOnes) & ~deleted;
  return ((below_space | is_delete) & kHighs) == 0;
}

// The same for a whole text, eight bytes a step: header values make up most of a request.
inline bool HasNoControls(std::string_view text) {
  if (text.size() < 8) {
    for (const char c : text) {
      if (static_cast<unsigned char>(c) < 0x20 || c == 0x7f) return false;
    }
    return true;
  }
  for (std::size_t i = 0; i + 8 <= text.size(); i += 8) {
    if (!HasNoControls8(text.data() + i)) return false;
  }
  // The last eight again rather than the rest one by one.
  return HasNoControls8(text.data() + text.size() - 8);
}

inline bool IsFieldValue(std::string_view text) {
  if (HasNoControls(text)) return true;
  for (const char c : text) {
    if (!IsFieldCharacter(c)) return false;
  }
  return true;
}

inline std::string_view TrimBlanks(std::string_view text) {
  while (!text.empty() && (text.front() == ' ' || text.front() == '\t')) text.remove_prefix(1);
  while (!text.empty() && (text.back() == ' ' || text.back() == '\t')) text.remove_suffix(1);
  return text;
}

}  // namespace trestle::http
