#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "model/fields.h"
#include "model/model.h"

namespace trestle::model {

// Text as a template writes it: braces are doubled.
std::string TemplateLiteral(std::string_view text);

// The place of the byte at `offset` of a text of one line that begins at `start`.
Place PlaceIn(Place start, std::string_view text, std::size_t offset);

// Reads "USER#{Email:lower:escape}". A mistake is a problem at its place; the template then has the
// parts before it.
Template ParseTemplate(std::string_view text, Place place, Problems& problems);

// As a template spells it: "pad(5)".
std::string FormatText(const Format& format);

}  // namespace trestle::model
