#include <algorithm>
#include <array>
#include <cctype>
#include <chrono>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "base/time_text.h"
#include "systems/hotel/messages.h"
#include "systems/hotel/stay.h"

// Quotes, bookings, and what comes back when they are cancelled.
namespace trestle::hotel {
namespace {

using repository::TransactionCall;

constexpr int kMostAttempts = 5;
constexpr std::size_t kBookingSteps = 4;  // of PlaceBooking
constexpr std::size_t kReferenceSize = 10;

struct Priced {
  EntityItem property;
  Offer offer;
  std::int64_t discount = 0;
  std::int64_t taxes = 0;
  std::int64_t points = 0;  // paid with; each is worth a hundredth
  std::int64_t Total() const { return offer.total - discount + taxes - points; }
};

Result<std::int64_t> DiscountOf(const Workplace& workplace, std::string_view code,
                                std::int64_t amount) {
  if (code.empty()) return 0;
  TRESTLE_TRY(const EntityItem promo,
              Existing(workplace, "PromoCode", {{"Code", TextValue(code)}}));
  const TimePoint now = workplace.clock.Now();
  const auto from = ParseInstant(Text(promo.item, "ValidFrom"));
  const auto until = ParseInstant(Text(promo.item, "ValidUntil"));
  const AttributeValue* const active = promo.item.Find("IsActive");
  if (active == nullptr || *active != AttributeValue::Of(true) || !from || !until || now < *from ||
      now > *until) {
    return messages::PromoRefused(code, "is not valid now");
  }
  if (Whole(promo.item, "UsageCount") >= Whole(promo.item, "UsageLimit")) {
    return messages::PromoRefused(code, "is used up");
  }
  if (amount < Hundredths(promo.item, "MinBookingAmount")) {
    return messages::PromoRefused(code, "is for larger bookings");
  }
  const std::int64_t value = Hundredths(promo.item, "DiscountValue");
  std::int64_t discount =
      Text(promo.item, "DiscountType") == "percentage" ? amount * value / 10'000 : value;
  if (promo.item.Contains("MaxDiscountAmount")) {
    discount = std::min(discount, Hundredths(promo.item, "MaxDiscountAmount"));
  }
  return std::min(discount, amount);
}

Result<Priced> PriceOf(const Workplace& workplace, const Item& asked, const Stay& stay) {
  TRESTLE_TRY(EntityItem property,
              Existing(workplace, "Property", {{"PropertyId", *asked.Find("propertyId")}}));
  if (Text(property.item, "Status") != "approved") {
    return messages::NoEntity("Property", Text(asked, "propertyId"));
  }
  if (stay.nights.front() < Today(workplace, OffsetOf(property.item))) {
    return messages::BadField("checkIn", "is in the past");
  }
  TRESTLE_TRY(const EntityItem room, Existing(workplace, "RoomType",
                                              {{"PropertyId", *asked.Find("propertyId")},
                                               {"RoomTypeId", *asked.Find("roomTypeId")}}));
  TRESTLE_TRY(Offer offer, OfferOf(workplace, room, stay));
  TRESTLE_TRY(const std::int64_t discount,
              DiscountOf(workplace, Text(asked, "promoCode"), offer.total));
  const std::int64_t taxes = TaxesOn(property.item, offer.total - discount);
  return Priced{.property = std::move(property),
                .offer = std::move(offer),
                .discount = discount,
                .taxes = taxes};
}

// How many of the points that the guest wants to pay with the price takes. The guest must have
// them.
Result<std::int64_t> PointsFor(const Workplace& workplace, const Item& asked,
                               const Priced& priced) {
  const std::int64_t wanted = std::min(Whole(asked, "points"), priced.Total());
  if (wanted == 0) return 0;
  TRESTLE_TRY(const repository::FoundEntity loyalty,
              workplace.repository->Get("LoyaltyPoints", {{"UserId", *asked.Find("userId")}}));
  const std::int64_t owned = loyalty.found ? Whole(loyalty.found->item, "Points") : 0;
  if (owned < wanted) return messages::TooFewPoints(Text(asked, "userId"), owned);
  return wanted;
}

AttributeMap Breakdown(const Priced& priced, const Stay& stay) {
  List nights;
  for (std::size_t i = 0; i < stay.nights.size(); ++i) {
    nights.push_back(AttributeValue::Of(AttributeMap{
        {"Date", TextValue(stay.nights[i])}, {"PricePerNight", Amount(priced.offer.prices[i])}}));
  }
  AttributeMap breakdown = {{"Nights", AttributeValue::Of(std::move(nights))},
                            {"Rooms", AttributeValue::Integer(stay.rooms)},
                            {"RoomTotal", Amount(priced.offer.total)},
                            {"Discounts", Amount(priced.discount)},
                            {"TaxesAndFees", Amount(priced.taxes)},
                            {"Total", Amount(priced.Total())}};
  if (priced.points > 0) breakdown.Set("PaidWithPoints", Amount(priced.points));
  return breakdown;
}

Item Placing(const Item& asked, const Priced& priced, const Stay& stay, const std::string& id) {
  Item placing =
      Some(asked, {"userId", "propertyId", "roomTypeId", "checkIn", "checkOut", "children", "guest",
                   "promoCode", "requests", "rooms", "paymentMethod"});
  std::string reference = id.substr(id.size() - kReferenceSize);
  for (char& c : reference) c = static_cast<char>(std::toupper(static_cast<unsigned char>(c)));
  const auto nights = static_cast<std::int64_t>(stay.nights.size());
  const Item& room = priced.offer.room.item;
  placing.Set("bookingId", TextValue(id));
  placing.Set("paymentId", TextValue("pay_" + id));
  placing.Set("reference", TextValue("BKG-" + reference));
  placing.Set("propertyName", TextValue(Text(priced.property.item, "Name")));
  placing.Set("nights", AttributeValue::Integer(nights));
  placing.Set("adults", AttributeValue::Integer(stay.guests - stay.children));
  placing.Set("total", Amount(priced.Total()));
  placing.Set("subtotal", Amount(priced.offer.total));
  placing.Set("pricePerNight", Amount(priced.offer.total / (nights * stay.rooms)));
  placing.Set("currency", TextValue(Text(room, "Currency")));
  placing.Set("breakdown", AttributeValue::Of(Breakdown(priced, stay)));
  placing.Set("policy", TextValue(Text(room, "CancellationPolicy")));
  placing.Set("roomName", TextValue(Text(room, "Name")));
  if (priced.points > 0) placing.Set("points", AttributeValue::Integer(priced.points));
  return placing;
}

// Who comes, where the booking does not say: the user who books.
AttributeMap GuestOf(const Item& user) {
  AttributeMap guest = Some(user, {"FirstName", "LastName", "Email", "Country"});
  if (const AttributeValue* const phone = user.Find("PhoneNumber")) guest.Set("Phone", *phone);
  return guest;
}

// The booking that an earlier call with the same idempotency key has made.
Result<std::optional<WorkflowAnswer>> MadeBefore(const Workplace& workplace, const Item& asked,
                                                 const std::string& id) {
  TRESTLE_TRY(const std::vector<EntityItem> parts,
              All(workplace, "BookingWithRooms", {{"id", TextValue(id)}}));
  if (parts.size() < 3) return std::nullopt;
  const Item& booking = parts[0].item;
  const Item& payment = parts[1].item;
  const Item& room = parts[2].item;
  for (const auto& [asked_name, item, name] :
       {std::tuple("userId", &booking, "UserId"), std::tuple("propertyId", &booking, "PropertyId"),
        std::tuple("checkIn", &booking, "CheckInDate"),
        std::tuple("checkOut", &booking, "CheckOutDate"),
        std::tuple("promoCode", &booking, "PromoCode"),
        std::tuple("requests", &booking, "SpecialRequests"),
        std::tuple("paymentMethod", &payment, "PaymentMethod"),
        std::tuple("roomTypeId", &room, "RoomTypeId")}) {
    if (Text(asked, asked_name) != Text(*item, name)) return messages::KeyOfAnotherBooking();
  }
  const std::int64_t children = Whole(booking, "NumberOfChildren");
  // A stay that costs nothing takes no points.
  const bool paid_with_points =
      Whole(asked, "points") > 0 && Hundredths(booking, "TotalAmount") > 0;
  if (Whole(asked, "rooms") != Whole(room, "Quantity") || Whole(asked, "children") != children ||
      Whole(asked, "guests") != Whole(booking, "NumberOfAdults") + children ||
      (booking.Contains("PointsRedeemed") ? Whole(asked, "points") == 0 : paid_with_points)) {
    return messages::KeyOfAnotherBooking();
  }
  return WorkflowAnswer{
      .status = 201, .entities = {{"booking", parts[0]}, {"payment", parts[1]}}, .repeated = true};
}

// How much of what was paid comes back, in hundredths of it: all in time, half until the day of the
// check-in, nothing where the room says so.
std::int64_t RefundPercent(const Workplace& workplace, const Item& booking, Duration offset) {
  const std::string_view policy = Text(booking, "CancellationPolicy");
  if (policy == "non_refundable") return 0;
  const auto notice = std::chrono::hours(policy == "free_cancellation_7d"    ? 168
                                         : policy == "free_cancellation_24h" ? 24
                                                                             : 48);
  const auto check_in = ParseInstant(Text(booking, "CheckInDate"));
  return check_in && workplace.clock.Now() + offset + notice <= *check_in ? 100 : 50;
}

// What the booking is of; nothing if it is not there any more.
Result<Item> PropertyOf(const Workplace& workplace, const Item& booking) {
  TRESTLE_TRY(const repository::FoundEntity property,
              workplace.repository->Get("Property", {{"PropertyId", *booking.Find("PropertyId")}}));
  return property.found ? property.found->item : Item();
}

// Who is not the guest may cancel for the house: the property's owner, or an administrator.
Status CheckOfTheHouse(const Workplace& workplace, const Item& property, std::string_view user) {
  if (Text(property, "OwnerId") == user) return {};
  Status admin = CheckModerator(workplace, {{"moderator", TextValue(user)}});
  if (admin || admin.error().code != ErrorCode::kAccessDenied) return admin;
  return messages::NotTheirBooking(user);
}

}  // namespace

Result<WorkflowAnswer> Quote(const Workplace& workplace, const WorkflowCall& call) {
  TRESTLE_TRY(const Stay stay, StayOf(workplace, call.arguments));
  TRESTLE_TRY(const Priced priced, PriceOf(workplace, call.arguments, stay));
  AttributeMap quote = Breakdown(priced, stay);
  quote.Set("Currency", TextValue(Text(priced.offer.room.item, "Currency")));
  quote.Set("CancellationPolicy", TextValue(Text(priced.offer.room.item, "CancellationPolicy")));
  return WorkflowAnswer{.body = AttributeValue::Of(std::move(quote))};
}

Result<WorkflowAnswer> Book(const Workplace& workplace, const WorkflowCall& call) {
  const Item& asked = call.arguments;
  const std::string id = NewId(workplace, call, "booking");
  for (int attempt = 1;; ++attempt) {
    if (call.idempotency_key) {
      TRESTLE_TRY(std::optional<WorkflowAnswer> before, MadeBefore(workplace, asked, id));
      if (before) return *std::move(before);
    }
    TRESTLE_TRY(const Stay stay, StayOf(workplace, asked));
    TRESTLE_TRY(Priced priced, PriceOf(workplace, asked, stay));
    TRESTLE_TRY(const EntityItem user,
                Existing(workplace, "User", {{"UserId", *asked.Find("userId")}}));
    TRESTLE_TRY(priced.points, PointsFor(workplace, asked, priced));
    Item placing = Placing(asked, priced, stay, id);
    if (!placing.Contains("guest")) {
      placing.Set("guest", AttributeValue::Of(GuestOf(user.item)));
    }
    std::vector<TransactionCall> calls = {{"PlaceBooking", std::move(placing)}};
    for (std::size_t i = 0; i < stay.nights.size(); ++i) {
      calls.push_back({"TakeNight",
                       {{"roomTypeId", *asked.Find("roomTypeId")},
                        {"date", TextValue(stay.nights[i])},
                        {"rooms", AttributeValue::Integer(stay.rooms)},
                        {"taken", AttributeValue::Integer(-stay.rooms)},
                        {"price", Amount(priced.offer.prices[i])}}});
    }
    if (asked.Contains("promoCode")) {
      calls.push_back({"UsePromo",
                       {{"code", *asked.Find("promoCode")},
                        {"bookingId", TextValue(id)},
                        {"userId", *asked.Find("userId")},
                        {"amount", Amount(priced.offer.total)},
                        {"discount", Amount(priced.discount)}}});
    }
    if (priced.points > 0) {
      calls.push_back({"RedeemPoints",
                       {{"userId", *asked.Find("userId")},
                        {"bookingId", TextValue(id)},
                        {"points", AttributeValue::Integer(priced.points)},
                        {"taken", AttributeValue::Integer(-priced.points)}}});
    }
    const auto made = workplace.repository->TransactTogether(calls);
    if (made) {
      return WorkflowAnswer{
          .status = 201,
          .entities = {{"booking", Of(*made, "Booking")}, {"payment", Of(*made, "Payment")}}};
    }
    const repository::WriteConflict* const conflict = ConflictOf(made.error());
    if (conflict != nullptr && conflict->step == kBookingSteps - 1) {
      return messages::NoEntity("User", Text(asked, "userId"));
    }
    // Somebody was faster: what is left is looked at again, and refused by what it is then.
    if (attempt == kMostAttempts) return tl::unexpected(made.error());
  }
}

Result<WorkflowAnswer> Confirm(const Workplace& workplace, const WorkflowCall& call) {
  const auto confirmed =
      workplace.repository->Transact("ConfirmBooking", call.arguments, call.idempotency_key);
  if (!confirmed) {
    if (ConflictOf(confirmed.error()) == nullptr) return tl::unexpected(confirmed.error());
    TRESTLE_TRY(const EntityItem booking,
                Existing(workplace, "Booking", {{"BookingId", *call.arguments.Find("bookingId")}}));
    return messages::BookingIs(Text(booking.item, "Status"));
  }
  return WorkflowAnswer{
      .entities = {{"booking", Of(*confirmed, "Booking")}, {"payment", Of(*confirmed, "Payment")}},
      .repeated = confirmed->repeated};
}

Result<WorkflowAnswer> Cancel(const Workplace& workplace, const WorkflowCall& call) {
  const AttributeValue& id = *call.arguments.Find("bookingId");
  for (int attempt = 1;; ++attempt) {
    TRESTLE_TRY(const EntityItem booking, Existing(workplace, "Booking", {{"BookingId", id}}));
    const std::string_view status = Text(booking.item, "Status");
    const std::string_view user = Text(call.arguments, "userId");
    const bool of_the_house = Text(booking.item, "UserId") != user;
    TRESTLE_TRY(const Item property, PropertyOf(workplace, booking.item));
    if (of_the_house) TRESTLE_RETURN_IF_ERROR(CheckOfTheHouse(workplace, property, user));
    const Duration offset = OffsetOf(property);
    if (status != "pending" && status != "confirmed") return messages::BookingIs(status);
    if (Text(booking.item, "CheckInDate") <= Today(workplace, offset)) return messages::HasBegun();
    const bool paid = status == "confirmed";
    const std::int64_t percent = !paid          ? 0
                                 : of_the_house ? 100
                                                : RefundPercent(workplace, booking.item, offset);
    const std::int64_t refund = Hundredths(booking.item, "TotalAmount") * percent / 100;
    Item cancelling = Some(call.arguments, {"bookingId", "reason"});
    cancelling.Set("was", TextValue(status));
    const std::string_view repaid = percent == 100 ? "refunded" : "partially_refunded";
    cancelling.Set("paymentStatus", TextValue(percent > 0 ? repaid : paid ? "paid" : "failed"));
    cancelling.Set("payment", TextValue(percent > 0 ? repaid : paid ? "succeeded" : "failed"));
    cancelling.Set("refund", Amount(refund));
    if (percent > 0) {
      cancelling.Set("refundedAt", TextValue(FormatInstant(workplace.clock.Now())));
    }
    std::vector<TransactionCall> calls = {{"CancelBooking", std::move(cancelling)}};
    TRESTLE_TRY(const std::vector<EntityItem> parts,
                All(workplace, "BookingWithRooms", {{"id", id}}));
    const auto last = ParseInstant(Text(booking.item, "CheckOutDate"));
    for (const EntityItem& part : parts) {
      if (part.entity == nullptr || part.entity->name != "BookingRoom") continue;
      const AttributeValue& room = *part.item.Find("RoomTypeId");
      List dates;
      for (TimePoint night = *ParseInstant(Text(booking.item, "CheckInDate")); night < *last;
           night += std::chrono::days(1)) {
        dates.push_back(TextValue(FormatInstant(night).substr(0, 10)));
      }
      // A night that the house has taken out of its calendar is not given back.
      TRESTLE_TRY(const std::vector<EntityItem> nights,
                  All(workplace, "A2",
                      {{"roomTypeId", room}, {"dates", AttributeValue::Of(std::move(dates))}}));
      for (const EntityItem& night : nights) {
        calls.push_back({"GiveNight",
                         {{"roomTypeId", room},
                          {"date", *night.item.Find("Date")},
                          {"rooms", *part.item.Find("Quantity")}}});
      }
    }
    if (booking.item.Contains("PromoCode")) {
      calls.push_back(
          {"ReturnPromo", {{"code", *booking.item.Find("PromoCode")}, {"bookingId", id}}});
    }
    // Points come back as money does; of a booking that was never paid, all.
    const std::int64_t points =
        Whole(booking.item, "PointsRedeemed") * (paid ? percent : 100) / 100;
    if (points > 0) {
      calls.push_back({"ReturnPoints",
                       {{"userId", *booking.item.Find("UserId")},
                        {"bookingId", id},
                        {"points", AttributeValue::Integer(points)}}});
    }
    const auto cancelled = workplace.repository->TransactTogether(calls);
    if (cancelled) {
      return WorkflowAnswer{.entities = {{"booking", Of(*cancelled, "Booking")},
                                         {"payment", Of(*cancelled, "Payment")}}};
    }
    if (attempt == kMostAttempts) return tl::unexpected(cancelled.error());
  }
}

Result<WorkflowAnswer> Complete(const Workplace& workplace, const WorkflowCall& call) {
  struct Tier {
    std::int64_t from;
    std::string_view name;
  };
  constexpr std::array kTiers = {Tier{10'000, "platinum"}, Tier{5'000, "gold"},
                                 Tier{1'000, "silver"}, Tier{0, "bronze"}};
  const AttributeValue& id = *call.arguments.Find("bookingId");
  for (int attempt = 1;; ++attempt) {
    TRESTLE_TRY(const EntityItem booking, Existing(workplace, "Booking", {{"BookingId", id}}));
    if (Text(booking.item, "Status") != "confirmed") {
      return messages::BookingIs(Text(booking.item, "Status"));
    }
    TRESTLE_TRY(const Item property, PropertyOf(workplace, booking.item));
    const std::string today = Today(workplace, OffsetOf(property));
    if (Text(booking.item, "CheckOutDate") > today) return messages::NotOver();
    const AttributeValue& user = *booking.item.Find("UserId");
    TRESTLE_TRY(const repository::FoundEntity found,
                workplace.repository->Get("LoyaltyPoints", {{"UserId", user}}));
    const Item before = found.found ? found.found->item : Item();
    const std::int64_t points = Whole(booking.item, "TotalAmount");  // one for each unit of money
    const std::int64_t lifetime = Whole(before, "LifetimePoints");
    const auto tier =
        std::ranges::find_if(kTiers, [&](const Tier& t) { return lifetime + points >= t.from; });
    const bool same = Text(before, "Tier") == tier->name && before.Contains("TierSince");
    const auto done = workplace.repository->TransactTogether(
        {{"CompleteStay", {{"bookingId", id}, {"today", TextValue(today)}}},
         {"EarnPoints",
          {{"userId", user},
           {"bookingId", id},
           {"points", AttributeValue::Integer(points)},
           {"lifetime", AttributeValue::Integer(lifetime)},
           {"tier", TextValue(tier->name)},
           {"tierSince", TextValue(same ? std::string(Text(before, "TierSince"))
                                        : FormatInstant(workplace.clock.Now()))}}}});
    if (done) {
      return WorkflowAnswer{
          .entities = {{"booking", Of(*done, "Booking")}, {"loyalty", Of(*done, "LoyaltyPoints")}}};
    }
    if (attempt == kMostAttempts) return tl::unexpected(done.error());
  }
}

}  // namespace trestle::hotel
