#pragma once

#include <optional>
#include <string>
#include <vector>

#include "model/code_text.h"
#include "model/model.h"

// The parts of generated C++.
namespace trestle::model::cpp {

std::string TypeOf(const Shape& shape);
// `text`, an expression of a text, under the formats of `part`.
std::string Formatted(std::string text, const Shape* shape, const TemplatePart& part);
// The call that sets `name` of the item `target` to the text made of `parts`, each a literal or
// what Formatted() gives; its status says which of them does not fit.
std::string SetText(const std::string& target, const std::string& name,
                    const std::vector<std::string>& parts);
std::string Literal(const AttributeValue& value);
// A value that is made when it is needed, as it is stored under `shape`.
std::string Made(Generated what, const Shape* shape);
// How a member of the shape's type begins: " = 5". Absent where its type has no such value.
std::optional<std::string> Initial(const Shape& shape, const Default& value);

// A struct of arguments and a function that runs the transaction.
void AddTransaction(const Model& model, const Transaction& transaction, CodeText& code);

}  // namespace trestle::model::cpp
