#pragma once

#include "operation/key_schema_rules.h"

namespace trestle {

// What CreateTable and UpdateTable check of one index by itself.
Status CheckProjection(const ProjectionRequest& projection);
// All indexes of the table together include no more attributes than this allows.
Status CheckIncludedAttributes(const std::vector<IndexDefinition>& indexes);

// The index as the catalog keeps it: its keys are defined, its projection was checked. The catalog
// gives the id.
IndexDefinition LocalIndexOf(const IndexRequest& request, const Definitions& definitions);
// Throughput and warm throughput too.
Result<IndexDefinition> GlobalIndexOf(const IndexRequest& request, const Definitions& definitions,
                                      BillingMode billing);

}  // namespace trestle
