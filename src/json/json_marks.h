#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstring>

namespace trestle {

// A few characters of punctuation, always copied at their full width: one store and no loop.
struct JsonMark {
  static constexpr std::size_t kWidth = 16;

  template <std::size_t N>
  consteval JsonMark(const char (&text)[N]) : size(N - 1) {  // NOLINT(google-explicit-constructor)
    static_assert(N - 1 <= kWidth);
    std::copy_n(text, N - 1, characters.begin());
  }
  std::array<char, kWidth> characters = {};
  std::size_t size;
};

// Writes kWidth characters and returns the place after those that count.
inline char* Put(const JsonMark& mark, char* at) {
  std::memcpy(at, mark.characters.data(), JsonMark::kWidth);
  return at + mark.size;
}

// What stands around a name or a value.
struct JsonFrame {
  JsonMark opening;
  JsonMark closing;
};

// How DynamoDB's JSON dresses attributes.
namespace json_marks {

inline constexpr JsonFrame kName{"\"", "\":"};
inline constexpr JsonFrame kElement{"\"", "\""};
inline constexpr JsonFrame kString{"{\"S\":\"", "\"}"};
inline constexpr JsonFrame kNumber{"{\"N\":\"", "\"}"};
inline constexpr JsonFrame kBinary{"{\"B\":\"", "\"}"};
inline constexpr JsonMark kTrue{"{\"BOOL\":true}"};
inline constexpr JsonMark kFalse{"{\"BOOL\":false}"};
inline constexpr JsonMark kNull{"{\"NULL\":true}"};
inline constexpr JsonMark kBeginItem{"{"};
inline constexpr JsonMark kEndItem{"}"};
inline constexpr JsonMark kBeginMap{"{\"M\":{"};
inline constexpr JsonMark kEndMap{"}}"};
inline constexpr JsonMark kBeginList{"{\"L\":["};
inline constexpr JsonMark kBeginStringSet{"{\"SS\":["};
inline constexpr JsonMark kBeginNumberSet{"{\"NS\":["};
inline constexpr JsonMark kBeginBinarySet{"{\"BS\":["};
inline constexpr JsonMark kEndList{"]}"};

}  // namespace json_marks
}  // namespace trestle
