#pragma once

#include <string>
#include <string_view>

#include "base/result.h"

// The texts of statements that cannot be read, or ask for what the service does not do.
namespace trestle::messages {

inline tl::unexpected<Error> InvalidStatement(std::string message) {
  return Fail(ErrorCode::kValidation, std::move(message));
}

// What the service's parser says, in its envelope.

inline tl::unexpected<Error> NotWellFormed(std::string_view detail) {
  return InvalidStatement(
      std::string("Statement wasn't well formed, can't be processed: ").append(detail));
}

inline tl::unexpected<Error> InvalidCharacter() { return NotWellFormed("Invalid character"); }
inline tl::unexpected<Error> ExpectedDataManipulation() {
  return NotWellFormed("Expected data manipulation");
}
inline tl::unexpected<Error> UnexpectedKeyword() { return NotWellFormed("Unexpected keyword"); }
inline tl::unexpected<Error> UnexpectedTerm() { return NotWellFormed("Unexpected term"); }
inline tl::unexpected<Error> TokenAfterStatement() {
  return NotWellFormed("Unexpected token after expression");
}
inline tl::unexpected<Error> EmptySelectList() {
  return NotWellFormed("Cannot have empty SELECT list");
}
inline tl::unexpected<Error> StarIsNotAlone() {
  return NotWellFormed(
      "Other expressions may not be present in the select list when '*' is used without dot "
      "notation.");
}
inline tl::unexpected<Error> SelectWithoutFrom() {
  return NotWellFormed("Expected FROM after SELECT list");
}
inline tl::unexpected<Error> SimplePathRequired() {
  return NotWellFormed("Expected identifier for simple path");
}
inline tl::unexpected<Error> InvalidPathStep() {
  return NotWellFormed("Invalid path dot component");
}
// `what` is a keyword, or a kind of token.
inline tl::unexpected<Error> ExpectedToken(std::string_view what) {
  return NotWellFormed(std::string("Expected ").append(what));
}
inline tl::unexpected<Error> NestedTooDeeply() {
  return NotWellFormed("Expression is nested too deeply");
}

// What can be read and is not done. Places are line:column:length.

inline tl::unexpected<Error> UnsupportedClause(std::string_view clause, std::string_view place) {
  return InvalidStatement(
      std::string("Unsupported clause: ").append(clause).append(" at ").append(place));
}
inline tl::unexpected<Error> UnsupportedToken(std::string_view token, std::string_view place) {
  return InvalidStatement(
      std::string("Unsupported token in expression: ").append(token).append(" at ").append(place));
}
inline tl::unexpected<Error> UnexpectedPathComponent(std::string_view place) {
  return InvalidStatement(std::string("Unexpected path component at ").append(place));
}
inline tl::unexpected<Error> UnexpectedFromSource() {
  return InvalidStatement("Unexpected from source");
}
inline tl::unexpected<Error> OneTableOnly() {
  return InvalidStatement("Only select from a single table or index is supported.");
}
inline tl::unexpected<Error> AliasNotSupported() {
  return InvalidStatement("Aliasing is not supported");
}
inline tl::unexpected<Error> UnsupportedReturning() {
  return InvalidStatement("Unsupported syntax in RETURNING clause");
}
inline tl::unexpected<Error> DeleteReturnsAllOldOnly() {
  return InvalidStatement("DELETE statement only supports RETURNING ALL OLD *");
}
inline tl::unexpected<Error> SetFunctionOfAnotherPath(std::string_view function) {
  return InvalidStatement(std::string("The first argument of ")
                              .append(function)
                              .append(" must be the attribute that it is assigned to"));
}

inline tl::unexpected<Error> OperandNotASet(std::string_view function, std::string_view type) {
  return InvalidStatement(
      std::string("Incorrect operand type for operator or function; operator or function: ")
          .append(function)
          .append(", operand type: ")
          .append(type));
}

// Values.

inline tl::unexpected<Error> ParameterCount() {
  return InvalidStatement("Number of parameters in request and statement don't match.");
}
inline tl::unexpected<Error> EmptySetLiteral() {
  return InvalidStatement("One or more parameter values were invalid: An empty set is not allowed");
}
inline tl::unexpected<Error> MixedSetLiteral() {
  return InvalidStatement(
      "One or more parameter values were invalid: All elements of a set must be of the same type, "
      "string, number or binary");
}
inline tl::unexpected<Error> DuplicatesInSetLiteral() {
  return InvalidStatement(
      "One or more parameter values were invalid: Input collection contains duplicates.");
}
inline tl::unexpected<Error> DuplicateMapKey(std::string_view name) {
  return InvalidStatement(
      std::string("One or more parameter values were invalid: Duplicate field name: ")
          .append(name));
}
inline tl::unexpected<Error> InsertOfNoMap() {
  return InvalidStatement("INSERT requires a map as the value of the item");
}

}  // namespace trestle::messages
