#include "protocol/request_id.h"

#include <algorithm>

namespace trestle {
namespace {

// All identifiers of the service end alike.
constexpr std::string_view kEnding = "VV4KQNSO5AEMVJF66Q9ASUAAJG";

}  // namespace

RequestIds::RequestIds(std::uint64_t seed) : state_(seed) {
  static_assert(kRandomCharacters + kEnding.size() == sizeof(text_));
  std::copy(kEnding.begin(), kEnding.end(), text_.begin() + kRandomCharacters);
}

// SplitMix64: every state gives another number, which is all that an identifier needs.
std::uint64_t RequestIds::Random() {
  state_ += 0x9e3779b97f4a7c15;
  std::uint64_t mixed = state_;
  mixed = (mixed ^ (mixed >> 30)) * 0xbf58476d1ce4e5b9;
  mixed = (mixed ^ (mixed >> 27)) * 0x94d049bb133111eb;
  return mixed ^ (mixed >> 31);
}

std::string_view RequestIds::Next() {
  constexpr std::string_view kAlphabet = "0123456789ABCDEFGHIJKLMNOPQRSTUV";
  constexpr std::size_t kCharactersOfOneNumber = 12;  // five bits each
  std::uint64_t bits = 0;
  for (std::size_t i = 0; i < kRandomCharacters; ++i) {
    if (i % kCharactersOfOneNumber == 0) bits = Random();
    text_[i] = kAlphabet[bits & 31];
    bits >>= 5;
  }
  return {text_.data(), text_.size()};
}

}  // namespace trestle
