#include "value/key_schema.h"

#include <algorithm>

namespace trestle {
namespace {

const KeyAttribute* FindIn(const std::vector<KeyAttribute>& attributes, std::string_view name) {
  const auto found = std::find_if(attributes.begin(), attributes.end(),
                                  [name](const KeyAttribute& a) { return a.name == name; });
  return found == attributes.end() ? nullptr : &*found;
}

}  // namespace

const KeyAttribute* KeySchema::Find(std::string_view name) const {
  const KeyAttribute* const in_hash = FindIn(hash, name);
  return in_hash != nullptr ? in_hash : FindIn(range, name);
}

}  // namespace trestle
