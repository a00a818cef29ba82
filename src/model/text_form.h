#pragma once

#include <bitset>
#include <optional>
#include <string_view>
#include <vector>

#include "model/model.h"

// What the text of a value looks like inside a key.
namespace trestle::model {

using Characters = std::bitset<256>;

// What an attribute may be. A member of a map is what samples show, or what patterns ask for;
// absent: unknown.
std::optional<Shape> ShapeOf(const Model& model, const Entity& entity, std::string_view reference);

bool IsNumeric(Type type);
// Types that stand for the same kind of thing as one: identifiers and text, times, numbers.
Type Meaning(Type type);
// Made by a program for one thing, as its type or its name says.
bool IsIdentifier(const std::optional<Shape>& shape, std::string_view name);
bool HasFormat(const std::vector<Format>& formats, Format::Kind kind);

// The characters that the text may hold; all of them where nothing is known.
Characters CharactersOf(const Shape& shape, const std::vector<Format>& formats);
// Every text is as long as every other.
bool HasFixedWidth(const Shape& shape, const std::vector<Format>& formats);
// The order of the texts is the order of the numbers.
bool SortsAsNumber(const Shape& shape, const std::vector<Format>& formats);
// The order of the texts is not the order in which the enum lists its values.
bool SortsOutOfOrder(const Shape& shape, const std::vector<Format>& formats);
// The longest text, in bytes; absent where nothing bounds it.
std::optional<std::int64_t> LongestText(const Shape& shape, const std::vector<Format>& formats);

// Whether a text that the whole of `pattern` (RE2) matches may hold `character`; yes in doubt.
bool PatternAdmits(std::string_view pattern, char character);

}  // namespace trestle::model
