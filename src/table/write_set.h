#pragma once

#include <memory>
#include <optional>
#include <string_view>
#include <vector>

#include "base/clock.h"
#include "base/result.h"
#include "table/commit_group.h"
#include "table/item_locks.h"
#include "table/table.h"
#include "value/capacity.h"

namespace trestle {

class Catalog;

struct ItemAddress {
  TablePtr table;
  ItemKey key;
};

// What somebody needs to know of a stored item: a tree of a part of it, and all of it as stored.
// Both are null if there is no item.
struct ItemPart {
  const Item* attributes = nullptr;
  const EncodedItem* whole = nullptr;

  // What of the item's size is not that of the part.
  std::size_t OtherBytes() const;
};

// A change of one or more items, made under their locks and committed as one batch with everything
// that follows from it: index entries, counters, and later stream and history records. The locks
// are taken when it begins and given back when it is destroyed or, if it has joined a group, when
// the group commits; so it must not outlive the answer's making. Items are named by their place in
// the list it began with. A table that was dropped in the meantime is an error of reads and Commit;
// one that was updated is written as it is now.
class WriteSet {
 public:
  // The addresses are distinct. `catalog` and `group` outlive the write set. With a group, Commit
  // only adds the changes to it.
  WriteSet(Catalog& catalog, std::vector<ItemAddress> addresses, CommitGroup* group = nullptr);
  ~WriteSet();
  WriteSet(const WriteSet&) = delete;
  WriteSet& operator=(const WriteSet&) = delete;

  // Of the item as it is now the attributes of these names, and perhaps others: all of them where a
  // keeper sees the changes. Read once, then remembered.
  Result<ItemPart> ReadPart(std::size_t place, std::vector<std::string_view> names);
  // The item as it is stored, or null, for who needs no tree of it.
  Result<const EncodedItem*> ReadEncoded(std::size_t place = 0);
  std::size_t SizeBefore(std::size_t place = 0) const;  // of the item that was read; 0 if none

  // Whether a keeper sees the changes of the item's table.
  bool IsKept(std::size_t place = 0) const;
  // Has the keeper, if there is one, make of `after` what it must be, index keys and size checked.
  // `after` is null for a deletion, `now` when the write happens. To be called once for each item,
  // before Put or Delete, by who answers the keeper's errors or shows the item; otherwise Put and
  // Delete do, and Commit has the error.
  Status Keep(std::size_t place, Item* after, TimePoint now,
              Table::Write write = Table::Write::kPut);
  // Once all items are kept: what some of them claim and cannot have, by their places. A conflict
  // where somebody else has changed one of the items meanwhile.
  struct Refusal {
    std::size_t place = 0;
    Error error;
  };
  std::vector<Refusal> Settle();

  // Index keys were checked by the caller (Table::KeyOfItem or CheckIndexKeys).
  void Put(std::size_t place, Item item);
  // Puts `part` in the place of what ReadPart has shown, which has all that the item had of the
  // names in `part`. The item's other attributes stay. A keeper that was not asked before may make
  // something else of `part`.
  void PutPart(std::size_t place, Item& part);
  void Delete(std::size_t place);
  const EncodedItem& EncodedAfter(std::size_t place = 0) const;  // what Put has made
  std::size_t SizeAfter(std::size_t place = 0) const;            // of that; 0 if none

  // Why the items change, for who follows the changes.
  void SetOrigin(ChangeOrigin origin) { origin_ = origin; }

  // Writes tables that have moved, which is otherwise refused: to be said before anything is read.
  void WritesMovedTables() { writes_moved_tables_ = true; }

  // A record of another room that commits with the items, such as the receipt of a transaction's
  // token.
  void AlsoStore(std::string key, std::string value) {
    records_.emplace_back(std::move(key), std::move(value));
  }
  // Something that lives until the commit, such as the claim on that token.
  void AlsoKeep(std::shared_ptr<const void> companion) { companion_ = std::move(companion); }

  // Applies everything at once. On success position() is what an answer must wait for:
  // kNotCommittedYet if the changes wait for their group, and the newest commit when nothing was
  // written, since the answer may depend on what others wrote.
  Status Commit();
  CommitPosition position() const { return position_; }
  // What an answer must wait for when there is no commit, because a condition failed on what was
  // read.
  CommitPosition SeenPosition() const;

  // Takes a Put or Delete back: the item is left alone.
  void LeaveAlone(std::size_t place);

  // What the change of one item costs, index arms included; valid after Put or Delete.
  ConsumedCapacity Cost(std::size_t place, WriteKind kind) const;
  // The same by where it is consumed: of the table, local indexes included, and of each global
  // index that changes. The views are valid until the next call.
  struct Charge {
    const IndexDefinition* index = nullptr;  // null: the table
    double units = 0;
    std::string_view position;  // the stored key
    std::string_view stored;    // an encoded item with the key attributes; empty if there is none
  };
  std::vector<Charge> Charges(std::size_t place, WriteKind kind) const;
  const ItemAddress& address(std::size_t place) const;

 private:
  struct Member;
  Status Load(Member& member);
  Status Decode(Member& member);
  // At least the attributes of these names and those that indexes look at.
  Status DecodePart(Member& member, std::vector<std::string_view> names);
  void PutWhole(std::size_t place, Item& item);
  void KeepUnlessKept(std::size_t place, Item* after);
  Status SetAfter(Member& member, const Item* after);
  Status Join();
  void JoinItem(const Member& member);
  // A companion's place in members_; its table is that of the item at `place`.
  Result<std::size_t> PlaceOf(std::size_t place, const Item& companion);
  Status LockMore(const StripeSet& wanted);
  Status CheckUnchanged();
  Status Claim(std::size_t owner, std::size_t place, Item item);
  void Release(std::size_t owner, std::size_t place, const Item& item);

  struct Companion {
    std::size_t owner = 0;
    std::size_t place = 0;
    Item item;
  };

  Member& At(std::size_t place);
  const Member& At(std::size_t place) const;

  Catalog& catalog_;
  std::vector<Member> members_;
  std::vector<Member> extra_;             // companions; their places follow those of the members
  std::vector<Companion> claimed_;        // until Settle
  std::vector<Companion> released_;       // likewise
  std::optional<CommitGroup> own_group_;  // where the caller has none
  CommitGroup& group_;
  StripeSet stripes_;
  ChangeOrigin origin_ = ChangeOrigin::kClient;
  bool writes_moved_tables_ = false;
  bool holds_stripes_ = true;                                 // until the group keeps them
  std::vector<std::pair<std::string, std::string>> records_;  // keys and values
  std::shared_ptr<const void> companion_;                     // shared with the operation
  Status failure_;  // of a Put or Delete, which have no answer of their own: Commit gives it
  CommitPosition position_;
};

}  // namespace trestle
