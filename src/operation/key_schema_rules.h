#pragma once

#include <string_view>
#include <vector>

#include "operation/create_table.h"

namespace trestle {

using KeyElements = std::vector<KeySchemaElement>;
using Definitions = std::vector<AttributeDefinition>;

// The shape of a key schema, whatever its attributes' types. `path` is where the schema stands in
// the request.
Status CheckTableKeyShape(const KeyElements& elements, std::string_view path);
Status CheckGlobalIndexKeyShape(const KeyElements& elements);

bool IsDefined(const Definitions& definitions, std::string_view attribute);
bool AllDefined(const KeyElements& elements, const Definitions& definitions);
// The schema with its types; every attribute is defined.
KeySchema Resolve(const KeyElements& elements, const Definitions& definitions);

// Names as error texts list them: "a, b".
std::string NamesOf(const KeyElements& elements);
std::string NamesOf(const Definitions& definitions);

}  // namespace trestle
