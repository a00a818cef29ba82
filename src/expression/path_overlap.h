#pragma once

#include <vector>

#include "base/result.h"
#include "expression/document_path.h"
#include "expression/expression_kind.h"

namespace trestle {

// Refuses paths of which one lies at or below another, or that use one value both as a map and as a
// list. The first such pair in the order of writing is named.
Status CheckPathsDistinct(ExpressionKind kind, const std::vector<DocumentPath>& paths);

}  // namespace trestle
