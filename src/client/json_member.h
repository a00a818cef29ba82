#pragma once

#include <optional>
#include <string_view>
#include <vector>

// Finds single members of a JSON answer without building anything. The bench needs four of them:
// a table's status, its indexes', what a batch left unprocessed, and an error's type.
namespace trestle::client {

// The text of an object's member, as it stands there; nullopt if `object` is no object, has no such
// member or is damaged before it. Names with escapes are not found.
std::optional<std::string_view> JsonMember(std::string_view object, std::string_view name);
// What is between a string's quotes, escapes as they stand; empty if `value` is no string.
std::string_view JsonText(std::string_view value);
// The texts of an array's elements; empty if `array` is no array.
std::vector<std::string_view> JsonElements(std::string_view array);
// False for {} and [], with blanks in them or not.
bool JsonHasContent(std::string_view container);

}  // namespace trestle::client
