#include "systems/demo_items.h"

#include <charconv>
#include <chrono>
#include <utility>

#include "base/time_text.h"
#include "json/plain_json.h"
#include "systems/messages.h"

namespace trestle {
namespace {

constexpr std::string_view kToday = "@today";
constexpr std::string_view kNow = "@now";
constexpr std::size_t kDateSize = 10;  // 2026-11-15

// What follows @today: "+5", "-0", "+5T07:00:00.000Z".
Result<std::string> DayText(std::string_view text, TimePoint now) {
  const std::string_view offset = text.substr(kToday.size());
  const std::size_t time = offset.find('T');
  int days = 0;
  if (const std::string_view digits = offset.substr(0, time); !digits.empty()) {
    const char* const begin = digits.data() + (digits[0] == '+' ? 1 : 0);
    const auto [end, error] = std::from_chars(begin, digits.data() + digits.size(), days);
    if (error != std::errc() || end != digits.data() + digits.size()) {
      return messages::BadDemoTime(text);
    }
  }
  std::string day = FormatInstant(now + std::chrono::days(days)).substr(0, kDateSize);
  if (time != std::string_view::npos) day += offset.substr(time);
  return day;
}

// What follows @now: nothing, "-3h", "+2d".
Result<std::string> InstantText(std::string_view text, TimePoint now) {
  const std::string_view offset = text.substr(kNow.size());
  if (offset.empty()) return FormatInstant(now);
  const std::optional<Duration> length = ParseDuration(offset.substr(1));
  if (!length || (offset[0] != '+' && offset[0] != '-')) return messages::BadDemoTime(text);
  return FormatInstant(offset[0] == '+' ? now + *length : now - *length);
}

Status SetTimes(AttributeValue& value, TimePoint now) {
  if (std::string* const text = value.As<std::string>()) {
    if (text->starts_with(kToday)) {
      TRESTLE_TRY(*text, DayText(*text, now));
    } else if (text->starts_with(kNow)) {
      TRESTLE_TRY(*text, InstantText(*text, now));
    } else if (text->starts_with('@')) {
      return messages::BadDemoTime(*text);
    }
  } else if (List* const list = value.As<List>()) {
    for (AttributeValue& element : *list) TRESTLE_RETURN_IF_ERROR(SetTimes(element, now));
  } else if (AttributeMap* const map = value.As<AttributeMap>()) {
    for (const Attribute& member : *map) {
      TRESTLE_RETURN_IF_ERROR(SetTimes(*map->Find(member.name), now));
    }
  }
  return {};
}

}  // namespace

Result<std::vector<DemoItem>> DemoItems(std::string_view json, TimePoint now) {
  TRESTLE_TRY(AttributeValue read, ParsePlainJson(json));
  List* const list = read.As<List>();
  if (!list) return messages::BadDemoData();
  std::vector<DemoItem> items;
  items.reserve(list->size());
  for (AttributeValue& element : *list) {
    TRESTLE_RETURN_IF_ERROR(SetTimes(element, now));
    AttributeMap* const map = element.As<AttributeMap>();
    AttributeValue* const entity = map ? map->Find("entity") : nullptr;
    AttributeValue* const values = map ? map->Find("values") : nullptr;
    if (!entity || !values || !entity->As<std::string>() || !values->As<AttributeMap>()) {
      return messages::BadDemoData();
    }
    items.push_back({.entity = std::move(*entity->As<std::string>()),
                     .values = std::move(*values->As<AttributeMap>())});
  }
  return items;
}

}  // namespace trestle
