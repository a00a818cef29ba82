#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/clock.h"
#include "base/result.h"
#include "json/json.h"
#include "value/attribute_value.h"
#include "value/item_codec.h"

namespace trestle::remote {

// One object of an answer. Nothing in it is taken on trust: a member of another type than the one
// asked for counts as absent. Lasts as long as its parser.
class Answer {
 public:
  explicit Answer(const Json& json) : json_(json) {}

  std::optional<Json> Find(std::string_view name) const;  // not a null
  bool Has(std::string_view name) const { return Find(name).has_value(); }
  std::string Text(std::string_view name) const { return OptionalText(name).value_or(""); }
  std::optional<std::string> OptionalText(std::string_view name) const;
  std::int64_t Integer(std::string_view name) const { return OptionalInteger(name).value_or(0); }
  std::optional<std::int64_t> OptionalInteger(std::string_view name) const;
  double Decimal(std::string_view name) const;
  bool Flag(std::string_view name) const;
  std::optional<TimePoint> Time(std::string_view name) const;
  std::optional<Answer> Object(std::string_view name) const;
  std::vector<Json> List(std::string_view name) const;  // empty if there is none
  std::vector<std::string> Texts(std::string_view name) const;

  // The members of an object by their names.
  struct Entry {
    std::string name;
    Json value;
  };
  std::vector<Entry> Entries(std::string_view name) const;

 private:
  Json json_;
};

// Stands for any answer that is not DynamoDB's; who knows whose answer it was says so.
tl::unexpected<Error> Unreadable();
bool IsUnreadable(const Error& error);

// Attributes in DynamoDB's JSON. An error if they are anything else.
Result<Item> ReadItem(const Json& json);
Result<std::optional<EncodedItem>> ReadOptionalItem(const Answer& answer, std::string_view name);

}  // namespace trestle::remote
