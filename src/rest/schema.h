#pragma once

#include <string_view>

#include "model/model.h"
#include "value/attribute_value.h"

// JSON Schema, as trees that are written as plain JSON.
namespace trestle::rest {

AttributeValue Text(std::string_view text);
AttributeValue Flag(bool value);
AttributeValue Object(AttributeMap members);

// What a value may be, as clients see it.
AttributeMap SchemaOf(const model::Shape& shape);
// The same with its default.
AttributeMap SchemaOf(const model::Parameter& parameter);

// The whole entity, as it is created, replaced and read.
AttributeMap SchemaOf(const model::Model& model, const model::Entity& entity);
// What a PATCH may hold: some of its attributes, null to remove them.
AttributeMap ChangesSchemaOf(const model::Entity& entity);
// An object with a member for each parameter.
AttributeMap ArgumentsSchemaOf(const std::vector<model::Parameter>& parameters);

// Whether the parameter must be given.
bool IsRequired(const model::Parameter& parameter);

}  // namespace trestle::rest
