#pragma once

#include <optional>
#include <string_view>
#include <utility>
#include <vector>

#include "model/model.h"

// A template read backwards: whether a key can be of it, and what the key tells of the attributes.
namespace trestle::model {

// Reference and text of each part, in order: views of the template and the text.
using KeyParts = std::vector<std::pair<const TemplatePart*, std::string_view>>;

// How `text` falls into the parts of the template; nothing where it cannot be of it. A part ends
// where the literal text after it first begins.
std::optional<KeyParts> SplitKey(const Template& key, std::string_view text);

// How many bytes of the template are literal text: of two that fit a key, the one with more is the
// better fit.
std::size_t LiteralBytes(const Template& key);

// The value that a part tells of its attribute; nothing where the formats or the shape leave it
// open.
std::optional<AttributeValue> ValueInPart(const TemplatePart& part, std::string_view text,
                                          const Shape* shape);

}  // namespace trestle::model
