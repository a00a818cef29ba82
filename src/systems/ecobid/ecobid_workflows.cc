#include "systems/ecobid/ecobid_workflows.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <functional>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "base/time_text.h"
#include "model/geohash.h"
#include "repository/cursor.h"
#include "systems/ecobid/messages.h"
#include "value/item_codec.h"

namespace trestle::ecobid {
namespace {

constexpr std::chrono::hours kReservedFor(24);  // as the model's TTL says
constexpr int kMostTries = 5;                   // against others who change the same
constexpr std::int64_t kItemsInPage = 10'000;
// Seals the cursors of searches. It is no secret: a cursor says where to go on, and nothing else.
constexpr std::string_view kCursorKey = "ecobid.Search";

bool HasCome(const Workplace& workplace, std::string_view time) {
  const auto instant = ParseInstant(time);
  return instant && *instant <= workplace.clock.Now();
}

bool RanOut(const Workplace& workplace, const Item& reservation) {
  const auto since = ParseInstant(Text(reservation, "reservedAt"));
  return since && *since + kReservedFor <= workplace.clock.Now();
}

const Number* NumberOf(const Item& item, std::string_view name) {
  const AttributeValue* const value = item.Find(name);
  return value == nullptr ? nullptr : value->As<Number>();
}

// Frees an item whose reservation has run out, where the table's TTL has not yet. Whether it can be
// had again.
Result<bool> Freed(const Workplace& workplace, const Item& item) {
  if (Text(item, "status") != "reserved") return Text(item, "status") == "available";
  Item arguments = Some(item, {"itemId"});
  arguments.Set("resId", TextValue(Text(item, "reservationId")));
  TRESTLE_TRY(const repository::FoundEntity reservation,
              workplace.repository->Get("Reservation", arguments));
  std::string_view transaction = "ReleaseItem";
  if (reservation.found) {
    if (!RanOut(workplace, reservation.found->item)) return false;
    transaction = "ExpireReservation";
    arguments.Set("before", TextValue(FormatInstant(workplace.clock.Now() - kReservedFor)));
  }
  const auto freed = workplace.repository->Transact(transaction, arguments);
  if (!freed && ConflictOf(freed.error()) == nullptr) return tl::unexpected(freed.error());
  return freed.has_value();
}

Result<WorkflowAnswer> SignUp(const Workplace& workplace, const WorkflowCall& call) {
  return SignedUp(workplace, call, "AddUser");
}

Result<WorkflowAnswer> ChangeProfile(const Workplace& workplace, const WorkflowCall& call) {
  return ProfileChanged(workplace, call,
                        {.key = Some(call.arguments, {"userId"}),
                         .changes = Some(call.arguments, {"email", "displayName", "location"})});
}

Result<WorkflowAnswer> ListItem(const Workplace& workplace, const WorkflowCall& call) {
  const auto made = workplace.repository->Transact("AddItem", call.arguments, call.idempotency_key);
  if (!made) {
    const repository::WriteConflict* const conflict = ConflictOf(made.error());
    if (conflict == nullptr || conflict->step != 0) return tl::unexpected(made.error());
    return messages::NoEntity("User", Text(call.arguments, "userId"));
  }
  return WorkflowAnswer{
      .status = 201, .entities = {{"item", Of(*made, "Item")}}, .repeated = made->repeated};
}

using OwnersAct = std::function<Result<repository::Written>(const Item& key, std::int64_t version)>;

// What the owner does to an item that can be had, as it is at this moment; where the call names a
// version, only if that is the present one.
Result<WorkflowAnswer> DoneByOwner(const Workplace& workplace, const WorkflowCall& call,
                                   const OwnersAct& act) {
  const std::string_view user = Text(call.arguments, "userId");
  const Item key = Some(call.arguments, {"itemId"});
  for (int tries = 1;; ++tries) {
    TRESTLE_TRY(const EntityItem item, Existing(workplace, "Item", key));
    const std::int64_t version = Whole(item.item, "version");
    if (Text(item.item, "userId") != user) return messages::NotTheirItem(user);
    if (call.arguments.Contains("version") && Whole(call.arguments, "version") != version) {
      return messages::ItemHasChanged();
    }
    TRESTLE_TRY(const bool free, Freed(workplace, item.item));
    if (!free) return messages::ItemIs(Text(item.item, "status"));
    auto done = act(key, version);
    if (done) return WorkflowAnswer{.entities = {{"item", std::move(done->written)}}};
    if (ConflictOf(done.error()) == nullptr || tries == kMostTries) {
      return tl::unexpected(done.error());
    }
  }
}

Result<WorkflowAnswer> ChangeItem(const Workplace& workplace, const WorkflowCall& call) {
  const Item changes =
      Some(call.arguments, {"title", "description", "category", "condition", "location"});
  if (changes.empty()) return messages::NothingToChange();
  return DoneByOwner(workplace, call, [&](const Item& key, std::int64_t version) {
    return workplace.repository->Update("Item", key, changes, {.version = version});
  });
}

Result<WorkflowAnswer> WithdrawItem(const Workplace& workplace, const WorkflowCall& call) {
  return DoneByOwner(workplace, call, [&](const Item& key, std::int64_t version) {
    return workplace.repository->Delete("Item", key, {.version = version});
  });
}

Result<WorkflowAnswer> Reserve(const Workplace& workplace, const WorkflowCall& call) {
  const std::string_view user = Text(call.arguments, "userId");
  const Item key = Some(call.arguments, {"itemId"});
  Item arguments = call.arguments;
  for (int tries = 1;; ++tries) {
    TRESTLE_TRY(const EntityItem item, Existing(workplace, "Item", key));
    arguments.Set("ownerId", *item.item.Find("userId"));
    arguments.Set("itemTitle", *item.item.Find("title"));
    const auto made =
        workplace.repository->Transact("ReserveItem", arguments, call.idempotency_key);
    if (made) {
      return WorkflowAnswer{.status = 201,
                            .entities = {{"reservation", Of(*made, "Reservation")}},
                            .repeated = made->repeated};
    }
    const repository::WriteConflict* const conflict = ConflictOf(made.error());
    if (conflict == nullptr) return tl::unexpected(made.error());
    if (conflict->step == 0) return messages::NoEntity("User", user);
    if (Text(item.item, "userId") == user) return messages::OwnItem();
    TRESTLE_TRY(const EntityItem now, Existing(workplace, "Item", key));
    TRESTLE_TRY(const bool freed, Freed(workplace, now.item));
    if (!freed) return messages::ItemIs(Text(now.item, "status"));
    if (tries == kMostTries) return tl::unexpected(made.error());
  }
}

// A transaction that found another state than the one that was read says which: what is stored is
// read again.
tl::unexpected<Error> NotActive(const Workplace& workplace, const Item& key, const Error& error) {
  if (ConflictOf(error) == nullptr) return tl::unexpected(error);
  const Result<EntityItem> reservation = Existing(workplace, "Reservation", key);
  if (!reservation) return tl::unexpected(reservation.error());
  const std::string_view status = Text(reservation->item, "status");
  if (status == "active") return tl::unexpected(error);
  return messages::ReservationIs(status);
}

Result<WorkflowAnswer> Cancel(const Workplace& workplace, const WorkflowCall& call) {
  const std::string_view user = Text(call.arguments, "userId");
  const Item key = Some(call.arguments, {"itemId", "resId"});
  TRESTLE_TRY(const EntityItem reservation, Existing(workplace, "Reservation", key));
  if (Text(reservation.item, "userId") != user) return messages::NotTheirReservation(user);
  const auto cancelled =
      workplace.repository->Transact("CancelReservation", call.arguments, call.idempotency_key);
  if (!cancelled) return NotActive(workplace, key, cancelled.error());
  return WorkflowAnswer{.entities = {{"reservation", Of(*cancelled, "Reservation")},
                                     {"item", Of(*cancelled, "Item")}},
                        .repeated = cancelled->repeated};
}

Result<WorkflowAnswer> Collect(const Workplace& workplace, const WorkflowCall& call) {
  const std::string_view user = Text(call.arguments, "userId");
  const Item key = Some(call.arguments, {"itemId", "resId"});
  TRESTLE_TRY(const EntityItem reservation, Existing(workplace, "Reservation", key));
  if (Text(reservation.item, "ownerId") != user) return messages::NotTheirItem(user);
  if (Text(reservation.item, "status") == "active" && RanOut(workplace, reservation.item)) {
    return messages::ReservationRanOut();
  }
  Item arguments = key;
  arguments.Set("ownerId", TextValue(user));
  const auto collected =
      workplace.repository->Transact("CollectItem", arguments, call.idempotency_key);
  if (!collected) return NotActive(workplace, key, collected.error());
  return WorkflowAnswer{.entities = {{"reservation", Of(*collected, "Reservation")},
                                     {"item", Of(*collected, "Item")}},
                        .repeated = collected->repeated};
}

Result<WorkflowAnswer> StartAuction(const Workplace& workplace, const WorkflowCall& call) {
  const std::string_view user = Text(call.arguments, "userId");
  if (HasCome(workplace, Text(call.arguments, "endsAt"))) {
    return messages::BadField("endsAt", "must be in the future");
  }
  const Item key = Some(call.arguments, {"itemId"});
  Item arguments = Some(call.arguments, {"itemId", "startPrice", "endsAt"});
  arguments.Set("sellerId", TextValue(user));
  for (int tries = 1;; ++tries) {
    TRESTLE_TRY(const EntityItem item, Existing(workplace, "Item", key));
    if (Text(item.item, "userId") != user) return messages::NotTheirItem(user);
    arguments.Set("itemTitle", *item.item.Find("title"));
    const auto made =
        workplace.repository->Transact("OpenAuction", arguments, call.idempotency_key);
    if (made) {
      return WorkflowAnswer{.status = 201,
                            .entities = {{"auction", Of(*made, "Auction")}},
                            .repeated = made->repeated};
    }
    if (ConflictOf(made.error()) == nullptr) return tl::unexpected(made.error());
    TRESTLE_TRY(const EntityItem now, Existing(workplace, "Item", key));
    TRESTLE_TRY(const bool freed, Freed(workplace, now.item));
    if (!freed) return messages::ItemIs(Text(now.item, "status"));
    if (tries == kMostTries) return tl::unexpected(made.error());
  }
}

// Why the auction takes no such bid.
Status CheckBid(const Workplace& workplace, const Item& auction, const Item& bid) {
  if (Text(auction, "sellerId") == Text(bid, "userId")) return messages::OwnAuction();
  if (const auto status = Text(auction, "status"); status != "open") {
    return messages::AuctionIs(status);
  }
  const std::string_view ends_at = Text(auction, "endsAt");
  if (HasCome(workplace, ends_at)) return messages::AuctionEnded(ends_at);
  const Number& amount = *NumberOf(bid, "amount");
  if (const Number* const highest = NumberOf(auction, "highestBid")) {
    if (amount <= *highest) return messages::MustExceed(highest->ToString());
  }
  if (const Number* const start = NumberOf(auction, "startPrice")) {
    if (amount < *start) return messages::MustReach(start->ToString());
  }
  return {};
}

Result<WorkflowAnswer> MakeBid(const Workplace& workplace, const WorkflowCall& call) {
  const Item key = Some(call.arguments, {"auctionId"});
  TRESTLE_TRY(EntityItem auction, Existing(workplace, "Auction", key));
  Item arguments = call.arguments;
  arguments.Set("auctionEndsAt", *auction.item.Find("endsAt"));
  for (int tries = 1;; ++tries) {
    const auto made = workplace.repository->Transact("PlaceBid", arguments, call.idempotency_key);
    if (made) {
      return WorkflowAnswer{
          .status = 201,
          .entities = {{"bid", Of(*made, "Bid")}, {"auction", Of(*made, "Auction")}},
          .repeated = made->repeated};
    }
    const repository::WriteConflict* const conflict = ConflictOf(made.error());
    if (conflict == nullptr) return tl::unexpected(made.error());
    if (conflict->step == 0) {
      return messages::NoEntity("User", Text(call.arguments, "userId"));
    }
    TRESTLE_TRY(auction, Existing(workplace, "Auction", key));
    TRESTLE_RETURN_IF_ERROR(CheckBid(workplace, auction.item, call.arguments));
    if (tries == kMostTries) return tl::unexpected(made.error());
  }
}

// Closes the auction and its item together, or the auction alone if its item is another's or gone.
Result<repository::TransactionAnswer> ClosedAs(const Workplace& workplace, const Item& auction,
                                               const std::optional<std::string>& key) {
  const bool sold = auction.Contains("highestBid");
  auto closed = workplace.repository->Transact(sold ? "CloseSold" : "CloseUnsold",
                                               Some(auction, {"auctionId", "itemId"}), key);
  const repository::WriteConflict* const conflict = closed ? nullptr : ConflictOf(closed.error());
  if (conflict == nullptr || conflict->step == 0) return closed;
  Item alone = Some(auction, {"auctionId"});
  alone.Set("status", TextValue(sold ? "sold" : "unsold"));
  return workplace.repository->Transact("CloseAlone", alone, key);
}

Result<repository::TransactionAnswer> Closed(const Workplace& workplace, const Item& key,
                                             const std::optional<std::string>& idempotency_key) {
  // A bid that was made before the end may come between the look and the closing.
  for (int tries = 1;; ++tries) {
    TRESTLE_TRY(const EntityItem auction, Existing(workplace, "Auction", key));
    auto closed = ClosedAs(workplace, auction.item, idempotency_key);
    if (closed || ConflictOf(closed.error()) == nullptr) return closed;
    if (const auto status = Text(auction.item, "status"); status != "open") {
      return messages::AuctionIs(status);
    }
    const std::string_view ends_at = Text(auction.item, "endsAt");
    if (!HasCome(workplace, ends_at)) return messages::AuctionGoesOn(ends_at);
    if (tries == kMostTries) return closed;
  }
}

Result<WorkflowAnswer> Close(const Workplace& workplace, const WorkflowCall& call) {
  TRESTLE_TRY(const auto closed, Closed(workplace, call.arguments, call.idempotency_key));
  WorkflowAnswer answer{.repeated = closed.repeated};
  answer.entities.emplace_back("auction", Of(closed, "Auction"));
  if (closed.items.size() > 1) answer.entities.emplace_back("item", Of(closed, "Item"));
  return answer;
}

Result<WorkflowAnswer> CloseEnded(const Workplace& workplace, const WorkflowCall&) {
  TRESTLE_TRY(const std::vector<EntityItem> ended, All(workplace, "EndedAuctions", {}));
  std::vector<EntityItem> auctions;
  for (const EntityItem& auction : ended) {
    const auto closed = Closed(workplace, Some(auction.item, {"auctionId"}), std::nullopt);
    if (closed) {
      auctions.push_back(Of(*closed, "Auction"));
    } else if (ConflictOf(closed.error()) == nullptr &&  // else somebody else has closed it
               closed.error().code != ErrorCode::kResourceNotFound) {  // or deleted it
      return tl::unexpected(closed.error());
    }
  }
  return WorkflowAnswer{.entities = {{"auctions", std::move(auctions)}}};
}

struct Near {
  EntityItem item;
  double distance_km = 0;
};

// All that the pattern finds in the circle.
Result<std::vector<Near>> AllNear(const Workplace& workplace, std::string_view pattern,
                                  const Item& circle) {
  std::vector<Near> all;
  repository::PageOptions options{.limit = kItemsInPage};
  do {
    TRESTLE_TRY(repository::Page page, workplace.repository->Run(pattern, circle, options));
    for (std::size_t i = 0; i < page.items.size(); ++i) {
      TRESTLE_TRY(Item item, page.items[i].Decode());
      all.push_back({.item = {.entity = page.EntityOf(i), .item = std::move(item)},
                     .distance_km = page.distances_km[i]});
    }
    options.cursor = std::move(page.cursor);
  } while (options.cursor);
  return all;
}

// The finest index whose cells cover the circle; without one, everything that can be had.
Result<std::vector<Near>> InCircle(const Workplace& workplace, const Item& arguments) {
  const bool of_category = arguments.Contains("category");
  const Item circle = Some(arguments, {"center", "radius_km"});
  const Item narrow = Some(arguments, {"center", "radius_km", "category"});
  for (const auto& [pattern, its] :
       {std::pair(of_category ? "P3" : "Nearby", &narrow), std::pair("NearbyWide", &circle)}) {
    auto found = AllNear(workplace, pattern, *its);
    if (found) return found;
    // The arguments are checked: what can be wrong is a radius that is too large for the index.
    if (dynamic_cast<const repository::BadFields*>(found.error().detail.get()) == nullptr) {
      return found;
    }
  }
  const auto center = model::GeoPointOf(*arguments.Find("center"));
  const double radius_km = model::ToDouble(*NumberOf(arguments, "radius_km"));
  TRESTLE_TRY(std::vector<EntityItem> all,
              All(workplace, "P8", {{"status", TextValue("available")}}));
  std::vector<Near> found;
  for (EntityItem& item : all) {
    const auto place = model::GeoPointOf(*item.item.Find("location"));
    const double distance_km = model::DistanceKm(*center, *place);
    if (distance_km > radius_km) continue;
    found.push_back({.item = std::move(item), .distance_km = distance_km});
  }
  return found;
}

// Two orders in which no two items are at the same place.
bool IsNearer(const Near& a, const Near& b) {
  if (a.distance_km != b.distance_km) return a.distance_km < b.distance_km;
  return Text(a.item.item, "itemId") < Text(b.item.item, "itemId");
}
bool IsNewer(const Near& a, const Near& b) {
  const std::string_view first = Text(a.item.item, "timestamp");
  const std::string_view second = Text(b.item.item, "timestamp");
  if (first != second) return first > second;
  return Text(a.item.item, "itemId") < Text(b.item.item, "itemId");
}

// What a cursor holds for: the page's size may change on the way.
std::string BindingOf(Item arguments) {
  arguments.Erase("limit");
  arguments.Erase("cursor");
  return EncodedItem::From(arguments).TakeBytes();
}

std::string CursorBehind(const Workplace& workplace, const Near& last, const Item& arguments) {
  repository::Position position{.now = workplace.clock.Now(), .distance_km = last.distance_km};
  position.readers.push_back({.kind = repository::ReaderPosition::Kind::kAfter,
                              .after = Some(last.item.item, {"itemId", "timestamp"})});
  return repository::SealCursor(position, kCursorKey, BindingOf(arguments));
}

Result<Near> LastOf(std::string_view cursor, const Item& arguments) {
  TRESTLE_TRY(const repository::Position position,
              repository::OpenCursor(cursor, kCursorKey, BindingOf(arguments)));
  if (position.readers.empty()) return messages::BadField("cursor", "is not one of a search");
  return Near{.item = {.item = position.readers.front().after},
              .distance_km = position.distance_km};
}

Result<WorkflowAnswer> Search(const Workplace& workplace, const WorkflowCall& call) {
  TRESTLE_TRY(std::vector<Near> found, InCircle(workplace, call.arguments));
  if (call.arguments.Contains("category")) {
    std::erase_if(found, [&](const Near& near) {
      return Text(near.item.item, "category") != Text(call.arguments, "category");
    });
  }
  const auto before = Text(call.arguments, "order") == "newest" ? IsNewer : IsNearer;
  std::ranges::sort(found, before);
  const auto within = static_cast<std::int64_t>(found.size());
  if (call.arguments.Contains("cursor")) {
    TRESTLE_TRY(const Near last, LastOf(Text(call.arguments, "cursor"), call.arguments));
    found.erase(found.begin(), std::ranges::upper_bound(found, last, before));
  }
  AttributeValue cursor;
  if (const std::int64_t limit = Whole(call.arguments, "limit"); std::ssize(found) > limit) {
    found.erase(found.begin() + limit, found.end());
    cursor = TextValue(CursorBehind(workplace, found.back(), call.arguments));
  }
  std::vector<EntityItem> items;
  List distances;
  for (Near& near : found) {
    items.push_back(std::move(near.item));
    const long metres = std::lround(near.distance_km * 1000);
    distances.push_back(AttributeValue::Of(*Number::Parse(std::to_string(metres) + "e-3")));
  }
  return WorkflowAnswer{.body = AttributeValue::Of(
                            AttributeMap{{"cursor", std::move(cursor)},
                                         {"distances_km", AttributeValue::Of(std::move(distances))},
                                         {"within", AttributeValue::Integer(within)}}),
                        .entities = {{"items", std::move(items)}}};
}

}  // namespace

std::unique_ptr<WorkflowSet> Workflows(Workplace workplace) {
  return std::make_unique<WorkflowSet>(
      std::move(workplace),
      std::initializer_list<WorkflowSet::Named>{{"SignUp", SignUp},
                                                {"ChangeProfile", ChangeProfile},
                                                {"ListItem", ListItem},
                                                {"ChangeItem", ChangeItem},
                                                {"WithdrawItem", WithdrawItem},
                                                {"Reserve", Reserve},
                                                {"Cancel", Cancel},
                                                {"Collect", Collect},
                                                {"StartAuction", StartAuction},
                                                {"MakeBid", MakeBid},
                                                {"Close", Close},
                                                {"CloseEnded", CloseEnded},
                                                {"Search", Search}});
}

std::vector<SystemChore> Chores(Workplace workplace) {
  const auto close_ended = [workplace = std::move(workplace)]() -> Status {
    const auto closed = CloseEnded(workplace, {});
    // Without the table there is nothing to close.
    if (closed || closed.error().code == ErrorCode::kResourceNotFound) return {};
    return tl::unexpected(closed.error());
  };
  return {{.name = "the closing of ended auctions",
           .every = std::chrono::seconds(1),
           .run = close_ended}};
}

}  // namespace trestle::ecobid
