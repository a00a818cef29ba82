#pragma once

#include <vector>

#include "repository/change_handlers.h"

namespace trestle::hotel {

// Keeps the ratings of properties by the streams: a review that is shown, or no more, is counted
// into its property's total, and a total that has changed gives a mean, which is copied to the
// property's amenities.
class RatingKeeper final : public repository::ChangeHandlers {
 public:
  Result<std::vector<repository::Reaction>> On(const repository::ItemChange& change) override;
};

}  // namespace trestle::hotel
