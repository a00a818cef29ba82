#pragma once

#include <array>
#include <cstddef>
#include <string_view>

#include "json/json.h"
#include "protocol/shape.h"

namespace trestle {

// The place of a member within its structure; members.size() if the structure has none of that
// name.
inline std::size_t FindMember(const Shape& structure, std::string_view name) {
  std::size_t index = 0;
  for (const Member& member : structure.members) {
    if (member.name == name) break;
    ++index;
  }
  return index;
}

// One JSON object held against a structure's shape: the value of each member, found once. A null
// counts as absent, an unknown name is passed over, and of a name given twice the last one counts.
class Members {
 public:
  Members(const Shape& structure, const Json& json) : structure_(&structure) {
    for (const auto field : ObjectOf(json)) {
      const std::size_t index = FindMember(structure, field.key);
      if (index < structure.members.size()) {
        values_[index] = field.value;
        given_[index] = !field.value.is_null();
      }
    }
  }

  const Shape& structure() const { return *structure_; }
  // The value, or null if it was not given.
  const Json* operator[](std::size_t member) const {
    return given_[member] ? &values_[member] : nullptr;
  }

 private:
  static constexpr std::size_t kMaxMembers = 20;
  const Shape* structure_;
  std::array<bool, kMaxMembers> given_ = {};
  std::array<Json, kMaxMembers> values_;
};

}  // namespace trestle
