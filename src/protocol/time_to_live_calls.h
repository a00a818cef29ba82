#pragma once

#include "protocol/operations.h"

namespace trestle {

Status RunUpdateTimeToLive(OperationContext& context, const Call& call, std::string& out);
Status RunDescribeTimeToLive(OperationContext& context, const Call& call, std::string& out);

}  // namespace trestle
