#include "load/item_writer.h"

#include <algorithm>
#include <array>
#include <utility>

#include "load/random.h"

namespace trestle::load {
namespace {

constexpr std::size_t kPoolOffsets = 4099;  // prime, so that items differ where their data begins
constexpr int kDigits = 10;

// The service's size of an item without prefixes and data: names, fixed texts, digits, and what
// numbers, the set and the map count for.
constexpr std::size_t kFixedBytes = 136;

void AppendDigits(std::uint64_t number, std::string& out) {
  std::array<char, kDigits> digits;
  for (int i = kDigits; i-- > 0; number /= 10) {
    digits[static_cast<std::size_t>(i)] = static_cast<char>('0' + number % 10);
  }
  out.append(digits.data(), digits.size());
}

// Letters and digits without a pattern, so that compression has little to win.
std::string RandomText(std::size_t size) {
  constexpr std::string_view kLetters =
      "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_";
  Random random(1);
  std::string text(size, ' ');
  for (char& c : text) c = kLetters[random.Next() % kLetters.size()];
  return text;
}

}  // namespace

ItemWriter::ItemWriter(std::string prefix, std::size_t item_bytes)
    : prefix_(std::move(prefix)),
      data_bytes_(item_bytes - std::min(item_bytes - 1, kFixedBytes + 2 * prefix_.size())),
      pool_(RandomText(data_bytes_ + kPoolOffsets)) {}

void ItemWriter::AppendPartition(std::uint64_t number, std::string& out) const {
  out.append(prefix_).append("-");
  AppendDigits(number / kItemsPerPartition, out);
}

void ItemWriter::AppendSort(std::uint64_t place, std::string& out) const {
  out.append("event-");
  AppendDigits(place, out);
}

void ItemWriter::AppendTopic(std::uint64_t number, std::string& out) const {
  out.append("topic-").append(prefix_).append("-");
  AppendDigits(number / kItemsPerTopic, out);
}

void ItemWriter::AppendKeyMembers(std::uint64_t number, std::string& out) const {
  out.append(R"({"pk":{"S":")");
  AppendPartition(number, out);
  out.append(R"("},"sk":{"S":")");
  AppendSort(number % kItemsPerPartition, out);
  out.append(R"("})");
}

void ItemWriter::AppendKey(std::uint64_t number, std::string& out) const {
  AppendKeyMembers(number, out);
  out.push_back('}');
}

void ItemWriter::AppendItem(std::uint64_t number, std::string& out) const {
  AppendKeyMembers(number, out);
  out.append(R"(,"gpk":{"S":")");
  AppendTopic(number, out);
  out.append(R"("},"gsk":{"S":"posted-)");
  AppendDigits(number, out);
  out.append(R"("},"cnt":{"N":"0"},"price":{"N":")").append(std::to_string(number % 9973));
  out.append(R"(.25"},"active":{"BOOL":true},"colours":{"SS":["blue","green"]},)"
             R"("place":{"M":{"city":{"S":"Lisboa"},"zip":{"N":"1100"}}},"data":{"S":")");
  out.append(pool_, number * 31 % kPoolOffsets, data_bytes_);
  out.append(R"("}})");
}

}  // namespace trestle::load
