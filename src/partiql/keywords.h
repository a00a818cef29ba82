#pragma once

#include <string_view>

namespace trestle::partiql {

// Whether the word, in upper case, is one of the language: as a name it must be quoted.
bool IsKeyword(std::string_view word);

}  // namespace trestle::partiql
