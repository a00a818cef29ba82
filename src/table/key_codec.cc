#include "table/key_codec.h"

#include <xxhash.h>

#include <array>
#include <cstring>
#include <limits>

#include "base/check.h"

namespace trestle {
namespace {

constexpr std::size_t kPartitionHashBytes = 4;
constexpr std::size_t kItemKeyHeadBytes = 1 + 4 + kPartitionHashBytes;

// In strings and binaries a zero byte becomes 00 FF and the end is 00 01: the end sorts before any
// further byte.
constexpr char kZero = '\x00';
constexpr char kEscapedZero = '\xFF';
constexpr char kEnd = '\x01';

// The first byte of a number.
constexpr char kNegativeNumber = '\x01';
constexpr char kZeroNumber = '\x02';
constexpr char kPositiveNumber = '\x03';

void AppendEscaped(std::string_view bytes, std::string& key) {
  while (!bytes.empty()) {
    const void* const zero = std::memchr(bytes.data(), kZero, bytes.size());
    if (zero == nullptr) break;
    const auto length = static_cast<std::size_t>(static_cast<const char*>(zero) - bytes.data());
    key.append(bytes.substr(0, length + 1)).push_back(kEscapedZero);
    bytes.remove_prefix(length + 1);
  }
  key.append(bytes);
}

void AppendBytes(std::string_view bytes, std::string& key) {
  AppendEscaped(bytes, key);
  key.push_back(kZero);
  key.push_back(kEnd);
}

// The digits of a coefficient from the front, two to a byte, each pair plus one so that zero can
// end them. An odd number of digits is filled up with a zero at the back.
class DigitPairs {
 public:
  explicit DigitPairs(const Number& number) {
    Uint128 rest = number.coefficient();
    if (number.DigitCount() % 2 == 1) rest *= 10;
    while (rest > std::numeric_limits<std::uint64_t>::max()) {
      constexpr std::uint64_t kNinePairs = 1'000'000'000'000'000'000;
      Prepend(static_cast<std::uint64_t>(rest % kNinePairs), 9);
      rest /= kNinePairs;
    }
    Prepend(static_cast<std::uint64_t>(rest), 0);
  }
  std::string_view bytes() const {
    return std::string_view(pairs_.data() + first_, pairs_.size() - first_);
  }

 private:
  // At least `count` pairs, and as many more as the value has.
  void Prepend(std::uint64_t value, int count) {
    for (; value != 0 || count > 0; value /= 100, --count) {
      pairs_[--first_] = static_cast<char>(value % 100 + 1);
    }
  }

  std::array<char, Number::kMaxDigits / 2> pairs_;
  std::size_t first_ = pairs_.size();
};

void AppendNumber(const Number& number, std::string& key) {
  if (number.IsZero()) return key.push_back(kZeroNumber);
  const DigitPairs digits(number);
  key.push_back(number.IsNegative() ? kNegativeNumber : kPositiveNumber);
  const std::size_t start = key.size();
  key.push_back(static_cast<char>(number.Magnitude() - Number::kMinMagnitude));
  key.append(digits.bytes());
  key.push_back('\x00');
  // The further a negative number is from zero the smaller it is, so all that follows the sign is
  // turned round.
  if (number.IsNegative()) {
    for (std::size_t i = start; i < key.size(); ++i) key[i] = static_cast<char>(~key[i]);
  }
}

}  // namespace

void AppendKeyPart(const AttributeValue& value, std::string& key) {
  if (const auto* const text = value.As<std::string>()) return AppendBytes(*text, key);
  if (const auto* const number = value.As<Number>()) return AppendNumber(*number, key);
  const auto* const binary = value.As<Binary>();
  TRESTLE_CHECK(binary != nullptr);
  AppendBytes(binary->bytes, key);
}

void AppendKeyPartStart(const AttributeValue& value, std::string& key) {
  if (const auto* const text = value.As<std::string>()) return AppendEscaped(*text, key);
  const auto* const binary = value.As<Binary>();
  TRESTLE_CHECK(binary != nullptr);
  AppendEscaped(binary->bytes, key);
}

std::uint32_t PartitionHash(std::string_view parts) {
  return static_cast<std::uint32_t>(XXH3_64bits(parts.data(), parts.size()) >> 32);
}

KeyWriter::KeyWriter(KeySpace space, std::uint32_t table_id) {
  constexpr std::size_t kUsualKeyBytes = 96;
  key_.reserve(kUsualKeyBytes);
  key_.push_back(static_cast<char>(space));
  AppendId(table_id);
}

KeyWriter& KeyWriter::AppendId(std::uint32_t id) {
  for (int shift = 24; shift >= 0; shift -= 8) key_.push_back(static_cast<char>(id >> shift));
  return *this;
}

void KeyWriter::BeginPartition() {
  partition_ = key_.size();
  key_.append(kPartitionHashBytes, '\0');
}

void KeyWriter::EndPartition() {
  const std::uint32_t hash =
      PartitionHash(std::string_view(key_).substr(partition_ + kPartitionHashBytes));
  for (std::size_t i = 0; i < kPartitionHashBytes; ++i) {
    key_[partition_ + i] = static_cast<char>(hash >> (24 - 8 * i));
  }
}

std::size_t PartitionPrefixBytes(std::string_view key) {
  if (key.empty()) return 0;
  const auto space = static_cast<KeySpace>(key.front());
  std::size_t bytes = 0;
  if (space == KeySpace::kItem) bytes = kItemKeyHeadBytes;
  if (space == KeySpace::kIndex) bytes = kItemKeyHeadBytes + sizeof(std::uint32_t);
  return key.size() < bytes ? 0 : bytes;
}

std::uint32_t PartitionHashOf(std::string_view stored_key) {
  const std::size_t end = PartitionPrefixBytes(stored_key);
  if (end == 0) return 0;
  std::uint32_t hash = 0;
  for (const char byte : stored_key.substr(end - kPartitionHashBytes, kPartitionHashBytes)) {
    hash = hash << 8 | static_cast<unsigned char>(byte);
  }
  return hash;
}

std::string_view BaseKeyParts(std::string_view item_key) {
  return item_key.substr(kItemKeyHeadBytes);
}

std::string EndOfPrefix(std::string prefix) {
  while (!prefix.empty() && prefix.back() == '\xFF') prefix.pop_back();
  TRESTLE_CHECK(!prefix.empty());
  ++prefix.back();
  return prefix;
}

KeyRange RangeOfPrefix(std::string prefix) {
  std::string end = EndOfPrefix(prefix);
  return KeyRange{.begin = std::move(prefix), .end = std::move(end)};
}

KeyRange ItemsOfTable(std::uint32_t table_id) {
  return RangeOfPrefix(KeyWriter(KeySpace::kItem, table_id).key());
}

KeyRange EntriesOfTable(std::uint32_t table_id) {
  return RangeOfPrefix(KeyWriter(KeySpace::kIndex, table_id).key());
}

KeyRange EntriesOfIndex(std::uint32_t table_id, std::uint32_t index_id) {
  return RangeOfPrefix(KeyWriter(KeySpace::kIndex, table_id).AppendId(index_id).key());
}

}  // namespace trestle
