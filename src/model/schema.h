#pragma once

#include <string_view>

namespace trestle::model {

// The JSON Schema (draft 2020-12) of a model file read as JSON, for editors and other tools.
std::string_view ModelSchema();

}  // namespace trestle::model
