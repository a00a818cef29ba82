#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

#include "base/result.h"
#include "value/attribute_value.h"

namespace trestle {

// Where a SELECT goes on: in which of its partitions, and after which key there.
struct SelectPosition {
  std::size_t partition = 0;
  std::optional<Item> after;
};

// A position as clients carry it about, bound to the statement and parameters that it was made for.
std::string EncodeNextToken(std::string_view content_digest, const SelectPosition& position);
Result<SelectPosition> DecodeNextToken(std::string_view content_digest, std::string_view token);

}  // namespace trestle
