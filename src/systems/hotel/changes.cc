#include "systems/hotel/changes.h"

#include <algorithm>
#include <iterator>
#include <utility>

namespace trestle::hotel {

Result<std::vector<repository::Reaction>> HotelChanges::On(const repository::ItemChange& change) {
  std::vector<repository::Reaction> reactions;
  for (auto* const part : {RatingsAfter, AmenitiesAfter, ArchiveAfter}) {
    std::vector<repository::Reaction> more = part(change);
    std::ranges::move(more, std::back_inserter(reactions));
  }
  return reactions;
}

}  // namespace trestle::hotel
