#include "json/json.h"

#include "json/messages.h"

namespace trestle {

std::string TextOf(const Json& json) { return simdjson::minify(json); }

bool IsUtf8(std::string_view text) { return simdjson::validate_utf8(text.data(), text.size()); }

Result<Json> JsonParser::Parse(std::string_view text) {
  if (padded_.size() > kLargestKept && text.size() < kLargestKept) {
    parser_ = simdjson::dom::parser();
    padded_ = std::string();
  }
  const std::size_t needed = text.size() + simdjson::SIMDJSON_PADDING;
  if (padded_.size() < needed) padded_.resize(needed);
  text.copy(padded_.data(), text.size());
  Json json;
  const auto error = parser_.parse(padded_.data(), text.size(), false).get(json);
  if (error) return messages::NotJson();
  return json;
}

}  // namespace trestle
