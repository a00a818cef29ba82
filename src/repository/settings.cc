#include "repository/settings.h"

#include <algorithm>
#include <chrono>
#include <string>

#include "base/time_text.h"
#include "model/geohash.h"
#include "model/time_value.h"
#include "repository/messages.h"

namespace trestle::repository {
namespace {

constexpr std::size_t kMostQueries = 1000;
constexpr std::size_t kMostCells = 512;
constexpr std::size_t kDateSize = 10;
constexpr std::size_t kMonthSize = 7;

using std::chrono::sys_days;

tl::unexpected<Error> BadParameter(const std::string& name, std::string message) {
  return messages::BadArguments({{name, std::move(message)}});
}

// The day, or the first one of a month.
Result<sys_days> DayOf(const Item& arguments, const std::string& name,
                       const model::Parameter* parameter) {
  const AttributeValue* value = arguments.Find(name);
  if (value == nullptr) return BadParameter(name, messages::Required());
  const std::string* text = value->As<std::string>();
  std::string date;
  if (text != nullptr && text->size() == kMonthSize) {
    date = *text + "-01";
  } else if (text != nullptr && text->size() >= kDateSize) {
    date = text->substr(0, kDateSize);
  } else if (const auto time =
                 model::InstantOf(*value, parameter == nullptr ? nullptr : &parameter->shape)) {
    date = model::DateText(*time);
  }
  const auto day = model::IsDateText(date) ? ParseInstant(date) : std::nullopt;
  if (!day) return BadParameter(name, "must be " + std::string(model::kDateForm));
  return std::chrono::floor<std::chrono::days>(*day);
}

Result<std::vector<Setting>> OverTime(const model::Pattern& pattern, const Item& arguments) {
  const model::FanOut& fan_out = *pattern.fan_out;
  TRESTLE_TRY(const sys_days from,
              DayOf(arguments, fan_out.from, pattern.FindParameter(fan_out.from)));
  TRESTLE_TRY(const sys_days to, DayOf(arguments, fan_out.to, pattern.FindParameter(fan_out.to)));
  if (to < from) return BadParameter(fan_out.to, messages::FanOutBackwards(fan_out.from));
  const bool by_month = fan_out.by == model::FanOut::By::kMonth;
  const std::size_t size = by_month ? kMonthSize : kDateSize;
  std::vector<Setting> settings;
  for (sys_days day = from; day <= to; day += std::chrono::days(1)) {
    std::string text = model::DateText(TimePoint(day)).substr(0, size);
    if (!settings.empty() && *settings.back().value.As<std::string>() == text) continue;
    if (settings.size() == kMostQueries) {
      return BadParameter(fan_out.to, messages::FanOutTooLong(kMostQueries));
    }
    settings.push_back(
        {.parameter = fan_out.parameter, .value = AttributeValue::String(std::move(text))});
  }
  return settings;
}

Result<std::vector<Setting>> OverValues(const model::FanOut& fan_out, const Item& arguments) {
  std::vector<Setting> settings;
  const AttributeValue* value = arguments.Find(fan_out.list);
  if (value == nullptr) return BadParameter(fan_out.list, messages::Required());
  const auto add = [&](AttributeValue element) {
    const bool known = std::ranges::any_of(
        settings, [&](const Setting& setting) { return setting.value == element; });
    if (!known) settings.push_back({.parameter = fan_out.parameter, .value = std::move(element)});
  };
  if (const List* list = value->As<List>()) {
    std::ranges::for_each(*list, add);
  } else if (const StringSet* texts = value->As<StringSet>()) {
    for (const std::string& text : texts->elements()) add(AttributeValue::String(text));
  } else if (const NumberSet* numbers = value->As<NumberSet>()) {
    for (const Number& number : numbers->elements()) add(AttributeValue::Of(number));
  } else {
    add(*value);
  }
  if (settings.size() > kMostQueries) {
    return BadParameter(fan_out.list, messages::FanOutTooLong(kMostQueries));
  }
  return settings;
}

// Cells, nearest first.
Status AddCells(const model::GeoSearch& geo, const Item& arguments, Settings& settings) {
  const AttributeValue* around = arguments.Find(geo.around);
  const AttributeValue* radius = arguments.Find(geo.radius);
  const auto center = around == nullptr ? std::nullopt : model::GeoPointOf(*around);
  if (!center) return BadParameter(geo.around, messages::Required());
  const Number* kilometres = radius == nullptr ? nullptr : radius->As<Number>();
  if (kilometres == nullptr) return BadParameter(geo.radius, messages::Required());
  const auto cells = model::CoveringCells(
      {.center = *center, .radius_km = model::ToDouble(*kilometres)}, geo.precision, kMostCells);
  if (!cells) return BadParameter(geo.radius, messages::TooManyCells(kMostCells));
  for (const model::NearCell& cell : *cells) {
    settings.queries.push_back({.parameter = "cell", .value = AttributeValue::String(cell.name)});
    settings.distances_km.push_back(cell.distance_km);
  }
  return {};
}

// All combinations of the numbers of open shards.
std::vector<std::vector<Shard>> ShardsOf(const std::vector<std::pair<std::string, int>>& open) {
  if (open.empty()) return {};
  std::vector<std::vector<Shard>> all(1);
  for (const auto& [parameter, count] : open) {
    std::vector<std::vector<Shard>> longer;
    for (const std::vector<Shard>& start : all) {
      for (int shard = 0; shard < count; ++shard) {
        longer.push_back(start);
        longer.back().push_back(
            {.parameter = parameter, .text = (shard < 10 ? "0" : "") + std::to_string(shard)});
      }
    }
    all = std::move(longer);
  }
  return all;
}

}  // namespace

Result<Settings> SettingsOf(const PatternPlan& plan, const Item& arguments) {
  const model::Pattern& pattern = plan.pattern();
  Settings settings;
  if (pattern.fan_out && pattern.fan_out->by == model::FanOut::By::kValue) {
    TRESTLE_TRY(settings.queries, OverValues(*pattern.fan_out, arguments));
  } else if (pattern.fan_out) {
    TRESTLE_TRY(settings.queries, OverTime(pattern, arguments));
    if (pattern.descending) std::ranges::reverse(settings.queries);
  } else if (pattern.geo) {
    TRESTLE_RETURN_IF_ERROR(AddCells(*pattern.geo, arguments, settings));
  } else {
    settings.queries.emplace_back();
  }
  settings.shards = ShardsOf(plan.OpenShards(arguments));
  if (settings.shards.size() > kMostQueries) {
    return BadParameter(settings.shards[0][0].parameter, messages::FanOutTooLong(kMostQueries));
  }
  return settings;
}

}  // namespace trestle::repository
