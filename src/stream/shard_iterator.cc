#include "stream/shard_iterator.h"

#include <array>

#include "value/base64.h"

namespace trestle {
namespace {

constexpr std::string_view kMiddle = "|1|";
constexpr std::size_t kFields = 5;

// The last field tells a token of ours from other text of the same length.
std::uint64_t Seal(const std::array<std::uint64_t, kFields>& fields) {
  std::uint64_t seal = 0x7472657374;
  for (std::size_t i = 0; i + 1 < kFields; ++i) {
    seal = (seal ^ fields[i]) * 0x9E3779B97F4A7C15;
    seal ^= seal >> 29;
  }
  return seal;
}

std::uint64_t Microseconds(TimePoint time) {
  return static_cast<std::uint64_t>(time.time_since_epoch().count());
}
TimePoint TimeOf(std::uint64_t microseconds) {
  return TimePoint(Duration(static_cast<Duration::rep>(microseconds)));
}

}  // namespace

std::string EncodeShardIterator(const ShardIterator& iterator) {
  std::array<std::uint64_t, kFields> fields = {iterator.shard, Microseconds(iterator.from.time),
                                               iterator.from.number, Microseconds(iterator.issued)};
  fields.back() = Seal(fields);
  std::string raw;
  for (const std::uint64_t field : fields) {
    for (int shift = 0; shift < 64; shift += 8) raw.push_back(static_cast<char>(field >> shift));
  }
  std::string text = iterator.stream_arn;
  text.append(kMiddle);
  AppendBase64(raw, text);
  return text;
}

std::optional<ShardIterator> DecodeShardIterator(std::string_view text) {
  const std::size_t middle = text.find(kMiddle);
  if (middle == std::string_view::npos) return std::nullopt;
  const Result<std::string> raw = DecodeBase64(text.substr(middle + kMiddle.size()));
  std::array<std::uint64_t, kFields> fields = {};
  if (!raw || raw->size() != sizeof(fields)) return std::nullopt;
  for (std::size_t i = 0; i < raw->size(); ++i) {
    const std::uint64_t byte = static_cast<std::uint8_t>((*raw)[i]);
    fields[i / 8] |= byte << (i % 8 * 8);
  }
  if (fields.back() != Seal(fields)) return std::nullopt;
  return ShardIterator{.stream_arn = std::string(text.substr(0, middle)),
                       .shard = fields[0],
                       .from = {.time = TimeOf(fields[1]), .number = fields[2]},
                       .issued = TimeOf(fields[3])};
}

}  // namespace trestle
