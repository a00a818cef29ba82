#include "systems/ecobid/ecobid_workflows.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <string>
#include <string_view>
#include <vector>

#include "model/geohash.h"
#include "systems/chores.h"
#include "systems/system_for_test.h"

namespace trestle::ecobid {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

// The clock stands at noon; auctions end in an hour.
class EcobidTest : public SystemTest {
 protected:
  EcobidTest() : SystemTest("ecobid") {
    for (const std::string user : {"ola", "jan", "ewa"}) {
      Made("User",
           {{"userId", S(user)}, {"email", S(user + "@example.com")}, {"displayName", S(user)}});
    }
  }
  static AttributeValue At(double latitude, double longitude) {
    return model::GeoValue({.latitude = latitude, .longitude = longitude});
  }
  std::string Listed(std::string_view title = "Desk", std::string_view category = "furniture",
                     AttributeValue place = At(52.2297, 21.0122)) {
    const Item item = Done("ListItem",
                           {{"userId", S("ola")},
                            {"title", TextValue(title)},
                            {"category", TextValue(category)},
                            {"location", std::move(place)}},
                           "item");
    return std::string(Text(item, "itemId"));
  }
  static Item By(std::string_view user, const std::string& item) {
    return {{"itemId", S(item)}, {"userId", TextValue(user)}};
  }
  static Item Of(std::string_view user, const std::string& item, const std::string& reservation) {
    return {{"itemId", S(item)}, {"resId", S(reservation)}, {"userId", TextValue(user)}};
  }
  std::string Reserved(std::string_view user, const std::string& item) {
    return std::string(Text(Done("Reserve", By(user, item), "reservation"), "resId"));
  }
  std::string Auctioned(const std::string& item, std::string_view start = "10") {
    const Item auction = Done("StartAuction",
                              {{"itemId", S(item)},
                               {"userId", S("ola")},
                               {"startPrice", N(start)},
                               {"endsAt", S("2026-11-15T13:00:00Z")}},
                              "auction");
    return std::string(Text(auction, "auctionId"));
  }
  static Item Offer(const std::string& auction, std::string_view user, std::string_view amount) {
    return {{"auctionId", S(auction)}, {"userId", TextValue(user)}, {"amount", N(amount)}};
  }
  Item Stored(std::string_view entity, const Item& key) {
    const auto found = repository().Get(entity, key);
    return found && found->found ? found->found->item : Item();
  }
  std::string StatusOf(const std::string& item) {
    return std::string(Text(Stored("Item", {{"itemId", S(item)}}), "status"));
  }
  std::vector<std::string> ActiveOf(const char* user) {
    return All("P6", {{"userId", S(user)}}, "resId", 10);
  }
  // The auction's highest bid, then all bids from the newest.
  std::vector<std::string> History(const std::string& auction) {
    const Item key{{"auctionId", S(auction)}};
    std::vector<std::string> amounts = All("P7", key, "amount", 100);
    amounts.front() = Values(Found("P7", key), "highestBid").front();
    return amounts;
  }
  std::vector<std::string> Searched(const char* radius, Item further = {}) {
    further.Set("center", At(52.2297, 21.0122));
    further.Set("radius_km", N(radius));
    const auto answer = Do("Search", further);
    EXPECT_TRUE(answer) << answer.error().message;
    std::vector<std::string> titles;
    if (!answer) return titles;
    for (const EntityItem& item : std::get<std::vector<EntityItem>>(answer->entities[0].second)) {
      titles.emplace_back(Text(item.item, "title"));
    }
    return titles;
  }
};

TEST_F(EcobidTest, AReservationGoesItsWay) {
  const std::string item = Listed();
  EXPECT_EQ(StatusOf(item), "available");
  const std::string first = Reserved("jan", item);
  EXPECT_EQ(StatusOf(item), "reserved");
  EXPECT_THAT(ActiveOf("jan"), ElementsAre(first));
  EXPECT_THAT(All("P8", {{"status", S("reserved")}}, "itemId", 10), ElementsAre(item));
  EXPECT_THAT(Searched("5"), IsEmpty());
  EXPECT_EQ(Refusal("Reserve", By("ewa", item)), "The item is reserved");
  Done("Cancel", Of("jan", item, first));
  EXPECT_EQ(StatusOf(item), "available");
  EXPECT_THAT(ActiveOf("jan"), IsEmpty());
  EXPECT_EQ(Refusal("Cancel", Of("jan", item, first)), "The reservation is cancelled");
  const std::string second = Reserved("ewa", item);
  const Item completed = Done("Collect", Of("ola", item, second), "item");
  EXPECT_EQ(Text(completed, "status"), "completed");
  EXPECT_TRUE(completed.Contains("expiresAt"));
  EXPECT_EQ(Refusal("Collect", Of("ola", item, second)), "The reservation is collected");
  EXPECT_EQ(Refusal("Reserve", By("jan", item)), "The item is completed");
}

TEST_F(EcobidTest, AReservationEndsAfterADay) {
  const std::string item = Listed();
  const std::string first = Reserved("jan", item);
  const Item stored = Stored("Reservation", {{"itemId", S(item)}, {"resId", S(first)}});
  EXPECT_EQ(Whole(stored, "expiresAt"), 1794830400);  // noon of the next day
  clock_.Advance(std::chrono::hours(24) - std::chrono::milliseconds(1));
  EXPECT_EQ(Refusal("Reserve", By("ewa", item)), "The item is reserved");
  clock_.Advance(std::chrono::milliseconds(1));
  EXPECT_EQ(Refusal("Collect", Of("ola", item, first)), "The reservation has run out");
  const std::string second = Reserved("ewa", item);
  EXPECT_THAT(ActiveOf("jan"), IsEmpty());
  EXPECT_THAT(ActiveOf("ewa"), ElementsAre(second));
}

TEST_F(EcobidTest, TheOwnerChangesOrWithdrawsWhatCanBeHad) {
  const std::string item = Listed();
  const auto with = [&](std::string_view user, Item more) {
    more.Set("itemId", S(item));
    more.Set("userId", TextValue(user));
    return more;
  };
  const Item changed =
      Done("ChangeItem", with("ola", {{"title", S("Oak desk")}, {"category", S("other")}}), "item");
  EXPECT_EQ(Text(changed, "title"), "Oak desk");
  EXPECT_EQ(Text(changed, "GSI2PK"), "CATEGORY#other");
  EXPECT_EQ(Refusal("ChangeItem", with("jan", {{"title", S("Mine")}})),
            "The item is not one of jan");
  EXPECT_THAT(Refusal("ChangeItem", with("ola", {})), HasSubstr("nothing to change"));
  EXPECT_EQ(Refusal("ChangeItem", with("ola", {{"title", S("Old")}, {"version", N("1")}})),
            "The item has changed since it was read");
  EXPECT_EQ(Refusal("WithdrawItem", with("ola", {{"version", N("1")}})),
            "The item has changed since it was read");

  const std::string reservation = Reserved("jan", item);
  EXPECT_EQ(Refusal("ChangeItem", with("ola", {{"title", S("Else")}})), "The item is reserved");
  EXPECT_EQ(Refusal("WithdrawItem", with("ola", {})), "The item is reserved");
  clock_.Advance(std::chrono::hours(24));  // the reservation has run out
  EXPECT_EQ(Refusal("WithdrawItem", with("ewa", {})), "The item is not one of ewa");
  EXPECT_EQ(Text(Done("WithdrawItem", with("ola", {}), "item"), "title"), "Oak desk");
  EXPECT_EQ(Refusal("WithdrawItem", with("ola", {})), "There is no Item " + item);
  EXPECT_EQ(Refusal("Reserve", By("jan", item)), "There is no Item " + item);
}

TEST_F(EcobidTest, AReservationThatIsOverIsKeptAsLongAsACompletedItem) {
  constexpr std::int64_t kNinetyDays = 90 * 24 * 3600;
  const std::string item = Listed();
  const auto expiry = [&](const std::string& reservation) {
    return Whole(Stored("Reservation", {{"itemId", S(item)}, {"resId", S(reservation)}}),
                 "expiresAt");
  };
  const std::string given_back = Reserved("jan", item);
  clock_.Advance(std::chrono::hours(1));
  Done("Cancel", Of("jan", item, given_back));
  const std::int64_t now =
      std::chrono::floor<std::chrono::seconds>(clock_.Now()).time_since_epoch().count();
  EXPECT_EQ(expiry(given_back), now + kNinetyDays);
  const std::string taken = Reserved("ewa", item);
  Done("Collect", Of("ola", item, taken));
  EXPECT_EQ(expiry(taken), now + kNinetyDays);
  EXPECT_EQ(Whole(Stored("Item", {{"itemId", S(item)}}), "expiresAt"), now + kNinetyDays);
}

// What the stream's trigger does when the table's TTL has removed a reservation; and what a
// reservation does that comes before the trigger.
TEST_F(EcobidTest, AnItemWhoseReservationIsGoneCanBeHad) {
  const std::string item = Listed();
  const Item key{{"itemId", S(item)}, {"resId", S(Reserved("jan", item))}};
  ASSERT_TRUE(repository().Delete("Reservation", key));
  Reserved("ewa", item);
  EXPECT_FALSE(repository().Transact("ReleaseItem", key));  // of another reservation
  EXPECT_EQ(StatusOf(item), "reserved");
}

TEST_F(EcobidTest, RefusesWhatIsNotTheirsOrNotThere) {
  const std::string item = Listed();
  EXPECT_EQ(Refusal("Reserve", By("ola", item)), "Nobody reserves an item of their own");
  EXPECT_EQ(Refusal("Reserve", By("nobody", item)), "There is no User nobody");
  EXPECT_EQ(Refusal("Reserve", By("jan", "none")), "There is no Item none");
  const std::string reservation = Reserved("jan", item);
  EXPECT_EQ(Refusal("Cancel", Of("ewa", item, reservation)), "The reservation is not one of ewa");
  EXPECT_EQ(Refusal("Collect", Of("jan", item, reservation)), "The item is not one of jan");
  Item auction = By("jan", item);
  auction.Set("endsAt", S("2026-11-15T13:00:00Z"));
  EXPECT_EQ(Refusal("StartAuction", auction), "The item is not one of jan");
  auction.Set("userId", S("ola"));
  EXPECT_EQ(Refusal("StartAuction", auction), "The item is reserved");
  auction.Set("endsAt", S("2026-11-15T12:00:00Z"));
  EXPECT_EQ(Refusal("StartAuction", auction), "endsAt must be in the future");
  EXPECT_THAT(Refusal("ListItem", {{"userId", S("nobody")},
                                   {"title", S("x")},
                                   {"category", S("toys")},
                                   {"location", At(0, 0)}}),
              "There is no User nobody");
  EXPECT_THAT(Refusal("ListItem", {{"userId", S("ola")},
                                   {"title", S("x")},
                                   {"category", S("cars")},
                                   {"location", At(0, 0)}}),
              HasSubstr("category"));
  EXPECT_THAT(Refusal("SignUp", {{"email", S("ola@example.com")}, {"displayName", S("Other")}}),
              HasSubstr("same email"));
}

TEST_F(EcobidTest, AnAuctionGoesToTheHighestBidder) {
  const std::string item = Listed();
  const std::string auction = Auctioned(item);
  EXPECT_EQ(StatusOf(item), "auction");
  EXPECT_EQ(Refusal("Reserve", By("jan", item)), "The item is up for auction");
  EXPECT_EQ(Refusal("MakeBid", Offer(auction, "jan", "9.99")), "The bid must be at least 10");
  Done("MakeBid", Offer(auction, "jan", "10"));
  EXPECT_EQ(Refusal("MakeBid", Offer(auction, "ewa", "10")), "The bid must be more than 10");
  Done("MakeBid", Offer(auction, "ewa", "100.5"));
  Done("MakeBid", Offer(auction, "jan", "101"));
  EXPECT_EQ(Refusal("MakeBid", Offer(auction, "ola", "200")),
            "Nobody bids in an auction of their own");
  EXPECT_EQ(Refusal("MakeBid", Offer(auction, "nobody", "200")), "There is no User nobody");
  EXPECT_EQ(Refusal("MakeBid", Offer("none", "jan", "200")), "There is no Auction none");
  EXPECT_THAT(History(auction), ElementsAre("101", "101", "100.5", "10"));
  EXPECT_THAT(Refusal("Close", {{"auctionId", S(auction)}}),
              HasSubstr("goes on until 2026-11-15T"));
  clock_.Advance(std::chrono::hours(1));
  EXPECT_THAT(Refusal("MakeBid", Offer(auction, "ewa", "200")), HasSubstr("The auction ended at"));
  const Item closed = Done("Close", {{"auctionId", S(auction)}}, "auction");
  EXPECT_EQ(Text(closed, "status"), "sold");
  EXPECT_EQ(Text(closed, "highestBidder"), "jan");
  EXPECT_EQ(StatusOf(item), "completed");
  EXPECT_EQ(Refusal("Close", {{"auctionId", S(auction)}}), "The auction is over: sold");
  EXPECT_EQ(Refusal("MakeBid", Offer(auction, "ewa", "200")), "The auction is over: sold");
}

TEST_F(EcobidTest, ClosesAllThatHaveEnded) {
  const std::string sold = Listed();
  const std::string unsold = Listed();
  const std::string auction = Auctioned(sold);
  Auctioned(unsold);
  Done("MakeBid", Offer(auction, "jan", "10"));
  clock_.Advance(std::chrono::hours(1));
  const auto closed = Do("CloseEnded", {});
  ASSERT_TRUE(closed) << closed.error().message;
  EXPECT_EQ(std::get<std::vector<EntityItem>>(closed->entities[0].second).size(), 2u);
  EXPECT_EQ(StatusOf(sold), "completed");
  EXPECT_EQ(StatusOf(unsold), "available");
  EXPECT_THAT(All("OpenAuctions", {}, "auctionId", 10), IsEmpty());
}

TEST_F(EcobidTest, WhatHasEndedIsClosedWithoutAnybodysAsking) {
  const std::vector<SystemChore> chores = ChoresOf(
      "ecobid",
      {.repository = std::shared_ptr<const Repository>(std::shared_ptr<void>(), &repository()),
       .clock = clock_});
  ASSERT_EQ(chores.size(), 1u);
  const std::string desk = Listed();
  const std::string auction = Auctioned(desk);
  Done("MakeBid", Offer(auction, "jan", "12"));
  clock_.Advance(std::chrono::hours(1) - std::chrono::seconds(1));
  ASSERT_TRUE(chores[0].run());
  EXPECT_EQ(StatusOf(desk), "auction");
  clock_.Advance(std::chrono::seconds(1));
  // Also while somebody asks for it: each auction is closed once.
  std::atomic<std::size_t> closed = 0;
  AtOnce(4, [&](int i) {
    if (i % 2 == 0) return chores[0].run().has_value();
    const auto answer = Do("CloseEnded", {});
    if (answer) closed += std::get<std::vector<EntityItem>>(answer->entities[0].second).size();
    return answer.has_value();
  });
  EXPECT_LE(closed, 1u);
  EXPECT_EQ(StatusOf(desk), "completed");
  const Item sold = Stored("Auction", {{"auctionId", S(auction)}});
  EXPECT_EQ(Text(sold, "status"), "sold");
  ASSERT_TRUE(chores[0].run());
  EXPECT_EQ(Stored("Auction", {{"auctionId", S(auction)}}), sold);
}

TEST_F(EcobidTest, AnAuctionWhoseItemIsGoneClosesAlone) {
  const std::string item = Listed();
  const std::string auction = Auctioned(item);
  Done("MakeBid", Offer(auction, "jan", "12"));
  ASSERT_TRUE(repository().Delete("Item", {{"itemId", S(item)}}));
  EXPECT_THAT(Refusal("Close", {{"auctionId", S(auction)}}), HasSubstr("goes on"));
  clock_.Advance(std::chrono::hours(1));
  const Item closed = Done("Close", {{"auctionId", S(auction)}}, "auction");
  EXPECT_EQ(Text(closed, "status"), "sold");
}

TEST_F(EcobidTest, FindsWhatIsNearAnyPlaceWithinAnyRadius) {
  Listed("Far", "furniture", At(52.4064, 16.9252));
  clock_.Advance(std::chrono::seconds(1));
  Listed("Opposite", "toys", At(-52.2, -158.9));
  clock_.Advance(std::chrono::seconds(1));
  Listed("Desk");
  clock_.Advance(std::chrono::seconds(1));
  Listed("Near", "books", At(52.2650, 21.0400));
  EXPECT_THAT(Searched("5"), ElementsAre("Desk", "Near"));
  EXPECT_THAT(Searched("1"), ElementsAre("Desk"));
  EXPECT_THAT(Searched("5", {{"order", S("newest")}}), ElementsAre("Near", "Desk"));
  EXPECT_THAT(Searched("5", {{"category", S("books")}}), ElementsAre("Near"));
  EXPECT_THAT(Searched("400"), ElementsAre("Desk", "Near", "Far"));
  EXPECT_THAT(Searched("400", {{"category", S("furniture")}}), ElementsAre("Desk", "Far"));
  EXPECT_THAT(Searched("20100"), ElementsAre("Desk", "Near", "Far", "Opposite"));
  EXPECT_THAT(Searched("20100", {{"order", S("newest")}, {"limit", N("2")}}),
              ElementsAre("Near", "Desk"));
  const Item shown = Done("Search", {{"center", At(52.2297, 21.0122)}, {"radius_km", N("5")}});
  EXPECT_EQ(Whole(shown, "within"), 2);
  EXPECT_EQ(shown.Find("distances_km")->As<List>()->at(1).As<Number>()->ToString(), "4.358");
}

TEST_F(EcobidTest, TheSameKeyDoesItOnce) {
  const std::string item = Listed();
  const std::string auction = Auctioned(item);
  for (int i = 0; i < 2; ++i) {
    const auto bid = Do("MakeBid", Offer(auction, "jan", "20"), "key");
    ASSERT_TRUE(bid) << bid.error().message;
    EXPECT_EQ(bid->repeated, i == 1);
  }
  const std::string other = Listed();
  for (int i = 0; i < 2; ++i) {
    const auto reservation = Do("Reserve", By("jan", other), "key");
    ASSERT_TRUE(reservation) << reservation.error().message;
    EXPECT_EQ(reservation->repeated, i == 1);
  }
  EXPECT_THAT(History(auction), ElementsAre("20", "20"));
  clock_.Advance(std::chrono::hours(1));
  for (int i = 0; i < 2; ++i) {
    const auto closed = Do("Close", {{"auctionId", S(auction)}}, "key");
    ASSERT_TRUE(closed) << closed.error().message;
    EXPECT_EQ(closed->repeated, i == 1);
  }
}

TEST_F(EcobidTest, OneOfManyReservesAnItem) {
  for (int round = 0; round < 8; ++round) {
    const std::string item = Listed();
    EXPECT_EQ(AtOnce(4, [&](int i) { return !!Do("Reserve", By(i % 2 ? "jan" : "ewa", item)); }),
              1);
    EXPECT_EQ(All("P5", {{"itemId", S(item)}}, "resId", 10).size(), 1u);
  }
}

TEST_F(EcobidTest, OneOfTwoBidsOfAnAmountCounts) {
  const std::string auction = Auctioned(Listed());
  for (int round = 0; round < 8; ++round) {
    const std::string amount = std::to_string(20 + round);
    EXPECT_EQ(
        AtOnce(3,
               [&](int i) { return !!Do("MakeBid", Offer(auction, i ? "jan" : "ewa", amount)); }),
        1);
  }
  EXPECT_THAT(History(auction), ElementsAre("27", "27", "26", "25", "24", "23", "22", "21", "20"));
}

// Whichever of them are taken, the history grows and the auction has the last and their number.
TEST_F(EcobidTest, BidsAtOnceMakeAHistoryThatGrows) {
  const std::string auction = Auctioned(Listed());
  const int taken = AtOnce(8, [&](int i) {
    return !!Do("MakeBid", Offer(auction, i % 2 ? "jan" : "ewa", std::to_string(20 + i)));
  });
  const std::vector<std::string> history = History(auction);
  ASSERT_EQ(history.size(), static_cast<std::size_t>(taken) + 1);
  EXPECT_EQ(history[0], history[1]);
  EXPECT_EQ(Whole(Stored("Auction", {{"auctionId", S(auction)}}), "bidCount"), taken);
}

// The end comes while people bid: what was taken counts, and the winner is the highest of it.
TEST_F(EcobidTest, AnAuctionClosesAgainstBids) {
  for (int round = 0; round < 6; ++round) {
    const std::string item = Listed();
    const auto ends = clock_.Now() + std::chrono::hours(1);
    const Item opened = Done(
        "StartAuction",
        {{"itemId", S(item)}, {"userId", S("ola")}, {"endsAt", S(FormatInstant(ends))}}, "auction");
    const std::string auction(Text(opened, "auctionId"));
    std::atomic<int> bids = 0;
    AtOnce(4, [&](int i) {
      if (i == 0) {
        clock_.Advance(std::chrono::hours(1));
        return Do("Close", {{"auctionId", S(auction)}}).has_value();
      }
      const bool taken = !!Do("MakeBid", Offer(auction, "jan", std::to_string(i)));
      bids += taken ? 1 : 0;
      return taken;
    });
    const Item closed = Stored("Auction", {{"auctionId", S(auction)}});
    EXPECT_EQ(Text(closed, "status"), bids > 0 ? "sold" : "unsold");
    EXPECT_EQ(Whole(closed, "bidCount"), bids);
    EXPECT_EQ(StatusOf(item), bids > 0 ? "completed" : "available");
    EXPECT_EQ(History(auction).size(), static_cast<std::size_t>(bids) + 1);
  }
}

TEST_F(EcobidTest, AReservationAndAnAuctionExcludeEachOther) {
  for (int round = 0; round < 8; ++round) {
    const std::string item = Listed();
    EXPECT_EQ(AtOnce(2,
                     [&](int i) {
                       if (i == 0) return !!Do("Reserve", By("jan", item));
                       Item auction = By("ola", item);
                       auction.Set("endsAt", S("2026-11-15T13:00:00Z"));
                       return !!Do("StartAuction", auction);
                     }),
              1);
    EXPECT_THAT(All("P8", {{"status", S("available")}}, "itemId", 100), IsEmpty());
  }
}

}  // namespace
}  // namespace trestle::ecobid
