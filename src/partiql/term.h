#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "base/result.h"
#include "value/attribute_value.h"

namespace trestle::partiql {

using Parameters = std::vector<AttributeValue>;

// A value as a statement writes it.
struct Term {
  enum class Kind { kLiteral, kParameter, kList, kMap, kSet };
  Kind kind = Kind::kLiteral;
  AttributeValue literal = {};
  std::size_t parameter = 0;            // which ?, from zero
  std::vector<Term> elements = {};      // of a list, map or set that holds parameters
  std::vector<std::string> names = {};  // of a map's elements
};

// A list, map or set of the elements: a literal if all of them are.
Result<Term> Combined(Term term);

// The value with its parameters filled in; there are as many as the statement has.
Result<AttributeValue> ValueOf(const Term& term, const Parameters& parameters);

}  // namespace trestle::partiql
