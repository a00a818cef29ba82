#pragma once

#include <string>
#include <string_view>

#include "base/result.h"

// The texts of statements that can be read but not run, as the service spells them.
namespace trestle::messages {

inline tl::unexpected<Error> RefusedStatement(std::string message) {
  return Fail(ErrorCode::kValidation, std::move(message));
}

inline tl::unexpected<Error> KeyEqualityMissing() {
  return RefusedStatement(
      "Where clause does not contain a mandatory equality on all key attributes");
}

// SELECT.

// Unlike those of Query and Scan, neither text names the index.
inline tl::unexpected<Error> SelectFromUnknownIndex() {
  return RefusedStatement("The table does not have the specified index");
}
inline tl::unexpected<Error> ConsistentSelectFromGlobalIndex() {
  return RefusedStatement("Strongly consistent read is not supported on Global Secondary Indexes");
}
inline tl::unexpected<Error> SelectFromMultiAttributeIndex() {
  return RefusedStatement(
      "PartiQL statements cannot be executed on tables with multi-attribute HASH keys or "
      "multi-attribute RANGE keys.");
}
inline tl::unexpected<Error> OrderWithoutWhere() {
  return RefusedStatement("Must have WHERE clause in the statement when using ORDER BY clause.");
}
inline tl::unexpected<Error> OrderWithoutPartition() {
  return RefusedStatement(
      "Must have at least one non-optional hash key condition in WHERE clause when using ORDER BY "
      "clause.");
}
inline tl::unexpected<Error> OrderOfSeveralPartitions() {
  return RefusedStatement(
      "Must have hash key in ORDER BY clause when more than one hash key condition specified in "
      "WHERE clause.");
}
inline tl::unexpected<Error> OrderByNoKey(std::string_view attribute) {
  return RefusedStatement(std::string("Variable reference ")
                              .append(attribute)
                              .append(" in ORDER BY clause must be part of the primary key"));
}
inline tl::unexpected<Error> TooManyPartitions(std::size_t count) {
  return RefusedStatement(
      "The IN operator is provided with too many operands; number of operands: " +
      std::to_string(count));
}
inline tl::unexpected<Error> NextTokenMismatch() {
  return RefusedStatement("NextToken does not match request");
}

// Batches and transactions.

inline tl::unexpected<Error> BatchSelectWithoutKey() {
  return RefusedStatement(
      "Select statements within BatchExecuteStatement must specify the primary key in the where "
      "clause.");
}
// `operation` is BatchExecuteStatement or ExecuteTransaction.
inline tl::unexpected<Error> ReadsAndWritesMixed(std::string_view operation) {
  return RefusedStatement(std::string(operation).append(
      " API does not support both read and write operations in same request"));
}
inline tl::unexpected<Error> ExistsOutsideTransaction() {
  return RefusedStatement("EXISTS function is only supported in ExecuteTransaction");
}
inline tl::unexpected<Error> ReturningInTransaction() {
  return RefusedStatement("RETURNING clause is not supported in ExecuteTransaction");
}
inline tl::unexpected<Error> IndexInTransaction() {
  return RefusedStatement("ExecuteTransaction does not support selects on secondary indexes");
}

}  // namespace trestle::messages
