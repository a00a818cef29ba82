#pragma once

#include <string>

#include "model/model.h"

namespace trestle::model {

// A C++ header over trestle::Database, and a TypeScript module over @aws-sdk/client-dynamodb: a
// type for each entity, its keys, and a function for each pattern and each transaction.
std::string CppCode(const Model& model);
std::string TypeScriptCode(const Model& model);

}  // namespace trestle::model
