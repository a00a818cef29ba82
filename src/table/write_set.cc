#include "table/write_set.h"

#include <algorithm>
#include <utility>

#include "base/check.h"
#include "table/catalog.h"
#include "table/counters.h"
#include "table/followers.h"
#include "table/index_changes.h"
#include "table/item_keeper.h"
#include "table/messages.h"
#include "table/moved_table.h"
#include "table/table_state.h"
#include "table/time_to_live.h"
#include "value/item_size.h"
#include "value/limits.h"
#include "value/messages.h"

namespace trestle {

struct WriteSet::Member {
  ItemAddress address;
  const Table* table = nullptr;  // as it is now; null if dropped

  bool loaded = false;
  std::optional<EncodedItem> before;
  std::optional<Item> before_item;  // once somebody needs a tree: all that it has of some names
  bool before_item_is_whole = false;

  bool changed = false;              // not by a put of what is there already
  std::optional<EncodedItem> after;  // none: deleted
  std::vector<IndexChange> index_changes;
  bool kept = false;                    // by the table's keeper
  std::vector<std::size_t> companions;  // places of items that change with this one
  std::size_t owners = 0;               // of a companion: how many items it changes with
  // Of a companion that is written by name: what it is to be, encoded, or nothing.
  struct Wish {
    std::optional<EncodedItem> item;
  };
  std::optional<Wish> wish;

