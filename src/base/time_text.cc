#include "base/time_text.h"

#include <array>
#include <charconv>
#include <cstdint>
#include <cstdio>

namespace trestle {
namespace {

using std::chrono::hours;
using std::chrono::minutes;
using std::chrono::seconds;

struct Unit {
  std::string_view name;
  Duration length;
};
// A name comes before those that it begins with.
constexpr std::array<Unit, 6> kUnits = {{{"us", Duration(1)},
                                         {"ms", std::chrono::milliseconds(1)},
                                         {"s", seconds(1)},
                                         {"m", minutes(1)},
                                         {"h", hours(1)},
                                         {"d", hours(24)}}};
constexpr Duration kLongest = hours(24) * 365'250;

// Cuts digits off the front: exactly `width` of them, or as many as there are up to 15.
std::optional<std::int64_t> TakeNumber(std::string_view& text, std::size_t width = 0) {
  std::size_t size = text.find_first_not_of("0123456789");
  if (size == std::string_view::npos) size = text.size();
  if (width != 0 && size > width) size = width;
  if (size == 0 || size > 15 || (width != 0 && size != width)) return std::nullopt;
  std::int64_t number = 0;
  std::from_chars(text.data(), text.data() + size, number);
  text.remove_prefix(size);
  return number;
}

bool Take(std::string_view& text, char wanted) {
  if (!text.starts_with(wanted)) return false;
  text.remove_prefix(1);
  return true;
}

// ".25", or nothing at all, which is zero. What is smaller than a microsecond is cut off.
std::optional<Duration> TakeFraction(std::string_view& text) {
  if (!Take(text, '.')) return Duration(0);
  std::int64_t microseconds = 0;
  std::size_t digits = 0;
  for (; !text.empty() && text.front() >= '0' && text.front() <= '9'; text.remove_prefix(1)) {
    if (++digits <= 6) microseconds = microseconds * 10 + (text.front() - '0');
  }
  if (digits == 0) return std::nullopt;
  for (; digits < 6; ++digits) microseconds *= 10;
  return Duration(microseconds);
}

std::optional<TimePoint> InRange(TimePoint time) {
  if (time < TimePoint() || time > kLastInstant) return std::nullopt;
  return time;
}

std::optional<std::chrono::sys_days> TakeDate(std::string_view& text) {
  const auto year = TakeNumber(text, 4);
  if (!year || !Take(text, '-')) return std::nullopt;
  const auto month = TakeNumber(text, 2);
  if (!month || !Take(text, '-')) return std::nullopt;
  const auto day = TakeNumber(text, 2);
  if (!day) return std::nullopt;
  const std::chrono::year_month_day date(std::chrono::year(static_cast<int>(*year)),
                                         std::chrono::month(static_cast<unsigned>(*month)),
                                         std::chrono::day(static_cast<unsigned>(*day)));
  if (!date.ok()) return std::nullopt;
  return std::chrono::sys_days(date);
}

// "18:20:00.5".
std::optional<Duration> TakeTimeOfDay(std::string_view& text) {
  const auto hour = TakeNumber(text, 2);
  if (!hour || *hour > 23 || !Take(text, ':')) return std::nullopt;
  const auto minute = TakeNumber(text, 2);
  if (!minute || *minute > 59 || !Take(text, ':')) return std::nullopt;
  const auto second = TakeNumber(text, 2);
  const auto fraction = TakeFraction(text);
  if (!second || *second > 59 || !fraction) return std::nullopt;
  return hours(*hour) + minutes(*minute) + seconds(*second) + *fraction;
}

// "Z" or "+02:00", to the end.
std::optional<Duration> TakeOffset(std::string_view& text) {
  if (text == "Z") return Duration(0);
  const bool west = text.starts_with('-');
  if (!west && !text.starts_with('+')) return std::nullopt;
  text.remove_prefix(1);
  const auto hour = TakeNumber(text, 2);
  if (!hour || *hour > 23 || !Take(text, ':')) return std::nullopt;
  const auto minute = TakeNumber(text, 2);
  if (!minute || *minute > 59 || !text.empty()) return std::nullopt;
  const Duration offset = hours(*hour) + minutes(*minute);
  return west ? -offset : offset;
}

std::optional<TimePoint> ParseSeconds(std::string_view text) {
  const auto whole = TakeNumber(text);
  const auto fraction = TakeFraction(text);
  if (!whole || !fraction || !text.empty()) return std::nullopt;
  if (*whole > std::chrono::duration_cast<seconds>(kLastInstant.time_since_epoch()).count()) {
    return std::nullopt;
  }
  return InRange(TimePoint(seconds(*whole) + *fraction));
}

}  // namespace

std::optional<Duration> ParseDuration(std::string_view text) {
  if (text.empty()) return std::nullopt;
  Duration sum{0};
  while (!text.empty()) {
    const auto number = TakeNumber(text);
    if (!number) return std::nullopt;
    const Unit* unit = nullptr;
    for (const Unit& one : kUnits) {
      if (unit == nullptr && text.starts_with(one.name)) unit = &one;
    }
    if (unit == nullptr || *number > (kLongest - sum) / unit->length) return std::nullopt;
    sum += unit->length * *number;
    text.remove_prefix(unit->name.size());
  }
  return sum;
}

std::optional<TimePoint> ParseInstant(std::string_view text) {
  if (text.find('-') == std::string_view::npos) return ParseSeconds(text);
  const auto date = TakeDate(text);
  if (!date) return std::nullopt;
  if (text.empty()) return InRange(*date);
  if (!Take(text, 'T')) return std::nullopt;
  const auto time = TakeTimeOfDay(text);
  if (!time) return std::nullopt;
  const auto offset = TakeOffset(text);
  if (!offset) return std::nullopt;
  return InRange(*date + *time - *offset);
}

std::string FormatInstant(TimePoint time) {
  const auto date = std::chrono::floor<std::chrono::days>(time);
  const std::chrono::year_month_day day(date);
  const std::chrono::hh_mm_ss<Duration> of_day(time - date);
  std::array<char, 64> text;
  int size = std::snprintf(
      text.data(), text.size(), "%04d-%02u-%02uT%02d:%02d:%02d", static_cast<int>(day.year()),
      static_cast<unsigned>(day.month()), static_cast<unsigned>(day.day()),
      static_cast<int>(of_day.hours().count()), static_cast<int>(of_day.minutes().count()),
      static_cast<int>(of_day.seconds().count()));
  std::string written(text.data(), static_cast<std::size_t>(size));
  const auto microseconds = static_cast<int>(of_day.subseconds().count());
  if (microseconds != 0) {
    size = microseconds % 1000 == 0
               ? std::snprintf(text.data(), text.size(), ".%03d", microseconds / 1000)
               : std::snprintf(text.data(), text.size(), ".%06d", microseconds);
    written.append(text.data(), static_cast<std::size_t>(size));
  }
  return written + 'Z';
}

}  // namespace trestle
