#pragma once

#include <algorithm>
#include <string_view>

#include "json/parsed_for_test.h"
#include "protocol/api.h"

namespace trestle {

inline const OperationShape& OperationForTest(std::string_view name) {
  const auto operations = api::Operations();
  return *std::find_if(operations.begin(), operations.end(),
                       [name](const OperationShape& operation) { return operation.name == name; });
}

}  // namespace trestle
