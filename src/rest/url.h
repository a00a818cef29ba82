#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace trestle::rest {

// One part of a path or query with its percent-encoding undone. Absent if that is broken, or the
// bytes are no UTF-8.
std::optional<std::string> Decoded(std::string_view text);
// The other way, for one segment of a path or one value of a query.
std::string Encoded(std::string_view text);

// The segments of "/a/b%2Fc": a, b/c. A slash at the end leaves an empty last segment.
std::optional<std::vector<std::string>> SegmentsOf(std::string_view path);

struct QueryArgument {
  std::string name;
  std::string value;
};
// In the order sent; a plus is a blank.
std::optional<std::vector<QueryArgument>> QueryOf(std::string_view query);

}  // namespace trestle::rest
