#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "base/result.h"
#include "model/model.h"

namespace trestle::model {

// A regular expression that matches whole values in linear time. Safe to share between threads.
class CompiledPattern {
 public:
  virtual ~CompiledPattern() = default;
  virtual bool Matches(std::string_view value) const = 0;
};

Result<std::shared_ptr<const CompiledPattern>> CompilePattern(const std::string& pattern);

// What is wrong with a stored value: "must be at least 0". Nothing if it fits.
std::optional<std::string> ShapeProblem(const Shape& shape, const AttributeValue& value);

}  // namespace trestle::model
