#pragma once

#include <string>
#include <string_view>

#include "base/result.h"
#include "table/definition.h"

namespace trestle {

// A definition as the catalog stores it: an item whose members have names, so that members can be
// added. Unknown ones are ignored and missing ones have their defaults. Written to disk: never
// rename a member.
std::string EncodeDefinition(const TableDefinition& definition);
Result<TableDefinition> DecodeDefinition(std::string_view bytes);

// The description of a stream, in the same way.
std::string EncodeStream(const Stream& stream);
Result<Stream> DecodeStream(std::string_view bytes);

}  // namespace trestle
