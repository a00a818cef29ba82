#pragma once

// The one place that names the JSON library; other rooms never see it.
#include <simdjson.h>

#include <string>
#include <string_view>

#include "base/result.h"

namespace trestle {

using Json = simdjson::dom::element;
using JsonObject = simdjson::dom::object;
using JsonArray = simdjson::dom::array;
using JsonType = simdjson::dom::element_type;

inline std::string_view StringOf(const Json& json) { return json.get_string().value_unsafe(); }
inline JsonObject ObjectOf(const Json& json) { return json.get_object().value_unsafe(); }
inline JsonArray ArrayOf(const Json& json) { return json.get_array().value_unsafe(); }

// The JSON without what stands between its tokens.
std::string TextOf(const Json& json);
bool IsUtf8(std::string_view text);

// Parses texts, one after another, reusing its memory. What it returned lasts until the
// next call.
class JsonParser {
 public:
  // The error has no message: the service gives none for a body that is not JSON.
  Result<Json> Parse(std::string_view text);

 private:
  // A parser that has seen a huge body is replaced, so that one request does not hold its memory
  // for good.
  static constexpr std::size_t kLargestKept = 1 << 20;
  simdjson::dom::parser parser_;
  std::string padded_;
};

}  // namespace trestle
