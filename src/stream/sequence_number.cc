#include "stream/sequence_number.h"

#include <algorithm>
#include <charconv>

namespace trestle {
namespace {

// A one, so that no number begins with zeros, then the time and the number.
constexpr std::size_t kTimeDigits = 17;
constexpr std::size_t kNumberDigits = 20;
constexpr std::size_t kDigits = 1 + kTimeDigits + kNumberDigits;

void WriteDigits(std::uint64_t value, char* begin, char* end) {
  while (end != begin) {
    *--end = static_cast<char>('0' + value % 10);
    value /= 10;
  }
}

template <class T>
bool ReadDigits(std::string_view digits, T& value) {
  const char* const end = digits.data() + digits.size();
  const auto [stop, error] = std::from_chars(digits.data(), end, value);
  return error == std::errc() && stop == end && digits.front() != '-';
}

}  // namespace

std::string SequenceNumberOf(const ChangeStamp& stamp) {
  std::string text(kDigits, '1');
  char* const time = text.data() + 1;
  WriteDigits(static_cast<std::uint64_t>(stamp.time.time_since_epoch().count()), time,
              time + kTimeDigits);
  WriteDigits(stamp.number, time + kTimeDigits, text.data() + kDigits);
  return text;
}

std::optional<ChangeStamp> StampOfSequenceNumber(std::string_view text) {
  Duration::rep time = 0;
  ChangeStamp stamp;
  if (text.size() != kDigits || text.front() != '1') return std::nullopt;
  if (!ReadDigits(text.substr(1, kTimeDigits), time)) return std::nullopt;
  if (!ReadDigits(text.substr(1 + kTimeDigits), stamp.number)) return std::nullopt;
  stamp.time = TimePoint(Duration(time));
  return stamp;
}

bool SequenceLess(std::string_view a, std::string_view b) {
  a.remove_prefix(std::min(a.find_first_not_of('0'), a.size()));
  b.remove_prefix(std::min(b.find_first_not_of('0'), b.size()));
  return a.size() != b.size() ? a.size() < b.size() : a < b;
}

}  // namespace trestle
