#pragma once

#include <functional>
#include <memory>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "cli/entity_puts.h"
#include "cli/interruption.h"
#include "operation/database.h"
#include "remote/backoff.h"

namespace trestle {

struct ItemToPut {
  Item item;
  std::string key;    // ItemKey::bytes: equal for equal keys
  std::string place;  // file:line; empty if it has none
};

// Puts many items into a table, in batches. What a batch leaves unprocessed, or a throttled table
// refuses, is put again with backoff. Safe to share between threads.
class TableWriter {
 public:
  // Told of an item that the database refuses; an error of its own ends the work.
  using Refused = std::function<Status(const ItemToPut& item, const Error& error)>;

  // Told of each batch when its items are in the table, or refused.
  using Told = std::function<void(std::size_t items)>;

  // `database` and `interruption` outlive the writer.
  TableWriter(Database& database, std::string table_name, const Interruption& interruption);

  // From now on items are those of an entity.
  void PutAs(std::unique_ptr<const EntityPuts> entity) { entity_ = std::move(entity); }

  // In their order, as far as keys are equal: of two such items the later one stays.
  Status Put(std::span<ItemToPut> items, const Refused& refused, const Told& told);
  // The same on several threads.
  struct Listeners {
    Refused refused;
    Told told;
  };
  Status PutOnThreads(std::vector<ItemToPut> items, std::size_t threads,
                      const Listeners& listeners);

 private:
  Status PutBatch(std::span<ItemToPut> batch, const Refused& refused);
  Result<std::vector<WriteRequest>> RequestsOf(std::span<ItemToPut> batch) const;
  Status PutOneByOne(std::span<ItemToPut> batch, const Refused& refused);
  Status PutOne(const Item& item);

  Database& database_;
  const std::string table_name_;
  const Interruption& interruption_;
  const remote::Pause pause_;
  std::unique_ptr<const EntityPuts> entity_;  // null: items of any kind
};

}  // namespace trestle
