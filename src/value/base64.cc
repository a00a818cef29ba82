#include "value/base64.h"

#include <algorithm>
#include <array>
#include <cstdint>

#include "value/messages.h"

namespace trestle {
namespace {

constexpr std::string_view kAlphabet =
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
constexpr std::uint8_t kInvalid = 0x80;

// Each 12 bits become two characters by one look.
constexpr auto kPairs = [] {
  std::array<std::array<char, 2>, 4096> pairs{};
  for (std::size_t i = 0; i < pairs.size(); ++i) pairs[i] = {kAlphabet[i >> 6], kAlphabet[i & 63]};
  return pairs;
}();

constexpr auto kValues = [] {
  std::array<std::uint8_t, 256> values{};
  for (std::uint8_t& value : values) value = kInvalid;
  for (std::size_t i = 0; i < kAlphabet.size(); ++i) {
    values[static_cast<unsigned char>(kAlphabet[i])] = static_cast<std::uint8_t>(i);
  }
  return values;
}();

std::uint32_t Byte(char c) { return static_cast<unsigned char>(c); }
std::uint32_t Value(char c) { return kValues[static_cast<unsigned char>(c)]; }

char* WritePair(std::uint32_t bits, char* out) {
  *out++ = kPairs[bits][0];
  *out++ = kPairs[bits][1];
  return out;
}

// `text` has one.
char FirstBadCharacter(std::string_view text) {
  return *std::find_if(text.begin(), text.end(), [](char c) { return Value(c) == kInvalid; });
}

// The last one or two bytes of a text that was padded: two or three characters.
Status AppendTail(std::string_view tail, std::string& out) {
  std::uint32_t bits = 0;
  for (const char c : tail) {
    if (Value(c) == kInvalid) return messages::Base64Character(c);
    bits = bits << 6 | Value(c);
  }
  const std::uint32_t unused_bits = tail.size() == 2 ? 4 : 2;
  if ((bits & ((1U << unused_bits) - 1)) != 0) return messages::Base64LastCharacter();
  bits >>= unused_bits;
  if (tail.size() == 3) out.push_back(static_cast<char>(bits >> 8));
  out.push_back(static_cast<char>(bits));
  return {};
}

}  // namespace

char* WriteBase64(std::string_view raw, char* out) {
  std::size_t i = 0;
  for (; i + 3 <= raw.size(); i += 3) {
    const std::uint32_t bits = Byte(raw[i]) << 16 | Byte(raw[i + 1]) << 8 | Byte(raw[i + 2]);
    out = WritePair(bits >> 12, out);
    out = WritePair(bits & 0xFFF, out);
  }
  if (raw.size() - i == 1) {
    out = WritePair(Byte(raw[i]) << 4, out);
    *out++ = '=';
    *out++ = '=';
  } else if (raw.size() - i == 2) {
    const std::uint32_t bits = Byte(raw[i]) << 10 | Byte(raw[i + 1]) << 2;
    out = WritePair(bits >> 6, out);
    *out++ = kAlphabet[bits & 63];
    *out++ = '=';
  }
  return out;
}

void AppendBase64(std::string_view raw, std::string& out) {
  const std::size_t before = out.size();
  out.resize(before + Base64Size(raw.size()));
  WriteBase64(raw, out.data() + before);
}

std::string EncodeBase64(std::string_view raw) {
  std::string text;
  AppendBase64(raw, text);
  return text;
}

Result<std::string> DecodeBase64(std::string_view text) {
  if (text.size() % 4 != 0) return messages::Base64Length(text.size());
  std::string_view digits = text;
  while (!digits.empty() && text.size() - digits.size() < 2 && digits.back() == '=') {
    digits.remove_suffix(1);
  }

  std::string raw(digits.size() / 4 * 3, '\0');
  char* out = raw.data();
  std::uint32_t seen = 0;
  const std::size_t whole = digits.size() / 4 * 4;
  for (std::size_t i = 0; i < whole; i += 4) {
    const std::uint32_t a = Value(digits[i]);
    const std::uint32_t b = Value(digits[i + 1]);
    const std::uint32_t c = Value(digits[i + 2]);
    const std::uint32_t d = Value(digits[i + 3]);
    seen |= a | b | c | d;
    const std::uint32_t bits = a << 18 | b << 12 | c << 6 | d;
    *out++ = static_cast<char>(bits >> 16);
    *out++ = static_cast<char>(bits >> 8);
    *out++ = static_cast<char>(bits);
  }
  if ((seen & kInvalid) != 0) return messages::Base64Character(FirstBadCharacter(digits));
  if (whole != digits.size()) TRESTLE_RETURN_IF_ERROR(AppendTail(digits.substr(whole), raw));
  return raw;
}

}  // namespace trestle
