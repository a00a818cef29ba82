#pragma once

#include <string>

#include "model/code_text.h"
#include "model/model.h"

// The parts of generated TypeScript.
namespace trestle::model::typescript {

std::string TypeOf(const Shape& shape);
// `value`, an expression, as a text under the formats of `part`.
std::string FormattedValue(std::string value, const Shape* shape, const TemplatePart& part);
std::string Literal(const AttributeValue& value);
// A value that is made when it is needed, as it is stored under `shape`.
std::string Made(Generated what, const Shape* shape);

// The type of the arguments and a function that runs the transaction.
void AddTransaction(const Model& model, const Transaction& transaction, CodeText& code);

}  // namespace trestle::model::typescript
