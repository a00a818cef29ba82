#pragma once

#include <algorithm>
#include <string>
#include <string_view>

#include "protocol/api.h"
#include "protocol/json.h"

namespace trestle {

// A parsed body that lives as long as this object.
class ParsedForTest {
 public:
  explicit ParsedForTest(std::string_view text) : json_(*parser_.Parse(text)) {}
  const Json& operator*() const { return json_; }
  const Json* operator->() const { return &json_; }

 private:
  JsonParser parser_;
  Json json_;
};

inline const OperationShape& OperationForTest(std::string_view name) {
  const auto operations = api::Operations();
  return *std::find_if(operations.begin(), operations.end(),
                       [name](const OperationShape& operation) { return operation.name == name; });
}

}  // namespace trestle
