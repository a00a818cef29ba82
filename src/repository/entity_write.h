#pragma once

#include <optional>
#include <set>
#include <string>
#include <vector>

#include "base/clock.h"
#include "base/result.h"
#include "expression/substitutions.h"
#include "model/kept_item.h"
#include "operation/database.h"
#include "repository/errors.h"
#include "repository/page.h"

namespace trestle::repository {

// Which write of a request failed means what.
struct Meaning {
  WriteConflict::Kind kind = WriteConflict::Kind::kCondition;
  std::string attribute;
  std::size_t step = 0;  // of a transaction
};

// Writes that are done together or not at all: an item, and the guards of its unique values.
struct PlannedWrites {
  std::vector<TransactWrite> writes;
  std::vector<Meaning> meanings;  // of each write
  Item after;                     // the item; of a deletion, as it was
  // When they happen: a bound table takes its times from it, so that it stores what `after` says.
  std::optional<TimePoint> moment;
};

// One entity in its table, as writes need it.
struct EntityContext {
  const model::KeptEntity& kept;
  const model::Table& table;
  const std::string& table_name;  // the database's
  bool bound = false;             // the server guards unique values
};

// The values in their stored form, without those that are null. What does not fit stays for Keep to
// report.
Item StoredValues(const model::Entity& entity, Item values);

// The primary key that `key` gives: by its attributes, or by what their templates need.
Result<Item> PrimaryKeyOf(const EntityContext& context, const Item& key);

// What a put is to meet: no item, or the one that `before` was read as.
enum class PutOver { kNothing, kWhatWasRead, kAnything };

// `item` is completed and checked (Keep). `before` is the item that was read, null if there was
// none or nobody looked.
Result<PlannedWrites> PlanPut(const EntityContext& context, Item item, const Item* before,
                              PutOver over, TimePoint now);
// `after` is `before` with changes; only what differs is written. `additions` are added to numbers
// by the database itself.
Result<PlannedWrites> PlanUpdate(const EntityContext& context, const Item& before, Item after,
                                 const Item& additions, TimePoint now);
Result<PlannedWrites> PlanDelete(const EntityContext& context, const Item& before,
                                 std::optional<std::int64_t> version);

// Attributes that others are derived from, or that must not change behind a write's back.
std::set<std::string> DerivationInputs(const EntityContext& context);

// Whether a put must know what it replaces.
bool NeedsBefore(const EntityContext& context);

// Adds a condition to a write, with its names and values.
void AddCondition(TransactWrite& write, const std::string& text, const NameMap& names,
                  const Item& values);

// Sends the writes, as one single operation where one is enough and there is no token.
Status Send(Database& database, PlannedWrites& planned, Spent& spent,
            const std::optional<std::string>& token = {});
// The conflict that an error of Send means, if it is one.
Error Explained(const PlannedWrites& planned, Error error);

// A consistent read of one item.
Result<std::optional<Item>> ReadItem(Database& database, const std::string& table_name,
                                     const Item& key, bool consistent, Spent& spent);

}  // namespace trestle::repository
