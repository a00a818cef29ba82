#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace trestle::model {

// "; did you mean 'Order'?" where one of the names is close to what was written, else empty.
std::string DidYouMean(std::string_view written, const std::vector<std::string>& names);

}  // namespace trestle::model
