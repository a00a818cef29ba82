#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "value/attribute_value.h"

namespace trestle {

struct KeyAttribute {
  std::string name;
  AttributeType type = AttributeType::kString;  // string, number or binary
  friend bool operator==(const KeyAttribute&, const KeyAttribute&) = default;
};

// The attributes that make a key, in order. A table or local index has one hash and at most one
// range attribute, a global index up to four of each.
struct KeySchema {
  std::vector<KeyAttribute> hash;
  std::vector<KeyAttribute> range;

  const KeyAttribute* Find(std::string_view name) const;
  friend bool operator==(const KeySchema&, const KeySchema&) = default;
};

}  // namespace trestle
