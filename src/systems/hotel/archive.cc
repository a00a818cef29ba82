#include <array>
#include <utility>
#include <vector>

#include "systems/hotel/changes.h"

namespace trestle::hotel {
namespace {

// Attributes of a night, and what ArchiveNight calls them.
constexpr std::array<std::pair<const char*, const char*>, 13> kArchived = {
    {{"PropertyId", "propertyId"},
     {"RoomTypeId", "roomTypeId"},
     {"Date", "date"},
     {"AvailableRooms", "availableRooms"},
     {"TotalRooms", "totalRooms"},
     {"PricePerNight", "pricePerNight"},
     {"Currency", "currency"},
     {"MaxOccupancy", "maxOccupancy"},
     {"MinStay", "minStay"},
     {"MaxStay", "maxStay"},
     {"IsBlocked", "isBlocked"},
     {"BlockReason", "blockReason"},
     {"LastUpdated", "lastUpdated"}}};

}  // namespace

std::vector<repository::Reaction> ArchiveAfter(const repository::ItemChange& change) {
  // A night that somebody deletes is to be gone.
  if (change.entity->name != "Availability" || !change.expired || !change.before) return {};
  Item arguments;
  for (const auto& [attribute, parameter] : kArchived) {
    if (const AttributeValue* const value = change.before->Find(attribute)) {
      arguments.Set(parameter, *value);
    }
  }
  return {{"ArchiveNight", std::move(arguments)}};
}

}  // namespace trestle::hotel
