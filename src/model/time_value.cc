#include "model/time_value.h"

#include <charconv>
#include <chrono>

#include "base/time_text.h"

namespace trestle::model {
namespace {

std::optional<int> Digits(std::string_view text) {
  int value = 0;
  for (const char digit : text) {
    if (digit < '0' || digit > '9') return std::nullopt;
    value = value * 10 + (digit - '0');
  }
  return value;
}

}  // namespace

bool IsDateText(std::string_view text) {
  if (text.size() != 10 || text[4] != '-' || text[7] != '-') return false;
  const auto year = Digits(text.substr(0, 4));
  const auto month = Digits(text.substr(5, 2));
  const auto day = Digits(text.substr(8, 2));
  if (!year || !month || !day) return false;
  return std::chrono::year_month_day(std::chrono::year(*year),
                                     std::chrono::month(static_cast<unsigned>(*month)),
                                     std::chrono::day(static_cast<unsigned>(*day)))
      .ok();
}

bool IsTimestampText(std::string_view text) {
  return text.size() == 24 && text[10] == 'T' && text[19] == '.' && text[23] == 'Z' &&
         IsDateText(text.substr(0, 10)) && ParseInstant(text).has_value();
}

std::string TimestampText(TimePoint time) {
  std::string text = FormatInstant(
      std::chrono::time_point_cast<Duration>(std::chrono::floor<std::chrono::milliseconds>(time)));
  if (text.size() == 20) text.insert(19, ".000");
  return text;
}

std::string DateText(TimePoint time) { return FormatInstant(time).substr(0, 10); }

AttributeValue TimestampValue(TimePoint time, Stored stored) {
  const auto since = time.time_since_epoch();
  switch (stored) {
    case Stored::kSeconds:
      return AttributeValue::Integer(std::chrono::floor<std::chrono::seconds>(since).count());
    case Stored::kMilliseconds:
      return AttributeValue::Integer(std::chrono::floor<std::chrono::milliseconds>(since).count());
    case Stored::kText:
      break;
  }
  return AttributeValue::String(TimestampText(time));
}

std::optional<TimePoint> InstantOf(const AttributeValue& value, const Shape* shape) {
  if (const std::string* text = value.As<std::string>()) {
    return text->find('-') == std::string::npos ? std::nullopt : ParseInstant(*text);
  }
  const Number* number = value.As<Number>();
  if (number == nullptr || number->IsNegative()) return std::nullopt;
  if (shape == nullptr || shape->stored != Stored::kMilliseconds) {
    return ParseInstant(number->ToString());
  }
  if (number->exponent() < 0 || number->Magnitude() > 15) return std::nullopt;
  std::int64_t milliseconds = 0;
  const std::string digits = number->ToString();
  std::from_chars(digits.data(), digits.data() + digits.size(), milliseconds);
  const std::chrono::milliseconds since(milliseconds);
  if (since > std::chrono::floor<std::chrono::milliseconds>(kLastInstant.time_since_epoch())) {
    return std::nullopt;
  }
  return TimePoint(since);
}

}  // namespace trestle::model
