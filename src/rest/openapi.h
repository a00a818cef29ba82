#pragma once

#include <span>
#include <string>

#include "model/model.h"
#include "rest/endpoint.h"

namespace trestle::rest {

// The endpoints as an OpenAPI 3.1 document. `root` is where they are: /api/shop.
std::string OpenApiOf(const model::Model& model, std::span<const Endpoint> endpoints,
                      const std::string& root);

}  // namespace trestle::rest
