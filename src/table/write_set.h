#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "base/result.h"
#include "table/table.h"
#include "value/capacity.h"

namespace trestle {

class Catalog;

struct ItemAddress {
  TablePtr table;
  ItemKey key;
};

// A change of one or more items, made under their locks and committed as one batch with everything that follows from
// it: index entries, counters, and later stream and history records. The locks are taken in key order when it begins
// and given back when it is destroyed. Items are named by their place in the list it began with.
class WriteSet {
 public:
  // The addresses are distinct. `catalog` outlives the write set.
  WriteSet(Catalog& catalog, std::vector<ItemAddress> addresses);
  ~WriteSet();
  WriteSet(const WriteSet&) = delete;
  WriteSet& operator=(const WriteSet&) = delete;

  // The item as it is now, or nothing. Read once, then remembered.
  Result<const Item*> Read(std::size_t place = 0);
  std::size_t SizeBefore(std::size_t place = 0) const;  // of the item that Read found; 0 if none

  // Index keys were checked by the caller (Table::KeyOfItem or CheckIndexKeys).
  void Put(std::size_t place, Item item);
  void Delete(std::size_t place);

  // Applies everything at once. On success position() is what an answer must wait for; it is also set, to the newest
  // commit, when nothing was written, since the answer may depend on what others wrote.
  Status Commit();

  // What the change of one item costs, index arms included; valid after Put or Delete.
  ConsumedCapacity Cost(std::size_t place, WriteKind kind) const;

 private:
  struct Member;
  Catalog& catalog_;
  std::vector<Member> members_;
};

}  // namespace trestle
