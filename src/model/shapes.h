#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "model/fields.h"
#include "model/model.h"

namespace trestle::model {

// A TOML value as an attribute: texts, numbers, booleans, lists and maps. A value that the service
// could not store is a problem.
AttributeValue ValueOf(const Node& node, Problems& problems);
Item ItemOf(const Node& table, Problems& problems);

// `now`, `today`, `uuid` and `ulid`.
std::optional<Generated> GeneratedNamed(std::string_view name);
std::optional<Default> DefaultOf(const Node* node, Problems& problems);

// What the members type, stored, enum, min, max, min_length, max_length, decimals and pattern say.
Shape ShapeOf(Fields& fields, Problems& problems);
// The names of all types, for hints.
std::optional<Type> TypeNamed(std::string_view name);
std::string_view NameOf(Type type);

std::vector<Parameter> ParametersOf(Fields& fields, Problems& problems);

}  // namespace trestle::model
