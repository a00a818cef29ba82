#include <algorithm>
#include <array>
#include <optional>
#include <utility>
#include <vector>

#include "systems/hotel/changes.h"
#include "systems/hotel/stay.h"

namespace trestle::hotel {
namespace {

using repository::Reaction;

// Where a property is found, and by what.
struct AmenityListing {
  Item shown;  // arguments of ListAmenity, but for the amenity
  List amenities;
};

const AttributeValue* MemberOf(const Item& item, std::string_view map, std::string_view name) {
  const AttributeValue* const value = item.Find(map);
  const AttributeMap* const members = value == nullptr ? nullptr : value->As<AttributeMap>();
  return members == nullptr ? nullptr : members->Find(name);
}

// None of a property that guests do not see, or that is nowhere.
AmenityListing ListingOf(const std::optional<Item>& property) {
  if (!property || Text(*property, "Status") != "approved") return {};
  const std::array<std::pair<const char*, const AttributeValue*>, 6> values = {
      {{"propertyId", property->Find("PropertyId")},
       {"city", MemberOf(*property, "Address", "City")},
       {"country", MemberOf(*property, "Address", "Country")},
       {"name", property->Find("Name")},
       {"average", property->Find("AverageRating")},
       {"price", MemberOf(*property, "PriceRange", "Min")}}};
  if (values[1].second == nullptr || values[2].second == nullptr) return {};
  AmenityListing listing;
  for (const auto& [name, value] : values) {
    if (value != nullptr) listing.shown.Set(name, *value);
  }
  const AttributeValue* const amenities = property->Find("AmenityList");
  const List* const list = amenities == nullptr ? nullptr : amenities->As<List>();
  if (list == nullptr) return listing;
  for (const AttributeValue& amenity : *list) {
    const bool twice = std::ranges::find(listing.amenities, amenity) != listing.amenities.end();
    if (amenity.type() == AttributeType::kString && !twice) listing.amenities.push_back(amenity);
  }
  return listing;
}

}  // namespace

std::vector<Reaction> AmenitiesAfter(const repository::ItemChange& change) {
  if (change.entity->name != "Property") return {};
  const AmenityListing before = ListingOf(change.before);
  const AmenityListing after = ListingOf(change.after);
  const auto has = [](const AmenityListing& listing, const AttributeValue& amenity) {
    return std::ranges::find(listing.amenities, amenity) != listing.amenities.end();
  };
  std::vector<Reaction> reactions;
  for (const AttributeValue& amenity : after.amenities) {
    if (has(before, amenity) && before.shown == after.shown) continue;
    Item arguments = after.shown;
    arguments.Set("amenityId", amenity);
    reactions.push_back({"ListAmenity", std::move(arguments)});
  }
  for (const AttributeValue& amenity : before.amenities) {
    if (has(after, amenity)) continue;
    reactions.push_back(
        {"UnlistAmenity",
         {{"propertyId", *before.shown.Find("propertyId")}, {"amenityId", amenity}}});
  }
  return reactions;
}

}  // namespace trestle::hotel
