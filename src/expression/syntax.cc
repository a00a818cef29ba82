#include "expression/syntax.h"

#include <array>
#include <utility>

namespace trestle {
namespace {

constexpr std::array<std::pair<Operation, std::string_view>, 21> kSpellings = {{
    {Operation::kEqual, "="},
    {Operation::kNotEqual, "<>"},
    {Operation::kLess, "<"},
    {Operation::kLessOrEqual, "<="},
    {Operation::kGreater, ">"},
    {Operation::kGreaterOrEqual, ">="},
    {Operation::kBetween, "BETWEEN"},
    {Operation::kIn, "IN"},
    {Operation::kAnd, "AND"},
    {Operation::kOr, "OR"},
    {Operation::kNot, "NOT"},
    {Operation::kAttributeExists, "attribute_exists"},
    {Operation::kAttributeNotExists, "attribute_not_exists"},
    {Operation::kAttributeType, "attribute_type"},
    {Operation::kBeginsWith, "begins_with"},
    {Operation::kContains, "contains"},
    {Operation::kSize, "size"},
    {Operation::kIfNotExists, "if_not_exists"},
    {Operation::kListAppend, "list_append"},
    {Operation::kPlus, "+"},
    {Operation::kMinus, "-"},
}};

}  // namespace

std::string_view Spelling(Operation operation) {
  for (const auto& [candidate, spelling] : kSpellings) {
    if (candidate == operation) return spelling;
  }
  return "";
}

Operation FunctionNamed(std::string_view name) {
  for (const auto& [candidate, spelling] : kSpellings) {
    if (candidate >= Operation::kAttributeExists && candidate <= Operation::kListAppend &&
        spelling == name) {
      return candidate;
    }
  }
  return Operation::kUnknownFunction;
}

}  // namespace trestle
