#include "systems/hotel/hotel_workflows.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <atomic>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "systems/hotel/changes.h"
#include "systems/hotel/stay.h"
#include "systems/system_for_test.h"

namespace trestle::hotel {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

class HotelTest : public SystemTest {
 protected:
  HotelTest() : SystemTest("hotel") {
    for (const char* user : {"john", "amy"}) {
      Made("User", {{"UserId", S(user)},
                    {"Email", S(std::string(user) + "@example.com")},
                    {"FirstName", S(user)}});
    }
    Made("User", {{"UserId", S("admin")}, {"Email", S("a@example.com")}, {"Role", S("admin")}});
    Hotel("grand", "5", "9.0", "150", 40.7589);
    Hotel("small", "3", "7.5", "90", 40.77);
  }
  void Hotel(const std::string& id, const char* stars, const char* rating, const char* price,
             double lat) {
    const AttributeValue city =
        AttributeValue::Of(AttributeMap{{"City", S("New York")}, {"Country", S("USA")}});
    const AttributeValue place =
        AttributeValue::Of(AttributeMap{{"lat", N(std::to_string(lat))}, {"lon", N("-73.9851")}});
    Made("Property", {{"PropertyId", S(id)},
                      {"Name", S(id)},
                      {"Slug", S(id)},
                      {"PropertyType", S("hotel")},
                      {"StarRating", N(stars)},
                      {"OwnerId", S("owner")},
                      {"Status", S("approved")},
                      {"Address", city},
                      {"Location", place},
                      {"AverageRating", N(rating)},
                      {"FeaturedScore", N(id == "small" ? "50" : "10")},
                      {"AmenityList", AttributeValue::Of(List{S("wifi"), S(id)})},
                      {"PriceRange", AttributeValue::Of(AttributeMap{{"Min", N(price)}})}});
    Made("RoomType", {{"PropertyId", S(id)},
                      {"RoomTypeId", S("r-" + id)},
                      {"Name", S("Double")},
                      {"MaxOccupancy", N("2")},
                      {"BasePricePerNight", N(price)},
                      {"TotalRooms", N("2")}});
    for (const char* date : {"2026-12-01", "2026-12-02", "2026-12-03"}) {
      Made("Availability", {{"RoomTypeId", S("r-" + id)},
                            {"PropertyId", S(id)},
                            {"Date", S(date)},
                            {"AvailableRooms", N("2")},
                            {"TotalRooms", N("2")},
                            {"PricePerNight", N(price)}});
    }
  }
  static Item Stay(const char* from = "2026-12-01", const char* to = "2026-12-04") {
    return {{"checkIn", S(from)}, {"checkOut", S(to)}};
  }
  static Item Booking(const Item& more = {}, std::string_view user = "john") {
    Item asked = Stay();
    asked.Set("userId", TextValue(user));
    asked.Set("propertyId", S("grand"));
    asked.Set("roomTypeId", S("r-grand"));
    for (const auto& [name, value] : more) asked.Set(name, value);
    return asked;
  }
  std::string Booked(const Item& more = {}) {
    return std::string(Text(Done("Book", Booking(more), "booking"), "BookingId"));
  }
  std::string Confirmed(const Item& more = {}) {
    std::string id = Booked(more);
    Done("Confirm", {{"bookingId", S(id)}, {"providerTransactionId", S("ch_1")}});
    return id;
  }
  static Item By(const std::string& booking, const char* user = "john") {
    return {{"bookingId", S(booking)}, {"userId", S(user)}};
  }
  std::vector<std::string> Free() {
    return All("A4",
               {{"propertyId", S("grand")}, {"from", S("2026-12-01")}, {"to", S("2026-12-03")}},
               "AvailableRooms", 10);
  }
  std::vector<std::string> Names(Item more) {
    for (const auto& [name, value] : Stay()) {
      if (!more.Contains(name)) more.Set(name, value);
    }
    if (!more.Contains("lat")) {
      more.Set("city", S("new york"));
      more.Set("country", S("usa"));
    }
    std::vector<std::string> names;
    for (int pages = 0; pages < 100; ++pages) {
      const Item found = Done("Search", more);
      for (const AttributeValue& one : *found.Find("results")->As<List>()) {
        names.emplace_back(Text(*one.As<AttributeMap>(), "Name"));
      }
      if (Text(found, "cursor").empty()) break;
      more.Set("cursor", *found.Find("cursor"));
    }
    return names;
  }
  // Tells of a change, and then of what follows from it for the property.
  void Follow(std::string_view entity, std::optional<Item> before, std::optional<Item> after) {
    Item old = Property();
    HotelChanges changes;
    Run(*changes.On({.entity = model_->FindEntity(entity),
                     .before = std::move(before),
                     .after = std::move(after)}));
    for (Item now = Property(); now != old; now = Property()) {
      const Item was = std::exchange(old, now);
      Run(*changes.On({.entity = model_->FindEntity("Property"), .before = was, .after = now}));
    }
  }
  void Run(const std::vector<repository::Reaction>& reactions) {
    for (const repository::Reaction& reaction : reactions) {
      const auto done = repository().Transact(reaction.transaction, reaction.arguments);
      EXPECT_TRUE(done) << done.error().message;
    }
  }
  Item Property() {
    return repository().Get("Property", {{"PropertyId", S("grand")}})->found->item;
  }
  std::vector<std::string> Ratings() {
    const Item property = Property();
    return {property.Find("ReviewCount")->As<Number>()->ToString(),
            property.Find("AverageRating")->As<Number>()->ToString()};
  }
  // Of the properties of the city that are found by an amenity.
  std::vector<std::string> With(const char* amenity, std::string_view attribute) {
    return All("P6", {{"city", S("new york")}, {"country", S("usa")}, {"amenity", S(amenity)}},
               attribute, 10);
  }
  std::int64_t Points() {
    return Whole(repository().Get("LoyaltyPoints", {{"UserId", S("john")}})->found->item, "Points");
  }
  void Promo(const char* limit) {
    Made("PromoCode", {{"Code", S("TEN")},
                       {"DiscountType", S("percentage")},
                       {"DiscountValue", N("10")},
                       {"ValidFrom", S("2026-01-01T00:00:00Z")},
                       {"ValidUntil", S("2027-01-01T00:00:00Z")},
                       {"UsageLimit", N(limit)}});
  }
  Item Promo() { return repository().Get("PromoCode", {{"Code", S("TEN")}})->found->item; }
};

TEST_F(HotelTest, FindsWhatIsFreeForEveryNight) {
  EXPECT_THAT(Names({}), ElementsAre("grand", "small"));
  EXPECT_THAT(Names({{"sort", S("price")}}), ElementsAre("small", "grand"));
  EXPECT_THAT(Names({{"sort", S("price_desc")}}), ElementsAre("grand", "small"));
  EXPECT_THAT(Names({{"sort", S("recommended")}}), ElementsAre("small", "grand"));
  EXPECT_THAT(Names({{"sort", S("stars")}}), ElementsAre("grand", "small"));
  EXPECT_THAT(Names({{"lat", N("40.7589")}, {"lon", N("-73.9851")}, {"sort", S("distance")}}),
              ElementsAre("grand", "small"));
  EXPECT_THAT(Names({{"maxPrice", N("100")}}), ElementsAre("small"));
  EXPECT_THAT(Names({{"minStars", N("4")}}), ElementsAre("grand"));
  EXPECT_THAT(Names({{"minRating", N("8")}}), ElementsAre("grand"));
  EXPECT_THAT(Names({{"amenities", S("wifi,small")}}), ElementsAre("small"));
  EXPECT_THAT(Names({{"propertyType", S("villa")}}), IsEmpty());
  EXPECT_THAT(Names({{"guests", N("3")}}), IsEmpty());
  EXPECT_THAT(Names({{"guests", N("3")}, {"rooms", N("2")}}), ElementsAre("grand", "small"));
  EXPECT_THAT(Names({{"checkOut", S("2026-12-05")}}), IsEmpty());
  Booked({{"checkIn", S("2026-12-02")}, {"checkOut", S("2026-12-03")}, {"rooms", N("2")}});
  EXPECT_THAT(Names({}), ElementsAre("small"));
  EXPECT_EQ(Refusal("Search", Stay()), "city and country, or lat and lon, are required");
  EXPECT_EQ(Refusal("Search", Stay("2026-12-04", "2026-12-01")), "checkOut must be after checkIn");
  EXPECT_EQ(Refusal("Search", Stay("2026-11-01", "2026-12-01")), "checkIn is in the past");
}

TEST_F(HotelTest, ASearchGoesOnInEveryOrder) {
  for (int i = 10; i < 18; ++i) {
    const std::string number = std::to_string(i);
    Hotel("h" + number, i % 2 == 0 ? "4" : "2", ("6." + number.substr(1)).c_str(), number.c_str(),
          40.7 + i / 10'000.0);
  }
  const Item around = {{"lat", N("40.70")}, {"lon", N("-73.9851")}, {"radiusKm", N("20")}};
  const auto goes_on = [&](const char* sort, bool in_a_city, const char* min_stars,
                           std::size_t count) {
    Item asked = in_a_city ? Item() : around;
    asked.Set("sort", S(sort));
    asked.Set("limit", N("100"));
    asked.Set("minStars", N(min_stars));
    const std::vector<std::string> whole = Names(asked);
    EXPECT_EQ(whole.size(), count) << sort;
    asked.Set("limit", N("2"));
    EXPECT_EQ(Names(asked), whole) << sort;
  };
  for (const char* sort : {"rating", "price", "price_desc", "stars", "recommended", "distance"}) {
    for (const bool in_a_city : {true, false}) {
      if (in_a_city && sort == std::string_view("distance")) continue;
      goes_on(sort, in_a_city, "3", 6U);
      goes_on(sort, in_a_city, "0", 10U);
    }
  }
}

TEST_F(HotelTest, ASearchReadsEachPropertyOnce) {
  const auto asked = [](const char* guests) {
    Item search = Stay();
    search.Set("city", S("new york"));
    search.Set("country", S("usa"));
    search.Set("guests", N(guests));
    return search;
  };
  // Two properties in one request, the nights of each in one, and the room of each that is free.
  EXPECT_EQ(Whole(Done("Search", asked("2")), "requests"), 1 + 2 + 2);
  const Item search = Done("Search", asked("2"));
  const Item& consumed = *search.Find("consumed")->As<AttributeMap>();
  EXPECT_GT(Whole(consumed, "read"), 0);
  Booked({{"rooms", N("2")}});
  EXPECT_EQ(Whole(Done("Search", asked("2")), "requests"), 1 + 2 + 1);
  Item wrong = asked("2");
  wrong.Set("cursor", S("here"));
  EXPECT_EQ(Refusal("Search", wrong), "cursor is not one of this search");
}

TEST_F(HotelTest, ASearchReadsNoMoreWhereThereAreMoreProperties) {
  // Each is rated lower than the last, and every third has four stars.
  const auto make = [this](int from, int to, double lat) {
    for (int i = from; i < to; ++i) {
      const std::string rating =
          std::to_string((69 - i) / 10) + "." + std::to_string((69 - i) % 10);
      Hotel("h" + std::to_string(i), i % 3 == 0 ? "4" : "2", rating.c_str(), "100", lat);
    }
  };
  const Item in_the_city = {{"city", S("new york")}, {"country", S("usa")}, {"minStars", N("4")}};
  const Item around = {
      {"lat", N("40.70")}, {"lon", N("-73.9851")}, {"radiusKm", N("25")}, {"sort", S("distance")}};
  const auto asked = [this](const Item& where) {
    Item search = Stay();
    for (const auto& [name, value] : where) search.Set(name, value);
    search.Set("limit", N("5"));
    Item found = Done("Search", search);
    EXPECT_EQ(found.Find("results")->As<List>()->size(), 5U);
    found.Erase("cursor");
    return found;
  };
  make(0, 22, 40.70);
  const Item city_of_24 = asked(in_the_city);
  const Item circle_of_24 = asked(around);
  make(22, 40, 40.86);
  EXPECT_EQ(asked(in_the_city), city_of_24);
  EXPECT_EQ(asked(around), circle_of_24);
}

TEST_F(HotelTest, TaxesComeOnTop) {
  ASSERT_TRUE(
      repository().Update("Property", {{"PropertyId", S("grand")}}, {{"TaxPercent", N("12")}}));
  Promo("5");
  const Item quote =
      Done("Quote", Some(Booking({{"promoCode", S("TEN")}}),
                         {"propertyId", "roomTypeId", "checkIn", "checkOut", "promoCode"}));
  EXPECT_EQ(Hundredths(quote, "RoomTotal"), 45000);
  EXPECT_EQ(Hundredths(quote, "Discounts"), 4500);
  EXPECT_EQ(Hundredths(quote, "TaxesAndFees"), 4860);
  EXPECT_EQ(Hundredths(quote, "Total"), 45360);
  Item search = Stay();
  search.Set("city", S("new york"));
  search.Set("country", S("usa"));
  const Item found = Done("Search", search);
  EXPECT_EQ(Whole(*found.Find("results")->As<List>()->front().As<AttributeMap>(), "Total"), 504);
  const Item booking = Done("Book", Booking(), "booking");
  EXPECT_EQ(Whole(booking, "TotalAmount"), 504);
  EXPECT_EQ(Whole(*booking.Find("PriceBreakdown")->As<AttributeMap>(), "TaxesAndFees"), 54);
}

TEST_F(HotelTest, ABookingTakesItsNightsAndGivesThemBack) {
  const Item quote =
      Done("Quote", Some(Booking(), {"propertyId", "roomTypeId", "checkIn", "checkOut"}));
  EXPECT_EQ(Whole(quote, "Total"), 450);
  const std::string id = Booked();
  EXPECT_THAT(Free(), ElementsAre("1", "1", "1"));
  const Item confirmed =
      Done("Confirm", {{"bookingId", S(id)}, {"providerTransactionId", S("ch_1")}}, "booking");
  EXPECT_EQ(Text(confirmed, "PaymentStatus"), "paid");
  EXPECT_EQ(Refusal("Confirm", {{"bookingId", S(id)}, {"providerTransactionId", S("ch_2")}}),
            "The booking is confirmed");
  EXPECT_EQ(Refusal("Cancel", By(id, "amy")), "The booking is not one of amy");
  const Item payment = Done("Cancel", By(id), "payment");
  EXPECT_EQ(Text(payment, "Status"), "refunded");
  EXPECT_EQ(Whole(payment, "RefundAmount"), 450);
  EXPECT_THAT(Free(), ElementsAre("2", "2", "2"));
  EXPECT_EQ(Refusal("Cancel", By(id)), "The booking is cancelled");
}

TEST_F(HotelTest, ANightThatIsTakenOutOfTheCalendarKeepsNobodyFromCancelling) {
  const std::string id = Booked();
  ASSERT_TRUE(repository().Delete("Availability",
                                  {{"RoomTypeId", S("r-grand")}, {"Date", S("2026-12-02")}}));
  EXPECT_EQ(Text(Done("Cancel", By(id), "booking"), "Status"), "cancelled");
  EXPECT_THAT(Free(), ElementsAre("2", "2"));
}

TEST_F(HotelTest, RefundsByTheRule) {
  const std::string late = Confirmed();
  const std::string begun = Confirmed();
  clock_.Advance(std::chrono::hours(24 * 15));
  EXPECT_EQ(Whole(Done("Cancel", By(late), "payment"), "RefundAmount"), 225);
  clock_.Advance(std::chrono::hours(24));
  EXPECT_EQ(Refusal("Cancel", By(begun)), "The stay has begun");
}

TEST_F(HotelTest, AnOwnerChangesNightsAndWhatIsSoldStaysSold) {
  Booked();
  Item order = {{"propertyId", S("grand")}, {"roomTypeId", S("r-grand")}, {"userId", S("owner")},
                {"from", S("2026-12-01")},  {"to", S("2026-12-01")},      {"totalRooms", N("0")},
                {"pricePerNight", N("199")}};
  EXPECT_EQ(Whole(Done("SetNights", order), "changed"), 0);
  order.Set("totalRooms", N("1"));
  EXPECT_EQ(Whole(Done("SetNights", order), "changed"), 1);
  EXPECT_THAT(Refusal("Book", Booking()), HasSubstr("is not free"));
  order.Set("totalRooms", N("2"));
  EXPECT_EQ(Whole(Done("SetNights", order), "changed"), 1);
  Booked();
  order.Set("userId", S("john"));
  EXPECT_EQ(Refusal("SetNights", order), "john does not own the property");
}

TEST_F(HotelTest, RefusesWhatCannotBeBooked) {
  EXPECT_THAT(Refusal("Book", Booking({{"rooms", N("3")}})), HasSubstr("is not free"));
  EXPECT_THAT(Refusal("Book", Booking({{"checkOut", S("2026-12-05")}})), HasSubstr("is not free"));
  EXPECT_EQ(Refusal("Book", Booking({}, "nobody")), "There is no User nobody");
  EXPECT_EQ(Refusal("Book", Booking({{"promoCode", S("NONE")}})), "There is no PromoCode NONE");
  EXPECT_THAT(Refusal("Book", Booking({{"children", N("2")}})), HasSubstr("fewer than guests"));
  EXPECT_THAT(Free(), ElementsAre("2", "2", "2"));
}

TEST_F(HotelTest, ARoomTakesSoManyAdultsAndChildren) {
  ASSERT_TRUE(repository().Update(
      "RoomType", {{"PropertyId", S("grand")}, {"RoomTypeId", S("r-grand")}},
      {{"MaxOccupancy", N("3")}, {"MaxAdults", N("2")}, {"MaxChildren", N("1")}}));
  const auto with = [](const char* guests, const char* children) {
    return Item{{"guests", N(guests)}, {"children", N(children)}};
  };
  EXPECT_EQ(Refusal("Book", Booking(with("3", "0"))),
            "Guests in each Double: at most 3, of them 2 adults and 1 children");
  EXPECT_THAT(Refusal("Book", Booking(with("3", "2"))), HasSubstr("at most"));
  EXPECT_EQ(Refusal("Book", Booking(with("2", "2"))),
            "children must be fewer than guests: they are counted among them");
  EXPECT_THAT(Refusal("Book", Booking(with("2", "1e30"))), HasSubstr("children"));
  EXPECT_THAT(Names(with("3", "1")), ElementsAre("grand"));
  EXPECT_THAT(Names(with("3", "0")), IsEmpty());
  EXPECT_THAT(Names(with("2", "1")), ElementsAre("grand", "small"));
  const Item booking = Done("Book", Booking(with("3", "1")), "booking");
  EXPECT_EQ(Whole(booking, "NumberOfAdults"), 2);
  EXPECT_EQ(Whole(booking, "NumberOfChildren"), 1);
}

TEST_F(HotelTest, AStayIsNeitherTooShortNorTooLong) {
  ASSERT_TRUE(repository().Update("Availability",
                                  {{"RoomTypeId", S("r-grand")}, {"Date", S("2026-12-01")}},
                                  {{"MinStay", N("2")}, {"MaxStay", N("2")}}));
  EXPECT_EQ(Refusal("Book", Booking()), "Nights in Double: 2 to 2");
  EXPECT_EQ(Refusal("Book", Booking({{"checkOut", S("2026-12-02")}})), "Nights in Double: 2 to 2");
  Booked({{"checkOut", S("2026-12-03")}});
}

TEST_F(HotelTest, PropertiesAreShownByAdministrators) {
  const auto code = [this](std::string_view workflow, const Item& arguments) {
    return Do(workflow, arguments).error().code;
  };
  ASSERT_TRUE(
      repository().Update("Property", {{"PropertyId", S("grand")}}, {{"Status", S("pending")}}));
  const auto decided = [](const char* property, const char* moderator) {
    return Item{{"propertyId", S(property)}, {"moderator", S(moderator)}};
  };
  for (const char* workflow : {"ApproveProperty", "RejectProperty"}) {
    for (const char* moderator : {"john", "nobody"}) {
      EXPECT_EQ(code(workflow, decided("grand", moderator)), ErrorCode::kAccessDenied);
      EXPECT_EQ(code(workflow, decided("none", moderator)), ErrorCode::kAccessDenied);
    }
    EXPECT_EQ(code(workflow, decided("none", "admin")), ErrorCode::kResourceNotFound);
  }
  EXPECT_EQ(code("Moderate", {{"reviewId", S("none")}, {"moderator", S("nobody")}}),
            ErrorCode::kAccessDenied);
  EXPECT_THAT(Names({}), ElementsAre("small"));
  EXPECT_EQ(Text(Done("ApproveProperty", decided("grand", "admin"), "property"), "Status"),
            "approved");
  EXPECT_THAT(Names({}), ElementsAre("grand", "small"));
  EXPECT_EQ(Refusal("ApproveProperty", decided("grand", "admin")), "The property is approved");
  EXPECT_EQ(Refusal("RejectProperty", decided("grand", "admin")), "The property is approved");
  EXPECT_EQ(code("FindHelpful", {{"reviewId", S("none")}}), ErrorCode::kResourceNotFound);
}

TEST_F(HotelTest, TheGuestIsWhoBooksUnlessItSaysOtherwise) {
  const auto guest = [this](const Item& more) {
    const Item booking = Done("Book", Booking(more), "booking");
    return *booking.Find("GuestInfo")->As<AttributeMap>();
  };
  EXPECT_EQ(guest({}), (AttributeMap{{"FirstName", S("john")}, {"Email", S("john@example.com")}}));
  const AttributeMap other = {{"FirstName", S("Eve")}, {"Phone", S("+1-555-123-4567")}};
  EXPECT_EQ(guest({{"guest", AttributeValue::Of(other)}}), other);
}

TEST_F(HotelTest, TheSameKeyBooksOnce) {
  const auto first = Do("Book", Booking(), "key");
  const auto again = Do("Book", Booking(), "key");
  ASSERT_TRUE(first) << first.error().message;
  ASSERT_TRUE(again) << again.error().message;
  EXPECT_TRUE(again->repeated);
  EXPECT_THAT(Free(), ElementsAre("1", "1", "1"));
  EXPECT_FALSE(Do("Book", Booking({}, "amy"), "key"));
  EXPECT_FALSE(Do("Book", Booking({{"rooms", N("2")}}), "key"));
  EXPECT_FALSE(Do("Book", Booking({{"roomTypeId", S("r-small")}}), "key"));
  EXPECT_FALSE(Do("Book", Booking({{"promoCode", S("TEN")}}), "key"));
}

TEST_F(HotelTest, TheLastRoomIsSoldOnce) {
  Booked();
  EXPECT_EQ(AtOnce(4, [&](int) { return Do("Book", Booking()).has_value(); }), 1);
  EXPECT_THAT(Free(), ElementsAre("0", "0", "0"));
}

TEST_F(HotelTest, ACancellationAgainstBookingsLosesNoRoom) {
  const std::string id = Booked({{"rooms", N("2")}});
  std::atomic<int> booked = 0;
  AtOnce(4, [&](int i) {
    if (i == 0) return Do("Cancel", By(id)).has_value();
    booked += Do("Book", Booking()).has_value() ? 1 : 0;
    return true;
  });
  const auto status = repository().Get("Booking", {{"BookingId", S(id)}})->found->item;
  const int taken = booked + (Text(status, "Status") == "cancelled" ? 0 : 2);
  const std::string left = std::to_string(2 - taken);
  EXPECT_THAT(Free(), ElementsAre(left, left, left));
}

TEST_F(HotelTest, APromoCodesLastUseIsUsedOnce) {
  Promo("1");
  const Item with = Booking({{"promoCode", S("TEN")}});
  EXPECT_EQ(AtOnce(2, [&](int) { return Do("Book", with).has_value(); }), 1);
  EXPECT_EQ(Whole(Promo(), "UsageCount"), 1);
  EXPECT_EQ(Refusal("Book", with), "Promo code TEN is used up");
  const auto uses = All("PromoUses", {{"code", S("TEN")}}, "BookingId", 10);
  ASSERT_EQ(uses.size(), 1U);
  const Item cancelled = Done("Cancel", By(uses[0]), "booking");
  EXPECT_EQ(Whole(cancelled, "TotalAmount"), 405);
  EXPECT_EQ(Whole(Promo(), "UsageCount"), 0);
}

TEST_F(HotelTest, AStayGivesPointsAndMayBeReviewed) {
  const std::string id = Confirmed();
  Item review = By(id);
  review.Set("overall", N("8"));
  EXPECT_EQ(Refusal("Review", review), "The stay is not over");
  EXPECT_EQ(Refusal("Complete", {{"bookingId", S(id)}}), "The stay is not over");
  clock_.Advance(std::chrono::hours(24 * 20));
  const Item loyalty = Done("Complete", {{"bookingId", S(id)}}, "loyalty");
  EXPECT_EQ(Whole(loyalty, "Points"), 450);
  EXPECT_EQ(Text(loyalty, "Tier"), "bronze");
  EXPECT_EQ(Refusal("Complete", {{"bookingId", S(id)}}), "The booking is completed");
  const std::string written(Text(Done("Review", review, "review"), "ReviewId"));
  EXPECT_EQ(Refusal("Review", review), "The stay has been reviewed already");
  const Item moderated = {{"reviewId", S(written)}, {"moderator", S("admin")}};
  const Item response = {
      {"reviewId", S(written)}, {"responder", S("owner")}, {"text", S("Thanks")}};
  EXPECT_EQ(Refusal("Respond", response), "The review is pending");
  EXPECT_EQ(AtOnce(3, [&](int) { return Do("Moderate", moderated).has_value(); }), 1);
  EXPECT_EQ(Text(Done("Respond", response, "response"), "ResponseText"), "Thanks");
}

TEST_F(HotelTest, RatingsFollowWhatIsShown) {
  const auto review = [](const char* status, const char* rating) {
    return Item{{"PropertyId", S("grand")}, {"Status", S(status)}, {"OverallRating", N(rating)}};
  };
  Follow("Review", std::nullopt, review("pending", "8"));
  EXPECT_EQ(Ratings(), (std::vector<std::string>{"0", "9"}));
  Follow("Review", review("pending", "8"), review("approved", "8"));
  Follow("Review", std::nullopt, review("approved", "7.5"));
  EXPECT_EQ(Ratings(), (std::vector<std::string>{"2", "7.8"}));
  Follow("Review", review("approved", "7.5"), review("approved", "9.5"));
  EXPECT_EQ(Ratings(), (std::vector<std::string>{"2", "8.8"}));
  EXPECT_THAT(With("wifi", "AverageRating"), ElementsAre("8.8"));
  Follow("Review", review("approved", "9.5"), review("rejected", "9.5"));
  Follow("Review", review("approved", "8"), std::nullopt);
  EXPECT_EQ(Ratings(), (std::vector<std::string>{"0", "0"}));
}

TEST_F(HotelTest, AmenitiesFindWhatIsShown) {
  const auto grand = [](const char* status, List amenities, const char* city = "New York") {
    return Item{
        {"PropertyId", S("grand")},
        {"Name", S("grand")},
        {"Status", S(status)},
        {"Address", AttributeValue::Of(AttributeMap{{"City", S(city)}, {"Country", S("USA")}})},
        {"PriceRange", AttributeValue::Of(AttributeMap{{"Min", N("150")}})},
        {"AmenityList", AttributeValue::Of(std::move(amenities))}};
  };
  const Item pending = grand("pending", {S("wifi"), S("pool")});
  const Item shown = grand("approved", {S("wifi"), S("pool"), S("wifi")});
  const Item other = grand("approved", {S("wifi"), S("spa")});
  Follow("Property", std::nullopt, pending);
  EXPECT_THAT(With("wifi", "PropertyId"), IsEmpty());
  Follow("Property", pending, shown);
  EXPECT_THAT(With("wifi", "PropertyName"), ElementsAre("grand"));
  EXPECT_THAT(With("pool", "PriceMin"), ElementsAre("150"));
  Follow("Property", shown, other);
  EXPECT_THAT(With("pool", "PropertyId"), IsEmpty());
  EXPECT_THAT(With("spa", "PropertyId"), ElementsAre("grand"));
  Follow("Property", other, grand("approved", {S("wifi"), S("spa")}, "Boston"));
  EXPECT_THAT(With("wifi", "PropertyId"), IsEmpty());
  Follow("Property", grand("approved", {S("wifi"), S("spa")}, "Boston"), std::nullopt);
  EXPECT_THAT(All("PropertyWithRooms", {{"id", S("grand")}}, "EntityType", 10),
              ElementsAre("Property", "RoomType"));
}

TEST_F(HotelTest, NightsThatExpireAreArchived) {
  const Item night =
      repository()
          .Get("Availability", {{"RoomTypeId", S("r-grand")}, {"Date", S("2026-12-02")}})
          ->found->item;
  using Kind = repository::ItemChange::Kind;
  const auto archived = [&] {
    return All("ArchivedNights", {{"propertyId", S("grand")}}, "PricePerNight", 10);
  };
  HotelChanges changes;
  const model::Entity* const entity = model_->FindEntity("Availability");
  Run(*changes.On({.kind = Kind::kRemove, .entity = entity, .before = night}));
  EXPECT_THAT(archived(), IsEmpty());  // somebody has deleted it
  for (int times = 0; times < 2; ++times) {
    Run(*changes.On({.kind = Kind::kRemove, .entity = entity, .before = night, .expired = true}));
    EXPECT_THAT(archived(), ElementsAre("150"));
  }
  EXPECT_THAT(
      All("ArchivedNights", {{"propertyId", S("grand")}, {"from", S("2026-12-03")}}, "Date", 10),
      IsEmpty());
}

TEST_F(HotelTest, PointsPayOnceAndComeBackWithTheRefund) {
  Made("LoyaltyPoints", {{"UserId", S("john")}, {"Points", N("10000")}});
  EXPECT_EQ(Refusal("Book", Booking({{"points", N("10001")}})), "john has 10000 points");
  // Both want the same points; there are rooms for both.
  const Item paying = {{"points", N("10000")}};
  EXPECT_EQ(AtOnce(2, [&](int) { return Do("Book", Booking(paying)).has_value(); }), 1);
  EXPECT_EQ(Points(), 0);
  const std::vector<std::string> booked = All("B1", {{"userId", S("john")}}, "BookingId", 10);
  ASSERT_EQ(booked.size(), 1U);
  const Item cancelled = Done("Cancel", By(booked[0]), "booking");
  EXPECT_EQ(Whole(cancelled, "TotalAmount"), 350);
  EXPECT_EQ(Whole(cancelled, "PointsRedeemed"), 10000);
  EXPECT_EQ(Points(), 10000);
  EXPECT_EQ(All("LoyaltyHistory", {{"id", S("john")}}, "Reason", 10),
            (std::vector<std::string>{"redeemed", "returned"}));
}

TEST_F(HotelTest, PointsPayAtMostThePrice) {
  Made("LoyaltyPoints", {{"UserId", S("john")}, {"Points", N("100000")}});
  const Item booking = Done("Book", Booking({{"points", N("90000")}}), "booking");
  EXPECT_EQ(Whole(booking, "TotalAmount"), 0);
  EXPECT_EQ(Points(), 55000);
}

TEST_F(HotelTest, AWishlistKeepsAndDropsWishes) {
  Made("Wishlist", {{"UserId", S("john")}, {"WishlistId", S("w")}, {"Name", S("Ideas")}});
  Item wish = {{"userId", S("john")}, {"wishlistId", S("w")}, {"propertyId", S("grand")}};
  EXPECT_TRUE(Done("Wish", wish, "wishlist").Contains("PropertyIds"));
  wish.Set("wanted", AttributeValue::Of(false));
  EXPECT_FALSE(Done("Wish", wish, "wishlist").Contains("PropertyIds"));
  // As many as want one at the same moment get it.
  wish.Set("wanted", AttributeValue::Of(true));
  const auto wishes = [&](int i) {
    Item each = wish;
    each.Set("wishlistId", S("w"));
    each.Set("propertyId", S("h" + std::to_string(i)));
    return Do("Wish", each).has_value();
  };
  for (int i = 0; i < 8; ++i) Hotel("h" + std::to_string(i), "3", "7.5", "90", 40.77);
  EXPECT_EQ(AtOnce(8, wishes), 8);
  EXPECT_EQ(Done("Wish", wish, "wishlist").Find("PropertyIds")->As<StringSet>()->elements().size(),
            9U);
  wish.Set("propertyId", S("none"));
  EXPECT_EQ(Refusal("Wish", wish), "There is no Property none");
}

}  // namespace
}  // namespace trestle::hotel
