#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <limits>
#include <map>
#include <numeric>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "auth/sha256.h"
#include "base/trimmed.h"
#include "systems/hotel/messages.h"
#include "systems/hotel/stay.h"
#include "value/item_codec.h"

// Finding a place to stay: properties in the order that is asked for, the nights of many of them at
// once, and of each that is free the cheapest room that suits.
namespace trestle::hotel {
namespace {

constexpr std::size_t kMostCandidates = 500;  // properties that one answer looks at
constexpr std::size_t kLeastAtOnce = 10;      // whose nights are read together, and the most
constexpr std::size_t kMostAtOnce = 100;
constexpr std::size_t kRecommendedOf = 100;

// What a search looks at, of properties and of nights.
constexpr std::array<std::string_view, 9> kOfProperty = {
    "AmenityList",  "AverageRating", "FeaturedScore", "Name",      "PropertyId",
    "PropertyType", "Slug",          "StarRating",    "TaxPercent"};
constexpr std::array<std::string_view, 6> kOfNight = {"MaxOccupancy",  "MaxStay",    "MinStay",
                                                      "PricePerNight", "PropertyId", "RoomTypeId"};

// These attributes of a stored item; the others are not decoded.
Result<Item> Taken(EncodedItemView stored, std::span<const std::string_view> names) {
  Item taken;
  for (const std::string_view name : names) {
    const auto value = stored.Find(name);
    if (!value) continue;
    TRESTLE_TRY(AttributeValue decoded, value->Decode());
    taken.Set(std::string(name), std::move(decoded));
  }
  return taken;
}

bool IsTrue(const Item& item, std::string_view name) {
  const AttributeValue* const value = item.Find(name);
  const bool* const truth = value == nullptr ? nullptr : value->As<bool>();
  return truth != nullptr && *truth;
}

bool HasAmenities(const Item& property, std::string_view wanted) {
  const AttributeValue* const value = property.Find("AmenityList");
  const List* const has = value == nullptr ? nullptr : value->As<List>();
  while (!wanted.empty()) {
    const std::size_t end = std::min(wanted.find(','), wanted.size());
    const std::string_view name = Trimmed(wanted.substr(0, end));
    wanted.remove_prefix(std::min(end + 1, wanted.size()));
    if (name.empty()) continue;
    if (has == nullptr || std::ranges::find(*has, TextValue(name)) == has->end()) return false;
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

// Whether there are properties that do not fit.
bool IsNarrowed(const Item& asked) {
  return Decimal(asked, "minStars") > 0 || Decimal(asked, "minRating") > 0 ||
         !Text(asked, "propertyType").empty() || !Text(asked, "amenities").empty();
}

// ---- Where a search goes on ----

struct SearchPlace {
  std::string cursor;      // of the pattern that finds candidates; empty: its beginning
  std::size_t passed = 0;  // candidates behind the cursor that the search has done with
  std::size_t shown = 0;   // hits behind that place, in the order of the search
};

// What a cursor is bound to: all that is asked for, but how much of it.
std::string DigestOf(const Item& asked) {
  Item bound = asked;
  bound.Erase("cursor");
  bound.Erase("limit");
  return Hex(Sha256(EncodedItem::From(bound).bytes())).substr(0, 16);
}

AttributeValue CursorOf(const std::optional<SearchPlace>& place, const Item& asked) {
  if (!place) return {};
  return TextValue(DigestOf(asked) + "." + std::to_string(place->passed) + "." +
                   std::to_string(place->shown) + "." + place->cursor);
}

Result<SearchPlace> PlaceOf(const Item& asked) {
  std::string_view text = Text(asked, "cursor");
  if (text.empty()) return SearchPlace();
  const auto next = [&text] {
    const std::string_view part = text.substr(0, text.find('.'));
    text.remove_prefix(std::min(part.size() + 1, text.size()));
    return part;
  };
  const auto count = [&next](std::size_t& number) {
    const std::string_view part = next();
    const auto [end, error] = std::from_chars(part.data(), part.data() + part.size(), number);
    return error == std::errc() && end == part.data() + part.size() && number <= kMostCandidates;
  };
  SearchPlace place;
  if (next() != DigestOf(asked) || !count(place.passed) || !count(place.shown)) {
    return messages::BadField("cursor", "is not one of this search");
  }
  place.cursor = text;
  return place;
}

// ---- Candidates ----

// The pattern that finds candidates in the order that is asked for, so that a search ends when it
// has enough.
struct Candidates {
  std::string_view pattern;
  Item arguments;
  std::size_t enough = 0;  // hits: what is shown is sorted among so many
  std::size_t page = kMostAtOnce;
  std::size_t first_page = kMostAtOnce;
  bool search_again = false;  // each page searches all of those before it
};
Result<Candidates> CandidatesOf(const Item& asked) {
  const std::string_view sort = Text(asked, "sort");
  if (asked.Contains("minPrice") && asked.Contains("maxPrice") &&
      Hundredths(asked, "maxPrice") < Hundredths(asked, "minPrice")) {
    return messages::BadField("maxPrice", "must not be less than minPrice");
  }
  const auto limit = static_cast<std::size_t>(Whole(asked, "limit"));
  if (asked.Contains("lat") && asked.Contains("lon")) {
    AttributeMap center{{"lat", *asked.Find("lat")}, {"lon", *asked.Find("lon")}};
    // The nearest take no more of the circle than they must. A page that goes on searches it again,
    // so there are few, and one where properties are sorted or sorted out.
    const bool nearest = sort == "distance" && !IsNarrowed(asked);
    return Candidates{
        .pattern = "P2",
        .arguments = {{"center", AttributeValue::Of(std::move(center))},
                      {"radius_km", *asked.Find("radiusKm")}},
        .enough = sort == "distance" ? limit : std::numeric_limits<std::size_t>::max(),
        .page = kMostCandidates,
        .first_page = nearest ? std::max(limit, kLeastAtOnce) : kMostCandidates,
        .search_again = true};
  }
  if (sort == "distance") return messages::BadField("sort", "by distance needs lat and lon");
  if (Text(asked, "city").empty() || Text(asked, "country").empty()) {
    return messages::BadField("city", "and country, or lat and lon, are required");
  }
  Candidates candidates{.pattern = "CityAndRating",
                        .arguments = Some(asked, {"city", "country"}),
                        .enough = limit,
                        .first_page = std::max(limit, kLeastAtOnce)};
  if (sort == "price") {
    candidates.pattern = "P3";
  } else if (sort == "price_desc") {
    candidates.pattern = "DearestFirst";
  } else if (sort == "stars") {
    candidates.pattern = "P4";
    candidates.arguments.Set("minStars", *asked.Find("minStars"));
  } else {
    candidates.arguments.Set("minRating", *asked.Find("minRating"));
  }
  if (sort == "recommended") {
    // Of the best rated, those with the highest scores.
    candidates.enough = std::max(limit, kRecommendedOf);
    candidates.first_page = kMostAtOnce;
  }
  return candidates;
}

struct Candidate {
  Item property;
  double distance_km = -1;  // of a search around a point
  std::size_t place = 0;    // in its page
};

struct Hit {
  Item property;
  double distance_km = -1;
  Offer offer;
  std::int64_t total = 0;  // with taxes
};

// A room type's nights that are free, as far as they were met.
struct FreeRoom {
  std::string room_type;
  std::vector<std::int64_t> prices;
  Item first_night;
  std::int64_t Sum() const { return std::accumulate(prices.begin(), prices.end(), std::int64_t{}); }
};
using FreeRooms = std::map<std::string, std::vector<FreeRoom>, std::less<>>;  // by property

void Sort(std::vector<Hit>& hits, std::string_view by) {
  std::ranges::stable_sort(hits, [by](const Hit& a, const Hit& b) {
    if (by == "price") return a.total < b.total;
    if (by == "price_desc") return a.total > b.total;
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
  shown.Set("Total", Amount(hit.total));
  if (hit.distance_km >= 0) {
    shown.Set("DistanceKm", Amount(std::llround(hit.distance_km * 100)));
  }
  return AttributeValue::Of(std::move(shown));
}

// ---- The search ----

class Searching {
 public:
  Searching(const Workplace& workplace, const Item& asked, Stay stay, Candidates candidates)
      : workplace_(workplace),
        asked_(asked),
        stay_(std::move(stay)),
        candidates_(std::move(candidates)) {}

  // Hits that are sorted together, and where the candidates after them begin.
  struct Window {
    std::vector<Hit> hits;
    std::optional<SearchPlace> next;
  };
  Result<Window> WindowAt(const SearchPlace& from) {
    Window window;
    SearchPlace here{.cursor = from.cursor};
    std::size_t pass = from.passed;
    std::size_t looked = 0;
    while (true) {
      repository::PageOptions options;
      options.limit = static_cast<std::int64_t>(
          looked == 0 ? std::max(candidates_.first_page, pass + 1)
                      : NextPage({.looked = looked, .hits = window.hits.size()}));
      if (!here.cursor.empty()) options.cursor = here.cursor;
      TRESTLE_TRY(const repository::Page page,
                  workplace_.repository->Run(candidates_.pattern, candidates_.arguments, options));
      Charge(page.spent);
      const std::size_t first = std::min(std::exchange(pass, 0), page.items.size());
      TRESTLE_TRY(const std::size_t stopped, LookAt(page, first, window.hits));
      looked += page.items.size() - first;
      here.passed = stopped;
      if (stopped == page.items.size()) {
        if (!page.cursor) return window;
        here = {.cursor = *page.cursor};
      }
      if (window.hits.size() >= candidates_.enough || looked >= kMostCandidates) {
        window.next = std::move(here);
        return window;
      }
    }
  }
  const repository::Spent& spent() const { return spent_; }
  const Stay& stay() const { return stay_; }

 private:
  struct SoFar {
    std::size_t looked = 0;
    std::size_t hits = 0;  // among them
  };
  // As many candidates as there will be enough hits among, if they are as frequent as so far, and a
  // quarter more.
  std::size_t NextPage(const SoFar& so_far) const {
    if (candidates_.search_again || so_far.hits == 0) return candidates_.page;
    const std::size_t missing = candidates_.enough - so_far.hits;
    const std::size_t guess = missing * so_far.looked * 5 / (so_far.hits * 4);
    return std::clamp(guess, kLeastAtOnce, candidates_.page);
  }

  void Charge(const repository::Spent& spent) {
    spent_.read_units += spent.read_units;
    spent_.requests += spent.requests;
  }

  // Adds the hits of a page until there are enough; the place of the first property that it has not
  // looked at.
  Result<std::size_t> LookAt(const repository::Page& page, std::size_t first,
                             std::vector<Hit>& hits) {
    for (std::size_t place = first; place < page.items.size();) {
      if (hits.size() >= candidates_.enough) return place;
      const std::size_t most =
          std::clamp(candidates_.enough - hits.size(), kLeastAtOnce, kMostAtOnce);
      std::vector<Candidate> together;
      for (; place < page.items.size() && together.size() < most; ++place) {
        TRESTLE_TRY(Item property, Taken(page.items[place], kOfProperty));
        if (!Fits(property, asked_)) continue;
        const double km = place < page.distances_km.size() ? page.distances_km[place] : -1;
        together.push_back({.property = std::move(property), .distance_km = km, .place = place});
      }
      TRESTLE_TRY(FreeRooms free, FreeRoomsOf(together));
      for (Candidate& candidate : together) {
        if (hits.size() >= candidates_.enough) return candidate.place;
        const auto rooms = free.find(Text(candidate.property, "PropertyId"));
        if (rooms == free.end()) continue;
        TRESTLE_TRY(std::optional<Offer> offer, BestOffer(candidate, rooms->second));
        if (!offer) continue;
        const std::int64_t total = offer->total + TaxesOn(candidate.property, offer->total);
        hits.push_back({.property = std::move(candidate.property),
                        .distance_km = candidate.distance_km,
                        .offer = *std::move(offer),
                        .total = total});
      }
    }
    return page.items.size();
  }

  Result<FreeRooms> FreeRoomsOf(const std::vector<Candidate>& together) {
    FreeRooms free;
    if (together.empty()) return free;
    List properties;
    for (const Candidate& each : together) {
      properties.push_back(*each.property.Find("PropertyId"));
    }
    const Item arguments = {{"properties", AttributeValue::Of(std::move(properties))},
                            {"firstNight", TextValue(stay_.nights.front())},
                            {"lastNight", TextValue(stay_.nights.back())},
                            {"rooms", AttributeValue::Integer(stay_.rooms)}};
    repository::PageOptions options;
    do {
      TRESTLE_TRY(repository::Page page,
                  workplace_.repository->Run("FreeNights", arguments, options));
      Charge(page.spent);
      for (const EncodedItemView stored : page.items) {
        TRESTLE_TRY(Item night, Taken(stored, kOfNight));
        std::vector<FreeRoom>& rooms = free[std::string(Text(night, "PropertyId"))];
        const std::string_view type = Text(night, "RoomTypeId");
        auto room = std::ranges::find(rooms, type, &FreeRoom::room_type);
        if (room == rooms.end()) {
          room = rooms.insert(rooms.end(), FreeRoom{.room_type = std::string(type)});
          room->first_night = night;
        }
        room->prices.push_back(Hundredths(night, "PricePerNight"));
      }
      options.cursor = std::move(page.cursor);
    } while (options.cursor);
    return free;
  }

  // Whether the room is free on all nights, for so long and, as far as they tell, for so many.
  bool Suits(const FreeRoom& room) const {
    const auto nights = static_cast<std::int64_t>(stay_.nights.size());
    const Item& first = room.first_night;
    return room.prices.size() == stay_.nights.size() && nights >= Whole(first, "MinStay") &&
           nights <= Whole(first, "MaxStay") &&
           (!first.Contains("MaxOccupancy") ||
            Whole(first, "MaxOccupancy") * stay_.rooms >= stay_.guests);
  }

  // The cheapest that suits: the price range is of one room and night, on average over the stay.
  Result<std::optional<Offer>> BestOffer(const Candidate& candidate, std::vector<FreeRoom>& rooms) {
    std::erase_if(rooms, [this](const FreeRoom& room) { return !Suits(room); });
    std::ranges::stable_sort(rooms, {}, &FreeRoom::Sum);
    for (FreeRoom& free : rooms) {
      const std::int64_t nightly = free.Sum() / static_cast<std::int64_t>(free.prices.size());
      if (asked_.Contains("minPrice") && nightly < Hundredths(asked_, "minPrice")) continue;
      if (asked_.Contains("maxPrice") && nightly > Hundredths(asked_, "maxPrice")) continue;
      TRESTLE_TRY(
          repository::FoundEntity room,
          workplace_.repository->Get("RoomType",
                                     {{"PropertyId", *candidate.property.Find("PropertyId")},
                                      {"RoomTypeId", TextValue(free.room_type)}},
                                     false));
      Charge(room.spent);
      if (!room.found || !IsLargeEnough(*room.found, stay_)) continue;
      if (IsTrue(asked_, "freeCancellation") &&
          Text(room.found->item, "CancellationPolicy") == "non_refundable") {
        continue;
      }
      const std::int64_t total = free.Sum() * stay_.rooms;
      return Offer{
          .room = *std::move(room.found), .prices = std::move(free.prices), .total = total};
    }
    return std::nullopt;
  }

  const Workplace& workplace_;
  const Item& asked_;
  const Stay stay_;
  const Candidates candidates_;
  repository::Spent spent_;
};

}  // namespace

Result<WorkflowAnswer> Search(const Workplace& workplace, const WorkflowCall& call) {
  const Item& asked = call.arguments;
  TRESTLE_TRY(Stay stay, StayOf(workplace, asked));
  TRESTLE_TRY(Candidates candidates, CandidatesOf(asked));
  TRESTLE_TRY(const SearchPlace from, PlaceOf(asked));
  Searching searching(workplace, asked, std::move(stay), std::move(candidates));
  TRESTLE_TRY(Searching::Window window, searching.WindowAt(from));
  Sort(window.hits, Text(asked, "sort"));
  const std::size_t begin = std::min(from.shown, window.hits.size());
  const std::size_t end =
      std::min(begin + static_cast<std::size_t>(Whole(asked, "limit")), window.hits.size());
  if (end < window.hits.size()) {
    window.next = from;
    window.next->shown = end;
  }
  List results;
  for (std::size_t i = begin; i < end; ++i) results.push_back(Shown(window.hits[i]));
  const auto nights = static_cast<std::int64_t>(searching.stay().nights.size());
  const AttributeValue units = Amount(std::llround(searching.spent().read_units * 100));
  return WorkflowAnswer{.body = AttributeValue::Of(AttributeMap{
                            {"nights", AttributeValue::Integer(nights)},
                            {"results", AttributeValue::Of(std::move(results))},
                            {"cursor", CursorOf(window.next, asked)},
                            {"consumed", AttributeValue::Of(AttributeMap{{"read", units}})},
                            {"requests", AttributeValue::Integer(searching.spent().requests)}})};
}

}  // namespace trestle::hotel
