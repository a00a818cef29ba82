#pragma once

#include <fmt/format.h>

#include <cstddef>
#include <string>

#include "value/attribute_value.h"

// The items of samples.h, made without JSON for programs that have none.
namespace trestle::bench {

inline Item TypedKey(std::size_t number) {
  return Item{{"pk", AttributeValue::String(fmt::format("customer#{:06}", number / 100))},
              {"sk", AttributeValue::String(fmt::format("order#{:08}", number % 100))}};
}

inline Item TypedItem(std::size_t number) {
  Item item = TypedKey(number);
  item.Set("gpk", AttributeValue::String(fmt::format("status#{:06}", number / 20)));
  item.Set("gsk", AttributeValue::String(
                      fmt::format("2026-01-01T00:{:02}:{:02}Z", number / 60 % 60, number % 60)));
  item.Set("cnt", AttributeValue::Integer(0));
  item.Set("price", AttributeValue::Of(*Number::Parse(fmt::format("{}.25", number % 9973))));
  item.Set("active", AttributeValue::Of(true));
  item.Set("tags", AttributeValue::Of(StringSet({"blue", "green"})));
  item.Set("address", AttributeValue::Of(AttributeMap{{"city", AttributeValue::String("Reykjavik")},
                                                      {"zip", AttributeValue::Integer(10115)}}));
  std::string data;
  for (std::size_t i = 1; i <= 16; ++i) {
    data += fmt::format("{:016x}", (number + 1) * i * 0x9E3779B97F4A7C15u);
  }
  item.Set("data", AttributeValue::String(std::move(data)));
  return item;
}

}  // namespace trestle::bench
