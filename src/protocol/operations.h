#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "base/result.h"
#include "operation/context.h"
#include "protocol/constraint_check.h"

namespace trestle {

// One request on its way to an operation: types and constraints are right.
struct Call {
  const Members& in;
  std::size_t body_bytes = 0;
  std::string_view host;  // as the client named this server
};

// An operation that this server has: how its constraints are reported, and how it is run. The
// reply's body is appended to `out`.
struct ServedOperation {
  // Whether its writes join the commit of the turn. Others may look for item locks that the group
  // keeps, or take long while it keeps them.
  enum class Commits : std::uint8_t { kWithTheTurn, kApart };

  std::string_view target;  // DynamoDB_20120810.GetItem
  ConstraintRules rules;
  Status (*run)(OperationContext& context, const Call& call, std::string& out);
  Commits commits = Commits::kApart;
};

// Null if the server does not have the operation of that target.
const ServedOperation* FindServed(std::string_view target);

}  // namespace trestle
