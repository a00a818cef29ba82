#include <algorithm>
#include <charconv>
#include <chrono>
#include <cmath>
#include <limits>
#include <string>
#include <utility>
#include <vector>

#include "base/time_text.h"
#include "systems/hotel/messages.h"
#include "systems/hotel/stay.h"

// What is free, and what it costs.
namespace trestle::hotel {
namespace {

constexpr int kMostNights = 60;       // of one booking: each is a write of its transaction
constexpr int kMostCandidates = 500;  // properties that one search looks at
constexpr std::size_t kRecommendedOf = 100;

double Decimal(const Item& item, std::string_view name) {
  const AttributeValue* const value = item.Find(name);
  const Number* const number = value == nullptr ? nullptr : value->As<Number>();
  if (number == nullptr) return 0;
  const std::string text = number->ToString();
  double decimal = 0;
  std::from_chars(text.data(), text.data() + text.size(), decimal);
  return decimal;
}

bool IsTrue(const Item& item, std::string_view name) {
  const AttributeValue* const value = item.Find(name);
  const bool* const truth = value == nullptr ? nullptr : value->As<bool>();
  return truth != nullptr && *truth;
}

struct Hit {
  Item property;
  Offer offer;
  double distance_km = -1;  // of a search around a point
};

bool HasAmenities(const Item& property, std::string_view wanted) {
  const AttributeValue* const value = property.Find("AmenityList");
  const List* const has = value == nullptr ? nullptr : value->As<List>();
  while (!wanted.empty()) {
    const std::size_t end = std::min(wanted.find(','), wanted.size());
    const AttributeValue one = TextValue(wanted.substr(0, end));
    if (has == nullptr || std::ranges::find(*has, one) == has->end()) return false;
    wanted.remove_prefix(std::min(end + 1, wanted.size()));
  }
  return true;
}

bool Fits(const Item& property, const Item& asked) {
  if (Decimal(property, "StarRating") < Decimal(asked, "minStars")) return false;
  if (Decimal(property, "AverageRating") < Decimal(asked, "minRating")) return false;
  const std::string_view type = Text(asked, "propertyType");
  if (!type.empty() && Text(property, "PropertyType") != type) return false;
  return HasAmenities(property, Text(asked, "amenities"));
}

// The cheapest that suits: the price range is of one room and night, on average over the stay.
Result<std::optional<Offer>> BestOffer(const Workplace& workplace, const Item& property,
                                       const Stay& stay, const Item& asked) {
  TRESTLE_TRY(const std::vector<EntityItem> rooms,
              All(workplace, "RoomsOfProperty", {{"id", *property.Find("PropertyId")}}));
  std::optional<Offer> best;
  for (const EntityItem& room : rooms) {
    if (IsTrue(asked, "freeCancellation") &&
        Text(room.item, "CancellationPolicy") == "non_refundable") {
      continue;
    }
    TRESTLE_TRY(std::optional<Offer> offer, OfferOf(workplace, room, stay));
    if (!offer) continue;
    const auto room_nights = static_cast<std::int64_t>(stay.nights.size()) * stay.rooms;
    const std::int64_t nightly = offer->total / room_nights;
    if (asked.Contains("minPrice") && nightly < Hundredths(asked, "minPrice")) continue;
    if (asked.Contains("maxPrice") && nightly > Hundredths(asked, "maxPrice")) continue;
    if (!best || offer->total < best->total) best = std::move(offer);
  }
  return best;
}

void Sort(std::vector<Hit>& hits, std::string_view by) {
  std::ranges::stable_sort(hits, [by](const Hit& a, const Hit& b) {
    if (by == "price") return a.offer.total < b.offer.total;
    if (by == "price_desc") return a.offer.total > b.offer.total;
    if (by == "distance") return a.distance_km < b.distance_km;
    const std::string_view name = by == "stars"         ? "StarRating"
                                  : by == "recommended" ? "FeaturedScore"
                                                        : "AverageRating";
    return Decimal(a.property, name) > Decimal(b.property, name);
  });
}

AttributeValue Shown(const Hit& hit) {
  AttributeMap shown = Some(
      hit.property, {"PropertyId", "Name", "Slug", "PropertyType", "StarRating", "AverageRating"});
  for (const std::string_view name : {"RoomTypeId", "Currency", "CancellationPolicy"}) {
    if (const AttributeValue* const value = hit.offer.room.item.Find(name)) {
      shown.Set(std::string(name), *value);
    }
  }
  shown.Set("RoomName", TextValue(Text(hit.offer.room.item, "Name")));
  shown.Set("Total", Amount(hit.offer.total));
  if (hit.distance_km >= 0) {
    shown.Set("DistanceKm", Amount(std::llround(hit.distance_km * 100)));
  }
  return AttributeValue::Of(std::move(shown));
}

// The pattern that finds candidates in the order that is asked for, so that a search ends when it
// has enough.
struct Candidates {
  std::string_view pattern;
  Item arguments;
  bool in_order = true;
  std::size_t at_least = 0;  // hits to sort, however few are shown
};
Result<Candidates> CandidatesOf(const Item& asked) {
  const std::string_view sort = Text(asked, "sort");
  if (asked.Contains("lat") && asked.Contains("lon")) {
    AttributeMap center{{"lat", *asked.Find("lat")}, {"lon", *asked.Find("lon")}};
    return Candidates{.pattern = "P2",
                      .arguments = {{"center", AttributeValue::Of(std::move(center))},
                                    {"radius_km", *asked.Find("radiusKm")}},
                      .in_order = sort == "distance"};
  }
  if (sort == "distance") return messages::BadField("sort", "by distance needs lat and lon");
  if (Text(asked, "city").empty() || Text(asked, "country").empty()) {
    return messages::BadField("city", "and country, or lat and lon, are required");
  }
  Item arguments = Some(asked, {"city", "country"});
  if (sort == "price") return Candidates{.pattern = "P3", .arguments = arguments};
  if (sort == "price_desc") return Candidates{.pattern = "DearestFirst", .arguments = arguments};
  if (sort == "stars") {
    arguments.Set("minStars", *asked.Find("minStars"));
    return Candidates{.pattern = "P4", .arguments = arguments};
  }
  arguments.Set("minRating", *asked.Find("minRating"));
  // What is recommended: of the best rated, those with the highest scores.
  return Candidates{.pattern = "CityAndRating",
                    .arguments = arguments,
                    .at_least = sort == "recommended" ? kRecommendedOf : 0};
}

}  // namespace

std::int64_t Hundredths(const Item& item, std::string_view name) {
  return std::llround(Decimal(item, name) * 100);
}

AttributeValue Amount(std::int64_t hundredths) {
  const std::int64_t size = std::abs(hundredths);
  const std::string cents = std::to_string(100 + size % 100).substr(1);
  const std::string text = (hundredths < 0 ? "-" : "") + std::to_string(size / 100) + "." + cents;
  return AttributeValue::Of(*Number::Parse(text));
}

std::string Today(const Workplace& workplace) {
  return FormatInstant(workplace.clock.Now()).substr(0, 10);
}

Result<Stay> StayOf(const Workplace& workplace, const Item& arguments) {
  const auto first = ParseInstant(Text(arguments, "checkIn"));
  const auto last = ParseInstant(Text(arguments, "checkOut"));
  if (!first || Text(arguments, "checkIn") < Today(workplace)) {
    return messages::BadField("checkIn", "is in the past");
  }
  if (!last || *last <= *first) return messages::BadField("checkOut", "must be after checkIn");
  if (*last - *first > std::chrono::days(kMostNights)) {
    return messages::BadField(
        "checkOut", "must be at most " + std::to_string(kMostNights) + " nights after checkIn");
  }
  Stay stay{.guests = Whole(arguments, "guests"), .rooms = Whole(arguments, "rooms")};
  for (TimePoint night = *first; night < *last; night += std::chrono::days(1)) {
    stay.nights.push_back(FormatInstant(night).substr(0, 10));
  }
  return stay;
}

Result<std::optional<Offer>> OfferOf(const Workplace& workplace, const EntityItem& room,
                                     const Stay& stay) {
  if (Whole(room.item, "MaxOccupancy") * stay.rooms < stay.guests) return std::nullopt;
  TRESTLE_TRY(const std::vector<EntityItem> free,
              All(workplace, "A1",
                  {{"roomTypeId", *room.item.Find("RoomTypeId")},
                   {"firstNight", TextValue(stay.nights.front())},
                   {"lastNight", TextValue(stay.nights.back())},
                   {"rooms", AttributeValue::Integer(stay.rooms)}}));
  if (free.size() != stay.nights.size()) return std::nullopt;
  const auto length = static_cast<std::int64_t>(stay.nights.size());
  if (length < Whole(free.front().item, "MinStay") ||
      length > Whole(free.front().item, "MaxStay")) {
    return std::nullopt;
  }
  Offer offer{.room = room};
  for (const EntityItem& night : free) {
    offer.prices.push_back(Hundredths(night.item, "PricePerNight"));
    offer.total += offer.prices.back() * stay.rooms;
  }
  return offer;
}

Result<WorkflowAnswer> Search(const Workplace& workplace, const WorkflowCall& call) {
  const Item& asked = call.arguments;
  TRESTLE_TRY(const Stay stay, StayOf(workplace, asked));
  TRESTLE_TRY(const Candidates candidates, CandidatesOf(asked));
  const auto limit = static_cast<std::size_t>(Whole(asked, "limit"));
  const std::size_t enough = candidates.in_order ? std::max(limit, candidates.at_least)
                                                 : std::numeric_limits<std::size_t>::max();
  std::vector<Hit> hits;
  repository::PageOptions options;
  std::size_t seen = 0;
  do {
    TRESTLE_TRY(repository::Page page,
                workplace.repository->Run(candidates.pattern, candidates.arguments, options));
    for (std::size_t i = 0; i < page.items.size() && hits.size() < enough; ++i) {
      TRESTLE_TRY(Item property, page.items[i].Decode());
      if (!Fits(property, asked)) continue;
      TRESTLE_TRY(std::optional<Offer> offer, BestOffer(workplace, property, stay, asked));
      if (!offer) continue;
      const double km = i < page.distances_km.size() ? page.distances_km[i] : -1;
      hits.push_back(
          {.property = std::move(property), .offer = *std::move(offer), .distance_km = km});
    }
    seen += page.items.size();
    options.cursor = std::move(page.cursor);
  } while (options.cursor && hits.size() < enough && seen < kMostCandidates);
  Sort(hits, Text(asked, "sort"));
  if (hits.size() > limit) hits.resize(limit);
  List results;
  for (const Hit& hit : hits) results.push_back(Shown(hit));
  return WorkflowAnswer{
      .body = AttributeValue::Of(AttributeMap{
          {"nights", AttributeValue::Integer(static_cast<std::int64_t>(stay.nights.size()))},
          {"results", AttributeValue::Of(std::move(results))}})};
}

}  // namespace trestle::hotel
