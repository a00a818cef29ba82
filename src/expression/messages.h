#pragma once

#include <initializer_list>
#include <string>
#include <string_view>

#include "base/result.h"
#include "expression/expression_kind.h"

// The texts of this room's errors, as the service spells them.
namespace trestle::messages {

inline std::string Concat(std::initializer_list<std::string_view> parts) {
  std::string text;
  for (const std::string_view part : parts) text.append(part);
  return text;
}

inline tl::unexpected<Error> InvalidExpression(ExpressionKind kind,
                                               std::initializer_list<std::string_view> parts) {
  return Fail(ErrorCode::kValidation,
              Concat({"Invalid ", ParameterName(kind), ": ", Concat(parts)}));
}

// Size and syntax.

inline tl::unexpected<Error> ExpressionTooLarge(ExpressionKind kind, std::size_t size) {
  if (kind == ExpressionKind::kScanFilter) {
    return InvalidExpression(
        kind, {"Expression size has exceeded the maximum allowed size; expression size: ",
               std::to_string(size)});
  }
  return InvalidExpression(kind, {"Expression size has exceeded the maximum allowed size"});
}

inline tl::unexpected<Error> ExpressionEmpty(ExpressionKind kind) {
  return InvalidExpression(kind, {"The expression can not be empty;"});
}

inline tl::unexpected<Error> SyntaxError(ExpressionKind kind, std::string_view token,
                                         std::string_view near) {
  return InvalidExpression(kind, {"Syntax error; token: \"", token, "\", near: \"", near, "\""});
}

inline tl::unexpected<Error> RedundantParentheses(ExpressionKind kind) {
  return InvalidExpression(kind, {"The expression has redundant parentheses;"});
}

inline tl::unexpected<Error> TooManyOperators(ExpressionKind kind, std::size_t count) {
  return InvalidExpression(kind, {"The expression contains too many operators; operator count: ",
                                  std::to_string(count)});
}

inline tl::unexpected<Error> RepeatedSection(std::string_view section) {
  return InvalidExpression(
      ExpressionKind::kUpdate,
      {"The \"", section, "\" section can only be used once in an update expression;"});
}

// Functions.

inline tl::unexpected<Error> UnknownFunction(ExpressionKind kind, std::string_view function) {
  return InvalidExpression(kind, {"Invalid function name; function: ", function});
}

inline tl::unexpected<Error> MisusedFunction(ExpressionKind kind, std::string_view function) {
  return InvalidExpression(
      kind,
      {"The function is not allowed to be used this way in an expression; function: ", function});
}

inline tl::unexpected<Error> FunctionNotAllowed(ExpressionKind kind, std::string_view function) {
  const std::string_view where = kind == ExpressionKind::kUpdate ? "an update" : "a condition";
  return InvalidExpression(
      kind, {"The function is not allowed in ", where, " expression; function: ", function});
}

// Document paths.

inline tl::unexpected<Error> ReservedKeyword(ExpressionKind kind, std::string_view name) {
  return InvalidExpression(kind,
                           {"Attribute name is a reserved keyword; reserved keyword: ", name});
}

inline tl::unexpected<Error> ListIndexTooLarge(ExpressionKind kind, std::string_view index) {
  return InvalidExpression(kind,
                           {"List index is not within the allowable range; index: [", index, "]"});
}

inline tl::unexpected<Error> PathTooDeep(ExpressionKind kind, std::size_t levels) {
  return InvalidExpression(kind,
                           {"The document path has too many nesting elements; nesting levels: ",
                            std::to_string(levels)});
}

inline tl::unexpected<Error> NameNotDefined(ExpressionKind kind, std::string_view placeholder) {
  return InvalidExpression(
      kind,
      {"An expression attribute name used in the document path is not defined; attribute name: ",
       placeholder});
}

inline tl::unexpected<Error> ValueNotDefined(ExpressionKind kind, std::string_view placeholder) {
  return InvalidExpression(
      kind, {"An expression attribute value used in expression is not defined; attribute value: ",
             placeholder});
}

inline tl::unexpected<Error> PathsOverlap(ExpressionKind kind, std::string_view one,
                                          std::string_view two) {
  return InvalidExpression(
      kind, {"Two document paths overlap with each other; must remove or rewrite one of these "
             "paths; path one: ",
             one, ", path two: ", two});
}

inline tl::unexpected<Error> PathsConflict(ExpressionKind kind, std::string_view one,
                                           std::string_view two) {
  return InvalidExpression(
      kind, {"Two document paths conflict with each other; must remove or rewrite one of these "
             "paths; path one: ",
             one, ", path two: ", two});
}

inline tl::unexpected<Error> DuplicateAttributeToGet(std::string_view name) {
  return Fail(
      ErrorCode::kValidation,
      Concat({"One or more parameter values were invalid: Duplicate value in attribute name: ",
              name}));
}

// Operands.

inline tl::unexpected<Error> OperandCount(ExpressionKind kind, std::string_view operation,
                                          std::size_t count) {
  return InvalidExpression(
      kind, {"Incorrect number of operands for operator or function; operator or function: ",
             operation, ", number of operands: ", std::to_string(count)});
}

inline tl::unexpected<Error> TooManyInOperands(ExpressionKind kind, std::size_t count) {
  return InvalidExpression(
      kind, {"The IN operator is provided with too many operands; number of operands: ",
             std::to_string(count)});
}

inline tl::unexpected<Error> OperandType(ExpressionKind kind, std::string_view operation,
                                         std::string_view type) {
  return InvalidExpression(
      kind, {"Incorrect operand type for operator or function; operator or function: ", operation,
             ", operand type: ", type});
}

// ADD and DELETE spell types in full: STRING, MAP, ...
inline tl::unexpected<Error> SectionOperandType(std::string_view section, std::string_view type) {
  return InvalidExpression(
      ExpressionKind::kUpdate,
      {"Incorrect operand type for operator or function; operator: ", section,
       ", operand type: ", type, ", typeSet: ALLOWED_FOR_", section, "_OPERAND"});
}

inline tl::unexpected<Error> PathRequired(ExpressionKind kind, std::string_view function) {
  return InvalidExpression(
      kind, {"Operator or function requires a document path; operator or function: ", function});
}

inline tl::unexpected<Error> OperandsNotDistinct(ExpressionKind kind, std::string_view operation,
                                                 std::string_view operand) {
  return InvalidExpression(
      kind, {"The first operand must be distinct from the remaining operands for this operator or "
             "function; operator: ",
             operation, ", first operand: ", operand});
}

inline tl::unexpected<Error> UnknownTypeName(ExpressionKind kind, std::string_view type) {
  return InvalidExpression(kind, {"Invalid attribute type name found; type: ", type,
                                  ", valid types: {B,NULL,SS,BOOL,L,BS,N,NS,S,M}"});
}

inline tl::unexpected<Error> BetweenTypesDiffer(ExpressionKind kind, std::string_view lower,
                                                std::string_view upper) {
  return InvalidExpression(
      kind, {"The BETWEEN operator requires same data type for lower and upper bounds; lower "
             "bound operand: AttributeValue: ",
             lower, ", upper bound operand: AttributeValue: ", upper});
}

inline tl::unexpected<Error> BetweenBoundsReversed(ExpressionKind kind, std::string_view lower,
                                                   std::string_view upper) {
  return InvalidExpression(
      kind, {"The BETWEEN operator requires upper bound to be greater than or equal to lower "
             "bound; lower bound operand: AttributeValue: ",
             lower, ", upper bound operand: AttributeValue: ", upper});
}

// Updates, found while they are applied to an item.

inline tl::unexpected<Error> UpdatePathInvalid() {
  return Fail(ErrorCode::kValidation,
              "The document path provided in the update expression is invalid for update");
}

inline tl::unexpected<Error> UpdateOperandMissing() {
  return Fail(ErrorCode::kValidation,
              "The provided expression refers to an attribute that does not exist in the item");
}

inline tl::unexpected<Error> UpdateOperandType() {
  return Fail(ErrorCode::kValidation,
              "An operand in the update expression has an incorrect data type");
}

inline tl::unexpected<Error> LegacyUpdateTypeMismatch() {
  return Fail(ErrorCode::kValidation, "Type mismatch for attribute to update");
}

}  // namespace trestle::messages