  std::size_t size_before() const { return before ? before->SizeBytes() : 0; }
  std::size_t size_after() const { return after ? after->SizeBytes() : 0; }
  CounterChange Count() const;
  bool IsFollowed() const { return changed && HasFollowers(table->definition()); }
  Change AsChange(const ChangeStamp& stamp, ChangeOrigin origin) const;
};

namespace {

StripeSet StripesOf(const std::vector<ItemAddress>& addresses) {
  StripeSet stripes;
  for (const ItemAddress& address : addresses) {
    stripes.Add(StripeSet::StripeOf(address.key.bytes));
  }
  return stripes;
}

}  // namespace

std::size_t ItemPart::OtherBytes() const {
  return attributes == nullptr ? 0 : whole->SizeBytes() - ItemSize(*attributes);
}

CounterChange WriteSet::Member::Count() const {
  return CounterChange{
      .items = std::int64_t{after.has_value()} - std::int64_t{before.has_value()},
      .bytes = static_cast<std::int64_t>(size_after()) - static_cast<std::int64_t>(size_before())};
}

Change WriteSet::Member::AsChange(const ChangeStamp& stamp, ChangeOrigin origin) const {
  Change change{.stamp = stamp, .origin = origin, .item_key = address.key.bytes};
  if (before) change.before.emplace(*before);
  if (after) change.after.emplace(*after);
  return change;
}

WriteSet::WriteSet(Catalog& catalog, std::vector<ItemAddress> addresses, CommitGroup* group)
    : catalog_(catalog),
      group_(group != nullptr ? *group : own_group_.emplace(catalog)),
      stripes_(StripesOf(addresses)) {
  group_.Lock(stripes_);
  members_.reserve(addresses.size());
  for (ItemAddress& address : addresses) {
    Member& member = members_.emplace_back();
    member.address = std::move(address);
    member.table = member.address.table->state()->current;
    // Without the lock, which a commit gives up, only a reference keeps the table that was written.
    if (member.table != nullptr && member.table != member.address.table.get()) {
      member.address.table = member.table->shared_from_this();
    }
  }
}

WriteSet::~WriteSet() {
  if (holds_stripes_) group_.Unlock(stripes_);
}

WriteSet::Member& WriteSet::At(std::size_t place) {
  return place < members_.size() ? members_[place] : extra_[place - members_.size()];
}

const WriteSet::Member& WriteSet::At(std::size_t place) const {
  return place < members_.size() ? members_[place] : extra_[place - members_.size()];
}

Status WriteSet::Load(Member& member) {
  if (member.table == nullptr) return messages::ResourceNotFound();
  if (member.loaded) return {};
  const std::string* const moved_to = MovedTo(member.table->definition());
  if (moved_to != nullptr && origin_ == ChangeOrigin::kClient && !writes_moved_tables_) {
    return messages::TableHasMoved(member.table->name(), *moved_to);
  }
  TRESTLE_TRY(std::optional<std::string> stored,
              catalog_.store_.GetLatest(member.address.key.bytes));
  if (stored) member.before = EncodedItem::FromStored(*std::move(stored));
  member.loaded = true;
  return {};
}

Status WriteSet::Decode(Member& member) {
  TRESTLE_RETURN_IF_ERROR(Load(member));
  if (!member.before || member.before_item_is_whole) return {};
  TRESTLE_TRY(member.before_item, member.before->Decode());
  member.before_item_is_whole = true;
  return {};
}

Status WriteSet::DecodePart(Member& member, std::vector<std::string_view> names) {
  TRESTLE_RETURN_IF_ERROR(Load(member));
  if (!member.before) return {};
  const std::vector<std::string>& indexed = member.table->indexed_attributes();
  names.insert(names.end(), indexed.begin(), indexed.end());
  TRESTLE_TRY(member.before_item,
              EncodedItemView(*member.before).DecodeSome(AttributeNames(std::move(names))));
  return {};
}

Result<ItemPart> WriteSet::ReadPart(std::size_t place, std::vector<std::string_view> names) {
  Member& member = At(place);
  // Who asks twice may ask for other names.
  const bool needs_all = IsKept(place) || member.before_item;
  TRESTLE_RETURN_IF_ERROR(needs_all ? Decode(member) : DecodePart(member, std::move(names)));
  if (!member.before) return ItemPart{};
  return ItemPart{.attributes = &*member.before_item, .whole = &*member.before};
}

Result<const EncodedItem*> WriteSet::ReadEncoded(std::size_t place) {
  Member& member = At(place);
  TRESTLE_RETURN_IF_ERROR(Load(member));
  return member.before ? &*member.before : nullptr;
}

std::size_t WriteSet::SizeBefore(std::size_t place) const { return At(place).size_before(); }
std::size_t WriteSet::SizeAfter(std::size_t place) const { return At(place).size_after(); }

void WriteSet::KeepUnlessKept(std::size_t place, Item* after) {
  Member& member = At(place);
  if (!IsKept(place) || member.kept) return;
  if (Status status = Keep(place, after, catalog_.clock().Now()); !status) {
    failure_ = std::move(status);
  }
  if (member.wish) failure_ = tl::unexpected(member.table->keeper()->Uncalled());
}

void WriteSet::Put(std::size_t place, Item item) { PutWhole(place, item); }

void WriteSet::PutWhole(std::size_t place, Item& item) {
  Member& member = At(place);
  KeepUnlessKept(place, &item);
  member.after = EncodedItem::From(item);
  // The operation has measured the item, but not what the keeper has added.
  if (IsKept(place) && member.after->SizeBytes() > kMaxItemBytes) {
    failure_ = messages::ItemTooLarge();
  }
  if (Status status = SetAfter(member, &item); !status) failure_ = std::move(status);
}

void WriteSet::PutPart(std::size_t place, Item& part) {
  Member& member = At(place);
  if (!member.before || member.before_item_is_whole) return PutWhole(place, part);
  const auto put = [&]() -> Status {
    TRESTLE_TRY(member.after, EncodedItem::WithPart(
                                  *member.before, {.before = *member.before_item, .after = part}));
    return SetAfter(member, &part);
  };
  if (Status status = put(); !status) failure_ = std::move(status);
}

void WriteSet::Delete(std::size_t place) {
  Member& member = At(place);
  KeepUnlessKept(place, nullptr);
  member.after.reset();
  if (Status status = SetAfter(member, nullptr); !status) failure_ = std::move(status);
}

const EncodedItem& WriteSet::EncodedAfter(std::size_t place) const {
  TRESTLE_CHECK(At(place).after.has_value());
  return *At(place).after;
}

bool WriteSet::IsKept(std::size_t place) const {
  const Table* const table = At(place).table;
  return table != nullptr && table->keeper() != nullptr;
}

Status WriteSet::Keep(std::size_t place, Item* after, TimePoint now, Table::Write write) {
  Member& member = At(place);
  member.kept = true;
  if (!IsKept(place)) return {};
  TRESTLE_RETURN_IF_ERROR(Decode(member));
  KeptChange change{.kind = after == nullptr              ? KeptChange::Kind::kDelete
                            : write == Table::Write::kPut ? KeptChange::Kind::kPut
                                                          : KeptChange::Kind::kUpdate,
                    .before = member.before_item ? &*member.before_item : nullptr,
                    .after = after,
                    .now = now};
  TRESTLE_TRY(KeptCompanions companions, member.table->keeper()->Keep(change));
  if (companions.is_companion) {
    Member::Wish& wish = member.wish.emplace();
    if (after != nullptr) wish.item = EncodedItem::From(*after);
    return {};
  }
  if (after != nullptr) {
    TRESTLE_RETURN_IF_ERROR(member.table->CheckIndexKeys(*after, write, change.before));
  }
  for (Item& item : companions.claimed) claimed_.push_back({place, 0, std::move(item)});
  for (Item& item : companions.released) released_.push_back({place, 0, std::move(item)});
  return {};
}

// What is released goes first: another item of the set may claim it.
std::vector<WriteSet::Refusal> WriteSet::Settle() {
  // Who writes companions by name, as a client that keeps them itself does, must mean what is done.
  const auto uncalled = [this] {
    std::vector<Refusal> uncalled_for;
    for (std::size_t place = 0; place < members_.size(); ++place) {
      Member& member = members_[place];
      if (!member.wish) continue;
      if (const Status loaded = Load(member); !loaded) {
        uncalled_for.push_back({place, loaded.error()});
      } else if (member.wish->item != (member.changed ? member.after : member.before)) {
        uncalled_for.push_back({place, member.table->keeper()->Uncalled()});
      }
    }
    return uncalled_for;
  };
  std::vector<Companion> released = std::exchange(released_, {});
  std::vector<Companion> claimed = std::exchange(claimed_, {});
  std::vector<Refusal> refusals;
  StripeSet wanted;
  for (std::vector<Companion>* const companions : {&released, &claimed}) {
    for (Companion& companion : *companions) {
      const Result<std::size_t> place = PlaceOf(companion.owner, companion.item);
      if (!place) {
        refusals.push_back({companion.owner, place.error()});
        continue;
      }
      companion.place = *place;
      wanted.Add(StripeSet::StripeOf(At(*place).address.key.bytes));
    }
  }
  if (!refusals.empty()) return refusals;
  if (released.empty() && claimed.empty()) return uncalled();
  if (const Status locked = LockMore(wanted); !locked) {
    const std::size_t owner = released.empty() ? claimed.front().owner : released.front().owner;
    return {{owner, locked.error()}};
  }
  for (const Companion& companion : released) {
    Release(companion.owner, companion.place, companion.item);
  }
  for (Companion& companion : claimed) {
    const Status status = Claim(companion.owner, companion.place, std::move(companion.item));
    if (!status) refusals.push_back({companion.owner, status.error()});
  }
  return refusals.empty() ? uncalled() : refusals;
}

Result<std::size_t> WriteSet::PlaceOf(std::size_t place, const Item& companion) {
  const TablePtr table = At(place).address.table;
  TRESTLE_TRY(ItemKey key, table->KeyOf(table->KeyAttributes(companion)));
  const std::size_t end = members_.size() + extra_.size();
  for (std::size_t i = 0; i < end; ++i) {
    if (At(i).address.key != key) continue;
    At(i).kept = true;
    return i;
  }
  const Table* const current = At(place).table;
  Member& member = extra_.emplace_back();
  member.address = {table, std::move(key)};
  member.table = current;
  member.kept = true;
  return end;
}

// Waits for nobody while it holds locks. Where somebody has one of them it gives its own back
// first, takes all in order, and goes on only if nothing that was looked at has changed meanwhile.
Status WriteSet::LockMore(const StripeSet& wanted) {
  StripeSet more = wanted;
  more.Remove(stripes_);
  StripeSet all = stripes_;
  all.Add(more);
  if (group_.TryLockMore(more)) {
    stripes_ = all;
    return {};
  }
  group_.Unlock(stripes_);
  holds_stripes_ = false;
  group_.Lock(all);
  stripes_ = all;
  holds_stripes_ = true;
  return CheckUnchanged();
}

Status WriteSet::CheckUnchanged() {
  const std::size_t end = members_.size() + extra_.size();
  for (std::size_t place = 0; place < end; ++place) {
    const Member& member = At(place);
    if (member.address.table->state()->current != member.table) return messages::ChangedMeanwhile();
    if (!member.loaded) continue;
    TRESTLE_TRY(const std::optional<std::string> stored,
                catalog_.store_.GetLatest(member.address.key.bytes));
    const bool same = stored ? member.before && member.before->bytes() == *stored : !member.before;
    if (!same) return messages::ChangedMeanwhile();
  }
  return {};
}

void WriteSet::Release(std::size_t owner, std::size_t place, const Item& item) {
  Member& member = At(place);
  if (Status status = Load(member); !status) {
    failure_ = std::move(status);
    return;
  }
  if (!member.before || *member.before != EncodedItem::From(item)) return;  // it is another's
  At(owner).companions.push_back(place);
  ++member.owners;
  Delete(place);
}

Status WriteSet::Claim(std::size_t owner, std::size_t place, Item item) {
  Member& member = At(place);
  TRESTLE_RETURN_IF_ERROR(Load(member));
  const auto& now = member.changed ? member.after : member.before;
  if (now) {
    if (*now == EncodedItem::From(item)) return {};
    return tl::unexpected(member.table->keeper()->Taken(item));
  }
  At(owner).companions.push_back(place);
  ++member.owners;
  Put(place, std::move(item));
  return {};
}

// `after` is the tree of member.after, or of the part of it that takes the place of before_item.
Status WriteSet::SetAfter(Member& member, const Item* after) {
  member.index_changes.clear();
  TRESTLE_RETURN_IF_ERROR(Load(member));
  member.changed = member.before != member.after;
  if (!member.changed || member.table->definition().indexes.empty()) return {};

  if (!member.before_item) TRESTLE_RETURN_IF_ERROR(DecodePart(member, {}));
  ItemChange change{.table = *member.table, .item_key = member.address.key.bytes};
  if (member.before) change.before.emplace(ItemImage{*member.before_item, *member.before});
  if (after != nullptr) change.after.emplace(ItemImage{*after, *member.after});
  TRESTLE_TRY(member.index_changes, IndexChangesOf(change, catalog_.store_));
  return {};
}

void WriteSet::JoinItem(const Member& member) {
  WriteBatch& batch = group_.batch();
  const std::string& key = member.address.key.bytes;
  member.after ? batch.Put(key, member.after->bytes()) : batch.Delete(key);
  for (const IndexChange& change : member.index_changes) change.AddTo(batch);
  if (member.table->definition().ttl_attribute) {
    const Change change = member.AsChange({}, origin_);
    AddExpiryChange(*member.table, {key, change.before, change.after}, batch);
  }

  TableState& state = *member.table->state();
  group_.Count(state, member.Count());
  for (const IndexChange& change : member.index_changes) group_.Count(state, change.Count());
}

// Stamps come first: without them nothing is put into the batch.
Status WriteSet::Join() {
  const std::size_t end = members_.size() + extra_.size();
  std::size_t followed = 0;
  for (std::size_t place = 0; place < end; ++place) followed += At(place).IsFollowed();
  ChangeStamp stamp;
  if (followed > 0) {
    TRESTLE_TRY(stamp, group_.Stamp(followed));
  }
  for (std::size_t place = 0; place < end; ++place) {
    const Member& member = At(place);
    if (!member.changed) continue;
    JoinItem(member);
    if (!member.IsFollowed()) continue;
    AddFollowers(member.table->definition(), member.AsChange(stamp, origin_), group_.batch());
    ++stamp.number;
  }
  return {};
}

Status WriteSet::Commit() {
  if (!claimed_.empty() || !released_.empty()) {
    std::vector<Refusal> refusals = Settle();
    if (!refusals.empty()) return tl::unexpected(std::move(refusals.front().error));
  }
  TRESTLE_RETURN_IF_ERROR(failure_);
  const std::size_t size_before = group_.batch().SizeBytes();
  TRESTLE_RETURN_IF_ERROR(Join());
  for (const auto& [key, value] : records_) group_.batch().Put(key, value);
  if (group_.batch().SizeBytes() == size_before) {
    position_ = SeenPosition();
    return {};
  }
  group_.Keep(stripes_);
  holds_stripes_ = false;
  if (companion_) group_.Keep(std::move(companion_));
  if (!own_group_) {
    position_ = kNotCommittedYet;
    group_.Joined();
    return {};
  }
  TRESTLE_TRY(position_, group_.Finish());
  return {};
}

CommitPosition WriteSet::SeenPosition() const { return catalog_.store_.LatestPosition(); }

void WriteSet::LeaveAlone(std::size_t place) {
  Member& member = At(place);
  member.after = member.before;
  member.changed = false;
  member.index_changes.clear();
  for (const std::size_t companion : member.companions) {
    // One that stands for two of the items' changes cannot follow the first alone.
    if (At(companion).owners > 1) failure_ = messages::ChangedMeanwhile();
    LeaveAlone(companion);
  }
}

const ItemAddress& WriteSet::address(std::size_t place) const { return At(place).address; }

std::vector<WriteSet::Charge> WriteSet::Charges(std::size_t place, WriteKind kind) const {
  const Member& member = At(place);
  std::vector<Charge> charges;
  Charge& table = charges.emplace_back();
  table.units = WriteUnits(std::max(member.size_before(), member.size_after()), kind);
  for (const std::size_t companion : member.companions) {
    const Member& other = At(companion);
    if (other.changed && companion >= members_.size()) {
      table.units += WriteUnits(std::max(other.size_before(), other.size_after()), kind);
    }
  }
  table.position = member.address.key.bytes;
  if (const auto& image = member.after ? member.after : member.before)
    table.stored = image->bytes();
  for (const IndexChange& change : member.index_changes) {
    if (change.index->local) {
      charges.front().units += change.Units();
      continue;
    }
    const StoredEntry& entry = change.after ? *change.after : *change.before;
    charges.push_back({.index = change.index,
                       .units = change.Units(),
                       .position = entry.key,
                       .stored = entry.bytes()});
  }
  return charges;
}

ConsumedCapacity WriteSet::Cost(std::size_t place, WriteKind kind) const {
  const Member& member = At(place);
  ConsumedCapacity cost;
  cost.table_name = member.address.table->name();
  cost.table = WriteUnits(std::max(member.size_before(), member.size_after()), kind);
  for (const std::size_t companion : member.companions) {
    const Member& other = At(companion);
    if (!other.changed || companion < members_.size()) continue;
    cost.table += WriteUnits(std::max(other.size_before(), other.size_after()), kind);
  }
  for (const IndexChange& change : member.index_changes) {
    auto& arms = change.index->local ? cost.local_indexes : cost.global_indexes;
    arms[change.index->name] = change.Units();
  }
  return cost;
}

}  // namespace trestle
