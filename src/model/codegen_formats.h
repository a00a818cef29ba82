#pragma once

#include <array>
#include <string>
#include <string_view>

#include "model/model.h"

namespace trestle::model {

// How a language of generated code writes what the formats of templates do: each is a call of a
// helper in its prelude.
struct FormatDialect {
  std::array<std::string_view, 13> helpers;  // by Format::Kind; empty: the value stays as it is
  std::string_view list_open;
  std::string_view list_close;
};

// `value`, an expression, under the formats of `part` from left to right. A helper that can refuse
// is told what the part refers to, for its message.
std::string FormatCalls(std::string value, const Shape* shape, const TemplatePart& part,
                        const FormatDialect& dialect);

}  // namespace trestle::model
