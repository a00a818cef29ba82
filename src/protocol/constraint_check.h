#pragma once

#include "base/result.h"
#include "protocol/members.h"

namespace trestle {

// How the service reports the constraints that a request violates, up to ten of them; it differs by
// operation.
enum class ReportStyle {
  kWithValues,  // Value 'x' at 'tableName' failed …
  kPathsOnly,   // paths as on the wire: Value at 'Limit' failed …
};

// Which names a TableName may hold beyond what its shape says.
enum class TableNameRule {
  kAny,     // operations on items: any length, but the usual characters (or an ARN)
  kStrict,  // operations on tables: 3 to 255 characters too
  kAsked,   // the oldest of them, which miss a name only after all else, and in words of their own
};

struct ConstraintRules {
  ReportStyle style = ReportStyle::kWithValues;
  TableNameRule table_name = TableNameRule::kAny;
};

// Holds a request whose types are right against the constraints of its shape: what must be there,
// lengths, ranges, patterns, enumerations.
Status CheckConstraints(const Members& request, const ConstraintRules& rules);

}  // namespace trestle
