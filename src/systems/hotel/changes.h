#pragma once

#include <vector>

#include "repository/change_handlers.h"

namespace trestle::hotel {

// What follows from the changes that the tables' streams tell of, beyond the model's triggers.
class HotelChanges final : public repository::ChangeHandlers {
 public:
  Result<std::vector<repository::Reaction>> On(const repository::ItemChange& change) override;
};

// ---- The parts of it: each looks at the changes that concern it ----

// A review that is shown, or no more, is counted into its property's total, and a total that has
// changed gives a mean.
std::vector<repository::Reaction> RatingsAfter(const repository::ItemChange& change);
// A property that is shown is found by each of its amenities, with what it is now.
std::vector<repository::Reaction> AmenitiesAfter(const repository::ItemChange& change);
// A night that has expired is kept in the archive.
std::vector<repository::Reaction> ArchiveAfter(const repository::ItemChange& change);

}  // namespace trestle::hotel
