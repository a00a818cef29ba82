#include <cstdint>
#include <optional>
#include <vector>

#include "systems/hotel/changes.h"
#include "systems/hotel/stay.h"

namespace trestle::hotel {
namespace {

using repository::ItemChange;
using repository::Reaction;

// What one image of a review adds to its property, in hundredths.
std::int64_t ShownRating(const std::optional<Item>& review) {
  if (!review || Text(*review, "Status") != "approved") return 0;
  return Hundredths(*review, "OverallRating");
}

std::vector<Reaction> OnReview(const ItemChange& change) {
  const std::int64_t before = ShownRating(change.before);
  const std::int64_t after = ShownRating(change.after);
  if (before == after) return {};
  const Item& review = change.after ? *change.after : *change.before;
  // A rating is 1 at least, so one of 0 is not shown.
  const int reviews = (after > 0 ? 1 : 0) - (before > 0 ? 1 : 0);
  return {{"CountReview",
           {{"propertyId", *review.Find("PropertyId")},
            {"rating", Amount(after - before)},
            {"reviews", AttributeValue::Integer(reviews)}}}};
}

// A property that is new comes with the mean that it is given.
std::vector<Reaction> OnProperty(const ItemChange& change) {
  if (!change.before || !change.after) return {};
  const Item& property = *change.after;
  const std::int64_t total = Hundredths(property, "RatingTotal");
  const std::int64_t counted = Whole(property, "ReviewCount");
  if (total == Hundredths(*change.before, "RatingTotal") &&
      counted == Whole(*change.before, "ReviewCount")) {
    return {};
  }
  // To tenths.
  const std::int64_t average = counted == 0 ? 0 : (total / counted + 5) / 10 * 10;
  return {{"RateProperty",
           {{"propertyId", *property.Find("PropertyId")},
            {"average", Amount(average)},
            {"total", Amount(total)},
            {"counted", AttributeValue::Integer(counted)}}}};
}

}  // namespace

std::vector<Reaction> RatingsAfter(const ItemChange& change) {
  if (change.entity->name == "Review") return OnReview(change);
  if (change.entity->name == "Property") return OnProperty(change);
  return {};
}

}  // namespace trestle::hotel
