#include "remote/answer.h"

#include <algorithm>
#include <cmath>
#include <memory>

#include "json/attribute_value_json.h"

namespace trestle::remote {
namespace {

// Attributes are decoded by what decodes requests, which counts on every value being of the form
// that its type asks for.
bool IsAttributeValue(const Json& json);

bool AreAttributes(const Json& json) {
  if (!json.is_object()) return false;
  for (const auto field : ObjectOf(json)) {
    if (!IsAttributeValue(field.value)) return false;
  }
  return true;
}

bool AreStrings(const Json& json) {
  if (!json.is_array()) return false;
  for (const Json element : ArrayOf(json)) {
    if (!element.is_string()) return false;
  }
  return true;
}

bool AreValues(const Json& json) {
  if (!json.is_array()) return false;
  for (const Json element : ArrayOf(json)) {
    if (!IsAttributeValue(element)) return false;
  }
  return true;
}

bool IsAttributeValue(const Json& json) {
  if (!json.is_object()) return false;
  for (const auto field : ObjectOf(json)) {
    const std::string_view type = field.key;
    const Json& value = field.value;
    if ((type == "S" || type == "N" || type == "B") && !value.is_string()) return false;
    if ((type == "SS" || type == "NS" || type == "BS") && !AreStrings(value)) return false;
    if ((type == "BOOL" || type == "NULL") && !value.is_bool()) return false;
    if (type == "M" && !AreAttributes(value)) return false;
    if (type == "L" && !AreValues(value)) return false;
  }
  return true;
}

// Only this room makes it, and only to be replaced: it carries no text.
struct UnreadableAnswer : ErrorDetail {};

}  // namespace

tl::unexpected<Error> Unreadable() {
  return tl::unexpected(Error{.code = ErrorCode::kInternalServerError,
                              .message = {},
                              .detail = std::make_shared<UnreadableAnswer>()});
}

bool IsUnreadable(const Error& error) {
  return dynamic_cast<const UnreadableAnswer*>(error.detail.get()) != nullptr;
}

std::optional<Json> Answer::Find(std::string_view name) const {
  if (!json_.is_object()) return std::nullopt;
  Json found;
  if (ObjectOf(json_).at_key(name).get(found) != simdjson::SUCCESS) return std::nullopt;
  if (found.is_null()) return std::nullopt;
  return found;
}

std::optional<std::string> Answer::OptionalText(std::string_view name) const {
  const std::optional<Json> found = Find(name);
  if (!found || !found->is_string()) return std::nullopt;
  return std::string(StringOf(*found));
}

std::optional<std::int64_t> Answer::OptionalInteger(std::string_view name) const {
  const std::optional<Json> found = Find(name);
  std::int64_t integer = 0;
  if (!found || found->get_int64().get(integer) != simdjson::SUCCESS) return std::nullopt;
  return integer;
}

double Answer::Decimal(std::string_view name) const {
  const std::optional<Json> found = Find(name);
  double decimal = 0;
  if (!found || found->get_double().get(decimal) != simdjson::SUCCESS) return 0;
  return decimal;
}

bool Answer::Flag(std::string_view name) const {
  const std::optional<Json> found = Find(name);
  bool flag = false;
  return found && found->get_bool().get(flag) == simdjson::SUCCESS && flag;
}

std::optional<TimePoint> Answer::Time(std::string_view name) const {
  const std::optional<Json> found = Find(name);
  double seconds = 0;
  if (!found || found->get_double().get(seconds) != simdjson::SUCCESS) return std::nullopt;
  // Milliseconds are what the wire shows; a double of today has no exact microseconds.
  const double milliseconds = std::clamp(std::round(seconds * 1e3), -9e15, 9e15);
  return TimePoint(std::chrono::milliseconds(static_cast<std::int64_t>(milliseconds)));
}

std::optional<Answer> Answer::Object(std::string_view name) const {
  const std::optional<Json> found = Find(name);
  if (!found || !found->is_object()) return std::nullopt;
  return Answer(*found);
}

std::vector<Json> Answer::List(std::string_view name) const {
  std::vector<Json> list;
  const std::optional<Json> found = Find(name);
  if (!found || !found->is_array()) return list;
  for (const Json element : ArrayOf(*found)) list.push_back(element);
  return list;
}

std::vector<std::string> Answer::Texts(std::string_view name) const {
  std::vector<std::string> texts;
  for (const Json& element : List(name)) {
    if (element.is_string()) texts.emplace_back(StringOf(element));
  }
  return texts;
}

std::vector<Answer::Entry> Answer::Entries(std::string_view name) const {
  std::vector<Entry> entries;
  const std::optional<Json> found = Find(name);
  if (!found || !found->is_object()) return entries;
  for (const auto field : ObjectOf(*found)) {
    entries.push_back({.name = std::string(field.key), .value = field.value});
  }
  return entries;
}

Result<Item> ReadItem(const Json& json) {
  if (!AreAttributes(json)) return Unreadable();
  return DecodeAttributeMap(json);
}

Result<std::optional<EncodedItem>> ReadOptionalItem(const Answer& answer, std::string_view name) {
  const std::optional<Json> json = answer.Find(name);
  if (!json) return std::optional<EncodedItem>();
  TRESTLE_TRY(const Item item, ReadItem(*json));
  return std::optional<EncodedItem>(EncodedItem::From(item));
}

}  // namespace trestle::remote
