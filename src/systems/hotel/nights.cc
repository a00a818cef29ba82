#include <algorithm>
#include <chrono>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "base/time_text.h"
#include "systems/hotel/messages.h"
#include "systems/hotel/stay.h"

// What owners offer, night by night. Guests book meanwhile.
namespace trestle::hotel {
namespace {

constexpr int kMostNightsAtOnce = 366;
constexpr int kMostAttempts = 10;

enum class NightOutcome : std::uint8_t { kOpened, kChanged, kSold };

// What is to become of each night.
struct NightOrder {
  const Workplace& workplace;
  const EntityItem& room;
  const Item& asked;
};

std::int64_t RoomsOf(const NightOrder& order, const Item& otherwise) {
  return Whole(order.asked.Contains("totalRooms") ? order.asked : otherwise,
               order.asked.Contains("totalRooms") ? "totalRooms" : "TotalRooms");
}

// What both transactions take.
Item ArgumentsOf(const NightOrder& order, std::string_view date, std::int64_t rooms) {
  Item arguments = Some(order.asked, {"propertyId", "roomTypeId", "minStay", "maxStay"});
  for (const auto& [name, parameter] :
       {std::pair("pricePerNight", "price"), std::pair("isBlocked", "blocked"),
        std::pair("blockReason", "reason")}) {
    if (const AttributeValue* const value = order.asked.Find(name)) {
      arguments.Set(parameter, *value);
    }
  }
  arguments.Set("date", TextValue(date));
  arguments.Set("totalRooms", AttributeValue::Integer(rooms));
  return arguments;
}

Result<repository::TransactionAnswer> Opened(const NightOrder& order, std::string_view date) {
  const Item& room = order.room.item;
  Item arguments = ArgumentsOf(order, date, RoomsOf(order, room));
  if (!arguments.Contains("price")) arguments.Set("price", *room.Find("BasePricePerNight"));
  arguments.Set("currency", *room.Find("Currency"));
  arguments.Set("maxOccupancy", *room.Find("MaxOccupancy"));
  return order.workplace.repository->Transact("OpenNight", arguments);
}

Result<repository::TransactionAnswer> Changed(const NightOrder& order, const Item& night) {
  const std::int64_t before = Whole(night, "TotalRooms");
  const std::int64_t rooms = RoomsOf(order, night);
  Item arguments = ArgumentsOf(order, Text(night, "Date"), rooms);
  arguments.Set("before", AttributeValue::Integer(before));
  arguments.Set("more", AttributeValue::Integer(rooms - before));
  arguments.Set("least", AttributeValue::Integer(std::max<std::int64_t>(0, before - rooms)));
  return order.workplace.repository->Transact("ChangeNight", arguments);
}

// Whether more rooms are sold than there are to be.
bool IsOversold(const NightOrder& order, const Item& night) {
  return Whole(night, "TotalRooms") - Whole(night, "AvailableRooms") > RoomsOf(order, night);
}

Result<NightOutcome> SetNight(const NightOrder& order, std::string_view date,
                              std::optional<Item> night) {
  for (int attempt = 1;; ++attempt) {
    if (night && Text(*night, "PropertyId") != Text(order.asked, "propertyId")) {
      return messages::RoomOfAnother(Text(order.asked, "roomTypeId"));
    }
    if (night && IsOversold(order, *night)) return NightOutcome::kSold;
    const auto done = night ? Changed(order, *night) : Opened(order, date);
    if (done) return night ? NightOutcome::kChanged : NightOutcome::kOpened;
    if (ConflictOf(done.error()) == nullptr || attempt == kMostAttempts) {
      return tl::unexpected(done.error());
    }
    // Somebody was faster, a guest or another of the house.
    TRESTLE_TRY(repository::FoundEntity now,
                order.workplace.repository->Get(
                    "Availability",
                    {{"RoomTypeId", *order.asked.Find("roomTypeId")}, {"Date", TextValue(date)}}));
    night.reset();
    if (now.found) night = std::move(now.found->item);
  }
}

}  // namespace

Result<WorkflowAnswer> SetNights(const Workplace& workplace, const WorkflowCall& call) {
  const Item& asked = call.arguments;
  const auto first = ParseInstant(Text(asked, "from"));
  const auto last = ParseInstant(Text(asked, "to"));
  if (*last < *first) return messages::BadField("to", "must not be before from");
  if (*last - *first >= std::chrono::days(kMostNightsAtOnce)) {
    return messages::BadField(
        "to", "must be less than " + std::to_string(kMostNightsAtOnce) + " days after from");
  }
  if (asked.Contains("minStay") && asked.Contains("maxStay") &&
      Whole(asked, "maxStay") < Whole(asked, "minStay")) {
    return messages::BadField("maxStay", "must not be less than minStay");
  }
  TRESTLE_TRY(const EntityItem property, OwnProperty(workplace, asked));
  if (Text(asked, "from") < Today(workplace, OffsetOf(property.item))) {
    return messages::BadField("from", "is in the past");
  }
  TRESTLE_TRY(const EntityItem room, Existing(workplace, "RoomType",
                                              {{"PropertyId", *asked.Find("propertyId")},
                                               {"RoomTypeId", *asked.Find("roomTypeId")}}));
  TRESTLE_TRY(std::vector<EntityItem> stored,
              All(workplace, "NightsOfRoom", Some(asked, {"roomTypeId", "from", "to"})));
  std::map<std::string, Item, std::less<>> nights;
  for (EntityItem& night : stored) {
    std::string date(Text(night.item, "Date"));
    nights.emplace(std::move(date), std::move(night.item));
  }
  const NightOrder order{.workplace = workplace, .room = room, .asked = asked};
  std::map<NightOutcome, std::int64_t> counts;
  List sold;
  for (TimePoint day = *first; day <= *last; day += std::chrono::days(1)) {
    const std::string date = FormatInstant(day).substr(0, 10);
    const auto night = nights.find(date);
    std::optional<Item> item;
    if (night != nights.end()) item = std::move(night->second);
    TRESTLE_TRY(const NightOutcome outcome, SetNight(order, date, std::move(item)));
    ++counts[outcome];
    if (outcome == NightOutcome::kSold) sold.push_back(TextValue(date));
  }
  return WorkflowAnswer{.body = AttributeValue::Of(AttributeMap{
                            {"changed", AttributeValue::Integer(counts[NightOutcome::kChanged])},
                            {"opened", AttributeValue::Integer(counts[NightOutcome::kOpened])},
                            {"sold", AttributeValue::Of(std::move(sold))}})};
}

}  // namespace trestle::hotel
