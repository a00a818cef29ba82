#pragma once

#include <algorithm>
#include <string_view>
#include <utility>
#include <vector>

namespace trestle {

// Names of top-level attributes, each once, in byte order. Whoever owns their bytes outlives it.
class AttributeNames {
 public:
  AttributeNames() = default;
  explicit AttributeNames(std::vector<std::string_view> names) : names_(std::move(names)) {
    std::sort(names_.begin(), names_.end());
    names_.erase(std::unique(names_.begin(), names_.end()), names_.end());
  }

  std::size_t size() const { return names_.size(); }
  std::vector<std::string_view>::const_iterator begin() const { return names_.begin(); }
  std::vector<std::string_view>::const_iterator end() const { return names_.end(); }

 private:
  std::vector<std::string_view> names_;
};

}  // namespace trestle
