#include "systems/hotel/stay.h"

#include <charconv>
#include <chrono>
#include <cmath>
#include <cstdlib>

#include "base/time_text.h"
#include "systems/hotel/messages.h"

// Amounts, dates, and what a room costs for a stay.
namespace trestle::hotel {
namespace {

constexpr int kMostNights = 60;  // of one booking: each is a write of its transaction

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

std::string Today(const Workplace& workplace) {
  return FormatInstant(workplace.clock.Now()).substr(0, 10);
}

std::int64_t TaxesOn(const Item& property, std::int64_t amount) {
  return (amount * Hundredths(property, "TaxPercent") + 5'000) / 10'000;
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

bool IsLargeEnough(const EntityItem& room, const Stay& stay) {
  return Whole(room.item, "MaxOccupancy") * stay.rooms >= stay.guests;
}

Result<std::optional<Offer>> OfferOf(const Workplace& workplace, const EntityItem& room,
                                     const Stay& stay) {
  if (!IsLargeEnough(room, stay)) return std::nullopt;
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

}  // namespace trestle::hotel
