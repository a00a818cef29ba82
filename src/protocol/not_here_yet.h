#pragma once

#include "protocol/operations.h"

// Operations of features that this server does not have yet, as far as the true answer is known
// without them: nothing is enabled and the lists are empty. Where it is not known they are refused.
namespace trestle::not_here_yet {

Status ListGlobalTables(OperationContext& context, const Call& call, std::string& out);

}  // namespace trestle::not_here_yet
