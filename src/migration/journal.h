#pragma once

#include <chrono>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "base/result.h"
#include "migration/state.h"
#include "operation/database.h"

namespace trestle::migration {

// Waits so long; false if the caller will not wait any more.
using Pause = std::function<bool(std::chrono::milliseconds)>;

struct ItemWrite {
  std::string table;
  Item key;
  std::optional<Item> put;  // absent: the item is deleted
};

// The stored state of one migration. Items are written in the transactions that move the state on,
// under the condition that no other run has taken over: a write of a run that was killed, or given
// up for dead, has no effect when it arrives late. For one thread.
class Journal {
 public:
  // Told of a write that the database refuses for what the item is.
  using Refused = std::function<void(const ItemWrite& write, const Error& error)>;

  // `database` outlives it.
  Journal(Database& database, std::string name, Pause pause);

  const State& state() const { return state_; }
  // The state as it is stored; nothing if the migration has not begun.
  Result<std::optional<State>> Read();
  // Makes the state, and the table that holds it.
  Status Begin(State state);
  // From here on only this journal writes.
  Status TakeOver();

  // Writes the items and then, at once with the last of them, `next`. A crash between leaves items
  // written whose state is the old one.
  Status Commit(std::vector<ItemWrite> writes, State next, const Refused& refused);
  Status Save(State next);
  // Forgets the migration.
  Status Remove();

 private:
  Status Together(const std::vector<ItemWrite>& writes, const State& next);
  Status OneByOne(const std::vector<ItemWrite>& writes, const State& next, const Refused& refused);
  Status Alone(const ItemWrite& write, const Refused& refused);
  Status CheckNotTakenOver();
  Status Wait(std::chrono::milliseconds time);

  Database& database_;
  const std::string name_;
  const Pause pause_;
  State state_;
};

// Waits until the table, and where it has one its stream, can be used.
Status AwaitActive(Database& database, const std::string& table, const Pause& pause);

}  // namespace trestle::migration
