#include "table/write_set.h"

#include <algorithm>
#include <utility>

#include "base/check.h"
#include "table/catalog.h"
#include "table/counters.h"
#include "table/followers.h"
#include "table/index_changes.h"
#include "table/messages.h"
#include "table/table_state.h"
#include "table/time_to_live.h"

namespace trestle {

struct WriteSet::Member {
  ItemAddress address;
  const Table* table = nullptr;  // as it is now; null if dropped

  bool loaded = false;
  std::optional<EncodedItem> before;
  std::optional<Item> before_item;  // once somebody needs the tree

  bool changed = false;              // not by a put of what is there already
  std::optional<EncodedItem> after;  // none: deleted
  std::vector<IndexChange> index_changes;

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
  }
}

WriteSet::~WriteSet() {
  if (holds_stripes_) group_.Unlock(stripes_);
}

Status WriteSet::Load(Member& member) {
  if (member.table == nullptr) return messages::ResourceNotFound();
  if (member.loaded) return {};
  TRESTLE_TRY(std::optional<std::string> stored,
              catalog_.store_.GetLatest(member.address.key.bytes));
  if (stored) member.before = EncodedItem::FromStored(*std::move(stored));
  member.loaded = true;
  return {};
}

Status WriteSet::Decode(Member& member) {
  TRESTLE_RETURN_IF_ERROR(Load(member));
  if (!member.before || member.before_item) return {};
  TRESTLE_TRY(member.before_item, member.before->Decode());
  return {};
}

Result<const Item*> WriteSet::Read(std::size_t place) {
  Member& member = members_[place];
  TRESTLE_RETURN_IF_ERROR(Decode(member));
  return member.before_item ? &*member.before_item : nullptr;
}

Result<const EncodedItem*> WriteSet::ReadEncoded(std::size_t place) {
  Member& member = members_[place];
  TRESTLE_RETURN_IF_ERROR(Load(member));
  return member.before ? &*member.before : nullptr;
}

std::size_t WriteSet::SizeBefore(std::size_t place) const { return members_[place].size_before(); }

void WriteSet::Put(std::size_t place, Item item) {
  Member& member = members_[place];
  member.after = EncodedItem::From(item);
  if (Status status = SetAfter(member, &item); !status) failure_ = std::move(status);
}

void WriteSet::Delete(std::size_t place) {
  Member& member = members_[place];
  member.after.reset();
  if (Status status = SetAfter(member, nullptr); !status) failure_ = std::move(status);
}

const EncodedItem& WriteSet::EncodedAfter(std::size_t place) const {
  TRESTLE_CHECK(members_[place].after.has_value());
  return *members_[place].after;
}

// `after` is the tree of member.after.
Status WriteSet::SetAfter(Member& member, const Item* after) {
  member.index_changes.clear();
  TRESTLE_RETURN_IF_ERROR(Load(member));
  member.changed = member.before != member.after;
  if (!member.changed || member.table->definition().indexes.empty()) return {};

  TRESTLE_RETURN_IF_ERROR(Decode(member));
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
  std::size_t followed = 0;
  for (const Member& member : members_) followed += member.IsFollowed();
  ChangeStamp stamp;
  if (followed > 0) {
    TRESTLE_TRY(stamp, group_.Stamp(followed));
  }
  for (const Member& member : members_) {
    if (!member.changed) continue;
    JoinItem(member);
    if (!member.IsFollowed()) continue;
    AddFollowers(member.table->definition(), member.AsChange(stamp, origin_), group_.batch());
    ++stamp.number;
  }
  return {};
}

Status WriteSet::Commit() {
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
  Member& member = members_[place];
  member.after = member.before;
  member.changed = false;
  member.index_changes.clear();
}

const ItemAddress& WriteSet::address(std::size_t place) const { return members_[place].address; }

std::vector<WriteSet::Charge> WriteSet::Charges(std::size_t place, WriteKind kind) const {
  const Member& member = members_[place];
  std::vector<Charge> charges;
  Charge& table = charges.emplace_back();
  table.units = WriteUnits(std::max(member.size_before(), member.size_after()), kind);
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
  const Member& member = members_[place];
  ConsumedCapacity cost;
  cost.table_name = member.address.table->name();
  cost.table = WriteUnits(std::max(member.size_before(), member.size_after()), kind);
  for (const IndexChange& change : member.index_changes) {
    auto& arms = change.index->local ? cost.local_indexes : cost.global_indexes;
    arms[change.index->name] = change.Units();
  }
  return cost;
}

}  // namespace trestle
