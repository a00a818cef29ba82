#include "systems/hotel/stay.h"

#include <charconv>
#include <chrono>
#include <cmath>
#include <cstdlib>
#include <optional>
#include <utility>

#include "base/time_text.h"
#include "model/geo_point.h"
#include "systems/hotel/messages.h"

// Amounts, dates, and what a room costs for a stay.
namespace trestle::hotel {
namespace {

constexpr std::chrono::hours kLastOffset(-12);  // where a day ends last
constexpr int kMostNights = 60;  // of one booking: each is a write of its transaction

// "2, of them 2 adults and 1 children", as far as the room type says.
std::string Guests(const Item& room) {
  std::string text = std::to_string(Whole(room, "MaxOccupancy"));
  std::string_view before = ", of them ";
  for (const auto& [name, whom] :
       {std::pair("MaxAdults", " adults"), std::pair("MaxChildren", " children")}) {
    if (!room.Contains(name)) continue;
    text.append(before).append(std::to_string(Whole(room, name))).append(whom);
    before = " and ";
  }
  return text;
}

}  // namespace

double Decimal(const Item& item, std::string_view name) {
  const AttributeValue* const value = item.Find(name);
  const Number* const number = value == nullptr ? nullptr : value->As<Number>();
  if (number == nullptr) return 0;
  const std::string text = number->ToString();
  double decimal = 0;
  std::from_chars(text.data(), text.data() + text.size(), decimal);
  return decimal;
}

std::int64_t Hundredths(const Item& item, std::string_view name) {
  return std::llround(Decimal(item, name) * 100);
}

AttributeValue Amount(std::int64_t hundredths) {
  const std::int64_t size = std::abs(hundredths);
  const std::string cents = std::to_string(100 + size % 100).substr(1);
  const std::string text = (hundredths < 0 ? "-" : "") + std::to_string(size / 100) + "." + cents;
  return AttributeValue::Of(*Number::Parse(text));
}

Duration OffsetOf(const Item& property) {
  const AttributeValue* const location = property.Find("Location");
  const auto place = location == nullptr ? std::nullopt : model::GeoPointOf(*location);
  return std::chrono::hours(place ? std::lround(place->longitude / 15) : 0);
}

std::string Today(const Workplace& workplace, Duration offset) {
  return FormatInstant(workplace.clock.Now() + offset).substr(0, 10);
}

std::int64_t TaxesOn(const Item& property, std::int64_t amount) {
  return (amount * Hundredths(property, "TaxPercent") + 5'000) / 10'000;
}

Result<Stay> StayOf(const Workplace& workplace, const Item& arguments) {
  const auto first = ParseInstant(Text(arguments, "checkIn"));
  const auto last = ParseInstant(Text(arguments, "checkOut"));
  if (!first || Text(arguments, "checkIn") < Today(workplace, kLastOffset)) {
    return messages::BadField("checkIn", "is in the past");
  }
  if (!last || *last <= *first) return messages::BadField("checkOut", "must be after checkIn");
  if (*last - *first > std::chrono::days(kMostNights)) {
    return messages::BadField(
        "checkOut", "must be at most " + std::to_string(kMostNights) + " nights after checkIn");
  }
  Stay stay{.guests = Whole(arguments, "guests"),
            .children = Whole(arguments, "children"),
            .rooms = Whole(arguments, "rooms")};
  if (stay.children >= stay.guests) {
    return messages::BadField("children", "must be fewer than guests: they are counted among them");
  }
  for (TimePoint night = *first; night < *last; night += std::chrono::days(1)) {
    stay.nights.push_back(FormatInstant(night).substr(0, 10));
  }
  return stay;
}

bool IsLargeEnough(const EntityItem& room, const Stay& stay) {
  const auto takes = [&](std::string_view most, std::int64_t guests) {
    return !room.item.Contains(most) || Whole(room.item, most) * stay.rooms >= guests;
  };
  return takes("MaxOccupancy", stay.guests) && takes("MaxAdults", stay.guests - stay.children) &&
         takes("MaxChildren", stay.children);
}

Result<Offer> OfferOf(const Workplace& workplace, const EntityItem& room, const Stay& stay) {
  const std::string_view name = Text(room.item, "Name");
  if (!IsLargeEnough(room, stay)) return messages::TooManyGuests(name, Guests(room.item));
  TRESTLE_TRY(std::vector<EntityItem> free, All(workplace, "A1",
                                                {{"roomTypeId", *room.item.Find("RoomTypeId")},
                                                 {"firstNight", TextValue(stay.nights.front())},
                                                 {"lastNight", TextValue(stay.nights.back())},
                                                 {"rooms", AttributeValue::Integer(stay.rooms)}}));
  // Another property may have a room type of the same name.
  std::erase_if(free, [&](const EntityItem& night) {
    return Text(night.item, "PropertyId") != Text(room.item, "PropertyId");
  });
  if (free.size() != stay.nights.size()) return messages::NotFree(name);
  const auto length = static_cast<std::int64_t>(stay.nights.size());
  const std::int64_t least = Whole(free.front().item, "MinStay");
  const std::int64_t most = Whole(free.front().item, "MaxStay");
  if (length < least || length > most) return messages::StayOfLength(name, least, most);
  Offer offer{.room = room};
  for (const EntityItem& night : free) {
    offer.prices.push_back(Hundredths(night.item, "PricePerNight"));
    offer.total += offer.prices.back() * stay.rooms;
  }
  return offer;
}

}  // namespace trestle::hotel
