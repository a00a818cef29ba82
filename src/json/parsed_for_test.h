#pragma once

#include <string_view>

#include "json/json.h"

namespace trestle {

// A parsed text that lives as long as this object.
class ParsedForTest {
 public:
  explicit ParsedForTest(std::string_view text) : json_(*parser_.Parse(text)) {}
  const Json& operator*() const { return json_; }
  const Json* operator->() const { return &json_; }

 private:
  JsonParser parser_;
  Json json_;
};

}  // namespace trestle
