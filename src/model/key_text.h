#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "model/model.h"

namespace trestle::model {

// The text of `value` under `formats`, `shape` being what its attribute may be. An error names what
// does not fit: too many digits, a negative number, not a date.
Result<std::string> FormattedText(const AttributeValue& value, const Shape* shape,
                                  const std::vector<Format>& formats);

// The value at a dotted path; null where there is none.
const AttributeValue* ValueAt(const Item& item, std::string_view path);

// The value of an entity's key or computed attribute for `item`: absent where an attribute that it
// needs is absent. A template that is one reference without a format keeps the value's own type.
Result<std::optional<AttributeValue>> Derived(const Entity& entity, const Template& key,
                                              const Item& item);

}  // namespace trestle::model
