#pragma once

#include <span>
#include <string>

#include "model/model.h"
#include "rest/endpoint.h"
#include "value/attribute_value.h"

namespace trestle::rest {

// A model in the list of all.
AttributeValue SummaryOf(const model::Model& model, const std::string& root);
// A model with its entities, as JSON.
std::string OverviewOf(const model::Model& model, std::span<const Endpoint> endpoints,
                       const std::string& root);
// Its access patterns and actions, each with where and how it is run.
std::string CatalogueOf(const model::Model& model, std::span<const Endpoint> endpoints,
                        const std::string& root);

}  // namespace trestle::rest
