#include "systems/venue/venue_workflows.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <string_view>

#include "systems/system_for_test.h"

namespace trestle::venue {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

class VenueTest : public SystemTest {
 protected:
  VenueTest() : SystemTest("venue") {
    Made("User",
         {{"userId", S("giulia")}, {"email", S("giulia@example.com")}, {"name", S("Giulia")}});
    Made("User", {{"userId", S("anna")},
                  {"email", S("anna@example.com")},
                  {"name", S("Anna")},
                  {"role", S("admin")}});
  }
  static Item Asking(std::string_view date, std::string_view slot,
                     std::string_view user = "giulia") {
    return {{"userId", TextValue(user)}, {"date", TextValue(date)}, {"timeSlot", TextValue(slot)}};
  }
  std::string Booked(std::string_view date, std::string_view slot) {
    return std::string(Text(Done("Request", Asking(date, slot), "booking"), "bookingId"));
  }
  static Item Decided(const std::string& booking) {
    return {{"bookingId", S(booking)}, {"admin", S("anna")}};
  }
  static Item Code(const std::string& event) {
    return {{"eventId", S(event)},
            {"admin", S("anna")},
            {"code", S("1234")},
            {"validFrom", S("2026-11-21T08:00:00Z")},
            {"validUntil", S("2026-11-21T13:00:00Z")}};
  }
  Item User(std::string_view id = "giulia") {
    return repository().Get("User", {{"userId", TextValue(id)}})->found->item;
  }
  std::vector<std::string> Taken(const char* date) {
    return All("TakenSlots", {{"from", S(date)}, {"to", S(date)}}, "half", 10);
  }
};

TEST_F(VenueTest, AnEmailAddressBelongsToOneUser) {
  const Item user = Done("SignUp", {{"email", S("leo@example.com")}, {"name", S("Leo")}}, "user");
  EXPECT_FALSE(Text(user, "userId").empty());
  EXPECT_THAT(Refusal("SignUp", {{"email", S("Leo@Example.com")}, {"name", S("Other")}}),
              HasSubstr("same email"));
}

TEST_F(VenueTest, AUserChangesTheProfileAndNothingElse) {
  const Item changed =
      Done("ChangeProfile",
           {{"userId", S("giulia")}, {"email", S("G@Example.com")}, {"phone", S("1")}}, "user");
  EXPECT_EQ(Text(changed, "email"), "g@example.com");
  EXPECT_EQ(Text(changed, "phone"), "1");
  EXPECT_EQ(Text(changed, "name"), "Giulia");
  EXPECT_THAT(Refusal("ChangeProfile", {{"userId", S("giulia")}, {"email", S("anna@example.com")}}),
              HasSubstr("same email"));
  EXPECT_THAT(Refusal("ChangeProfile", {{"userId", S("giulia")}, {"role", S("admin")}}),
              HasSubstr("role"));
  EXPECT_THAT(Refusal("ChangeProfile", {{"userId", S("giulia")}}), HasSubstr("nothing to change"));
  EXPECT_EQ(Refusal("ChangeProfile", {{"userId", S("nobody")}, {"name", S("N")}}),
            "There is no User nobody");
  EXPECT_FALSE(
      Do("ChangeProfile", {{"userId", S("giulia")}, {"name", S("G")}, {"version", N("1")}}));
}

TEST_F(VenueTest, ABookingGoesItsWay) {
  const std::string id = Booked("2026-11-20", "FULLDAY");
  EXPECT_THAT(Taken("2026-11-20"), ElementsAre("AFTERNOON", "MORNING"));
  EXPECT_EQ(Whole(User(), "requestedBookings"), 1);
  const Item approved = Done("Approve", Decided(id), "booking");
  EXPECT_EQ(Text(approved, "status"), "approved");
  EXPECT_EQ(Whole(User(), "approvedBookings"), 1);
  EXPECT_THAT(All("P4", {{"date", S("2026-11-20")}}, "timeSlot", 10), ElementsAre("FULLDAY"));
  EXPECT_THAT(All("P3", {{"userId", S("giulia")}}, "status", 10), ElementsAre("approved"));
  EXPECT_EQ(Refusal("Approve", Decided(id)), "The booking is approved");
  EXPECT_EQ(Refusal("Reject", Decided(id)), "The booking is approved");
  const Item cancelled = Done("Cancel", {{"bookingId", S(id)}, {"userId", S("giulia")}}, "booking");
  EXPECT_EQ(Text(cancelled, "status"), "cancelled");
  EXPECT_THAT(Taken("2026-11-20"), IsEmpty());
  EXPECT_THAT(All("P4", {{"date", S("2026-11-20")}}, "timeSlot", 10), IsEmpty());
}

TEST_F(VenueTest, ARequestIsGivenBackWhenItIsRejectedOrWithdrawn) {
  const std::string rejected = Booked("2026-11-20", "MORNING");
  Done("Reject", Decided(rejected));
  const std::string withdrawn = Booked("2026-11-20", "FULLDAY");
  Done("Cancel", {{"bookingId", S(withdrawn)}, {"userId", S("giulia")}});
  EXPECT_THAT(Taken("2026-11-20"), IsEmpty());
  EXPECT_EQ(Refusal("Cancel", {{"bookingId", S(rejected)}, {"userId", S("giulia")}}),
            "The booking is rejected");
}

TEST_F(VenueTest, RefusesWhatIsTakenPastOrNotTheirs) {
  const std::string id = Booked("2026-11-20", "AFTERNOON");
  EXPECT_THAT(Refusal("Request", Asking("2026-11-20", "FULLDAY")), HasSubstr("is not free"));
  EXPECT_THAT(Refusal("Request", Asking("2026-11-20", "AFTERNOON")), HasSubstr("is not free"));
  EXPECT_EQ(Refusal("Request", Asking("2026-11-20", "MORNING")), "");
  EXPECT_EQ(Refusal("Request", Asking("2026-11-14", "MORNING")), "date is in the past");
  EXPECT_EQ(Refusal("Request", Asking("2026-11-21", "MORNING", "nobody")),
            "There is no User nobody");
  EXPECT_EQ(Refusal("Approve", {{"bookingId", S(id)}, {"admin", S("giulia")}}),
            "giulia is not an administrator");
  EXPECT_EQ(Refusal("Approve", Decided("none")), "There is no Booking none");
  Made("User", {{"userId", S("leo")}, {"email", S("leo@example.com")}, {"name", S("Leo")}});
  EXPECT_EQ(Refusal("Cancel", {{"bookingId", S(id)}, {"userId", S("leo")}}),
            "The booking is not one of leo");
  EXPECT_EQ(Refusal("Cancel", {{"bookingId", S(id)}, {"userId", S("anna")}}), "");  // the desk may
}

TEST_F(VenueTest, TheHouseSchedulesItsOwnEvents) {
  Done("Schedule", {{"admin", S("anna")},
                    {"date", S("2026-11-21")},
                    {"timeSlot", S("MORNING")},
                    {"eventType", S("maintenance")},
                    {"title", S("Floor")}});
  EXPECT_THAT(Refusal("Request", Asking("2026-11-21", "FULLDAY")), HasSubstr("is not free"));
  Booked("2026-11-22", "FULLDAY");
  const Item shown = Done("Availability", {{"from", S("2026-11-20")}, {"to", S("2026-11-22")}});
  const List& days = *shown.Find("days")->As<List>();
  ASSERT_EQ(days.size(), 3u);
  const auto free = [&](int day, const char* slot) {
    return *days[day].As<AttributeMap>()->Find(slot)->As<bool>();
  };
  EXPECT_TRUE(free(0, "FULLDAY"));
  EXPECT_FALSE(free(1, "MORNING"));
  EXPECT_TRUE(free(1, "AFTERNOON"));
  EXPECT_FALSE(free(1, "FULLDAY"));
  EXPECT_FALSE(free(2, "MORNING"));
  EXPECT_EQ(Refusal("Availability", {{"from", S("2026-11-20")}, {"to", S("2026-11-19")}}),
            "to must not be before from");
}

TEST_F(VenueTest, AnEventOfTheHouseIsTakenOut) {
  const Item event = Done("Schedule",
                          {{"admin", S("anna")},
                           {"date", S("2026-11-21")},
                           {"timeSlot", S("FULLDAY")},
                           {"title", S("Floor")}},
                          "event");
  const Item taken_out{{"eventId", *event.Find("eventId")}, {"admin", S("anna")}};
  Done("IssueCode", Code(std::string(Text(event, "eventId"))));
  Done("Unschedule", taken_out);
  EXPECT_THAT(Taken("2026-11-21"), IsEmpty());
  EXPECT_THAT(All("P4", {{"date", S("2026-11-21")}}, "title", 10), IsEmpty());
  EXPECT_THAT(All("P10", {{"eventId", *event.Find("eventId")}}, "code", 10), IsEmpty());
  EXPECT_THAT(Refusal("Unschedule", taken_out), HasSubstr("There is no Event"));
  const std::string id = Booked("2026-11-21", "MORNING");
  Done("Approve", Decided(id));
  EXPECT_THAT(Refusal("Unschedule", {{"eventId", S(id)}, {"admin", S("anna")}}),
              HasSubstr("cancel the booking"));
}

TEST_F(VenueTest, CodesGoWithTheirEvent) {
  const std::string id = Booked("2026-11-21", "MORNING");
  EXPECT_THAT(Refusal("IssueCode", Code(id)), HasSubstr("There is no Event"));
  Done("Approve", Decided(id));
  Done("IssueCode", Code(id));
  EXPECT_THAT(All("P10", {{"eventId", S(id)}}, "code", 10), ElementsAre("1234"));
  EXPECT_THAT(All("EventWithBooking", {{"eventId", S(id)}}, "bookingId", 10), ElementsAre(id, id));
  Done("Cancel", {{"bookingId", S(id)}, {"userId", S("giulia")}});
  EXPECT_THAT(All("P10", {{"eventId", S(id)}}, "code", 10), IsEmpty());
  EXPECT_THAT(All("EventWithBooking", {{"eventId", S(id)}}, "bookingId", 10), IsEmpty());
}

TEST_F(VenueTest, TheDeskRevokesACode) {
  const std::string booking = Booked("2026-11-21", "MORNING");
  Done("Approve", Decided(booking));
  const Item code = Done("IssueCode", Code(booking), "code");
  Item revoking = Some(code, {"eventId", "codeId"});
  revoking.Set("admin", S("giulia"));
  EXPECT_EQ(Refusal("RevokeCode", revoking), "giulia is not an administrator");
  revoking.Set("admin", S("anna"));
  EXPECT_EQ(Text(Done("RevokeCode", revoking, "code"), "code"), "1234");
  EXPECT_THAT(All("P10", {{"eventId", S(booking)}}, "code", 10), IsEmpty());
  EXPECT_EQ(Refusal("RevokeCode", revoking),
            "There is no LockCode " + std::string(Text(code, "codeId")));
}

TEST_F(VenueTest, OnlyWhatMayTakePlaceIsPaidFor) {
  const std::string id = Booked("2026-11-21", "MORNING");
  const Item payment{{"bookingId", S(id)}, {"amount", N("20.5")}, {"method", S("card")}};
  EXPECT_EQ(Text(Done("Pay", payment, "payment"), "currency"), "EUR");
  Done("Reject", Decided(id));
  EXPECT_EQ(Refusal("Pay", payment), "The booking is rejected");
  EXPECT_EQ(Refusal("Pay", {{"bookingId", S("x")}, {"amount", N("1")}, {"method", S("card")}}),
            "There is no Booking x");
  EXPECT_THAT(All("P8", {{"bookingId", S(id)}}, "amount", 10), ElementsAre("20.5"));
}

TEST_F(VenueTest, ATitleIsCutBetweenLetters) {
  std::string described = "x";
  for (int i = 0; i < 300; ++i) described += "è";
  Item asked = Asking("2026-11-20", "MORNING");
  asked.Set("eventDescription", S(described));
  const std::string id(Text(Done("Request", asked, "booking"), "bookingId"));
  const Item event = Done("Approve", Decided(id), "event");
  EXPECT_EQ(Text(event, "title"), described.substr(0, 1 + 2 * 199));
}

TEST_F(VenueTest, TheSameKeyAsksOnce) {
  const auto first = Do("Request", Asking("2026-11-20", "MORNING"), "key");
  const auto again = Do("Request", Asking("2026-11-20", "MORNING"), "key");
  ASSERT_TRUE(first);
  ASSERT_TRUE(again) << again.error().message;
  EXPECT_TRUE(again->repeated);
  EXPECT_EQ(Whole(User(), "requestedBookings"), 1);
  const std::string id(Text(std::get<EntityItem>(first->entities[0].second).item, "bookingId"));
  for (int i = 0; i < 2; ++i) {
    const auto cancelled = Do("Cancel", {{"bookingId", S(id)}, {"userId", S("giulia")}}, "key");
    ASSERT_TRUE(cancelled) << cancelled.error().message;
    EXPECT_EQ(cancelled->repeated, i == 1);
  }
}

// MORNING, AFTERNOON and FULLDAY of one day exclude each other, whoever asks at once.
TEST_F(VenueTest, NoHalfDayIsGivenTwice) {
  constexpr std::string_view kSlots[] = {"MORNING", "FULLDAY", "AFTERNOON"};
  for (int round = 0; round < 8; ++round) {
    const std::string date = "2026-12-0" + std::to_string(round + 1);
    std::atomic<int> halves = 0;
    AtOnce(6, [&](int i) {
      const auto asked = Do("Request", Asking(date, kSlots[i % 3]));
      if (asked) halves += i % 3 == 1 ? 2 : 1;
      return asked.has_value();
    });
    EXPECT_EQ(static_cast<std::size_t>(halves), Taken(date.c_str()).size());
    EXPECT_GE(halves, 1);
  }
}

TEST_F(VenueTest, OneOfTwoApprovalsCounts) {
  for (int round = 0; round < 8; ++round) {
    const std::string id = Booked("2026-12-1" + std::to_string(round), "MORNING");
    EXPECT_EQ(AtOnce(3, [&](int) { return Do("Approve", Decided(id)).has_value(); }), 1);
  }
  EXPECT_EQ(Whole(User(), "approvedBookings"), 8);
}

}  // namespace
}  // namespace trestle::venue
