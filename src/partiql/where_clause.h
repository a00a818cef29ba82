#pragma once

#include <optional>
#include <vector>

#include "expression/syntax.h"
#include "partiql/bound_statement.h"
#include "value/key_schema.h"

namespace trestle::partiql {

// The item that a WHERE clause names by equality on every attribute of the key, and what else it
// asks of the item: an AND, of nothing if that is all.
struct NamedKey {
  Item key;
  Expression rest{Operation::kAnd, 0, {}};
};
// Nothing where an attribute of the key has no equality.
std::optional<NamedKey> NamedKeyOf(const BoundStatement& statement, const KeySchema& schema);

// How the rows that a WHERE clause selects can be found. `schema` has one hash attribute and at
// most one range attribute.
struct Reading {
  // The values that the hash attribute may have, each once, in the order of writing. None: every
  // row has to be looked at.
  std::optional<std::vector<const AttributeValue*>> partitions;
  std::optional<Expression> range;            // on the range attribute, within each partition
  Expression filter{Operation::kAnd, 0, {}};  // what is left to ask of each row
};
Reading ReadingOf(const BoundStatement& statement, const KeySchema& schema);

}  // namespace trestle::partiql
