#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "expression/document_path.h"

// Expressions as written: placeholders stand in place of names and values. Immutable once parsed,
// and cached by text.
namespace trestle {

enum class Operation : std::uint8_t {
  kPath,
  kValue,
  kEqual,
  kNotEqual,
  kLess,
  kLessOrEqual,
  kGreater,
  kGreaterOrEqual,
  kBetween,
  kIn,
  kAnd,
  kOr,
  kNot,
  kAttributeExists,
  kAttributeNotExists,
  kAttributeType,
  kBeginsWith,
  kContains,  // functions that are conditions
  kSize,      // function with a value
  kIfNotExists,
  kListAppend,  // functions of updates
  kUnknownFunction,
  kPlus,
  kMinus,
};

// As expressions and error texts spell it.
std::string_view Spelling(Operation operation);
// The function of that name; names are case-sensitive.
Operation FunctionNamed(std::string_view name);

struct Expression {
  Operation operation = Operation::kPath;
  std::size_t slot = 0;              // of kPath: in `paths`; of kValue: in `values`
  std::vector<Expression> operands;  // kAnd and kOr hold a whole chain
};

// What the paths and values of an expression are called in its text.
struct Slots {
  std::vector<DocumentPath> paths;  // a name that begins with # is a placeholder
  std::vector<std::string> values;  // placeholders, with the colon
};

struct ConditionSyntax {
  Slots slots;
  Expression root;
};

struct ProjectionSyntax {
  Slots slots;
};

// The legacy actions differ from ADD and DELETE in what they accept and in their texts.
enum class UpdateAction : std::uint8_t { kSet, kRemove, kAdd, kDelete, kLegacyAdd, kLegacyDelete };

struct UpdateClause {
  UpdateAction action = UpdateAction::kSet;
  std::size_t target = 0;  // in `paths`
  Expression value;        // not of kRemove
};

struct UpdateSyntax {
  Slots slots;
  std::vector<UpdateClause> clauses;  // in the order of writing
};

}  // namespace trestle
