#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "storage/store.h"
#include "table/counters.h"
#include "table/table.h"

namespace trestle {

class Catalog;

struct FillOptions {
  bool may_repeat = false;  // an item may be added again, and replaces the one before
  // What is not finished when the filler ends is abandoned, or it stays as it is.
  bool stays_unfinished = false;
};

// Makes a table with all its items before anybody sees any of them, for restores and imports: it is
// CREATING, and unknown to operations on items, until Finish. What is found unfinished when a
// catalog opens is dropped whole, but for tables that are restored: those are for Backups to begin
// anew. Used by one thread at a time; only Add and Finish may take long.
class TableFiller {
 public:
  using Options = FillOptions;
  // Waits for writers, as every change of a table does. `catalog` outlives the filler.
  static Result<std::unique_ptr<TableFiller>> Begin(Catalog& catalog, TableDefinition definition,
                                                    Options options = {});
  // The same with a table that was left unfinished: what it holds goes, and it stays itself.
  static Result<std::unique_ptr<TableFiller>> BeginAnew(Catalog& catalog, const Table& unfinished,
                                                        Options options = {});
  ~TableFiller();
  TableFiller(const TableFiller&) = delete;
  TableFiller& operator=(const TableFiller&) = delete;

  const TablePtr& table() const { return table_; }  // as CreateTable answers it
  std::int64_t items_added() const { return items_added_; }

  // Items with keys of the table's schema; another one is an error, and those before it are added.
  // So is one that the table's keeper refuses.
  // As in an index that is made later, values that do not fit an index leave the item out of it.
  Status Add(std::span<const Item> items);
  // A stored item of another table with the same keys: `item_key` is its key there.
  Status AddStored(std::string_view item_key, EncodedItemView item);

  // The table is ACTIVE, with everything that was added, for readers of the durable view too.
  Status Finish();
  // There is no such table any more.
  Status Abandon();

 private:
  TableFiller(Catalog& catalog, TablePtr table, Options options);
  // An item of a table with a keeper, and what it has to bring along.
  Status AddKept(Item item);
  Status Remove(const std::string& key, const EncodedItem& item);
  Status Put(const std::string& key, const EncodedItem& item, const Item* tree);
  Result<std::optional<EncodedItem>> Before(const std::string& key) const;
  void Count(const CounterChange& change);
  Status Flush();

  Catalog& catalog_;
  const TablePtr table_;
  const Options options_;
  const std::string key_head_;  // what its items' keys begin with
  bool open_ = true;            // neither finished nor abandoned
  std::int64_t items_added_ = 0;
  std::unique_ptr<WriteBatch> batch_;
  std::vector<CounterChange> counts_;         // of the batch
  std::map<std::string, EncodedItem> added_;  // by the batch, where items may repeat
};

}  // namespace trestle
