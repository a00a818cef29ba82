#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "base/result.h"
#include "operation/database.h"

namespace trestle {

// How far a shard has been handled: everything before `record`, and of that as many reactions.
struct TriggerPosition {
  std::string record;  // sequence number
  std::int64_t reactions = 0;
  friend bool operator==(const TriggerPosition&, const TriggerPosition&) = default;
};

// The positions of one database's triggers, items of a table that is made when it is needed.
class TriggerPositions {
 public:
  // `database` outlives it.
  TriggerPositions(Database& database, std::string table)
      : database_(database), table_(std::move(table)) {}

  Result<std::optional<TriggerPosition>> Read(const std::string& id) const;
  // The write that moves a position; it fails where it is not `before` any more.
  TransactWrite Move(const std::string& id, const std::optional<TriggerPosition>& before,
                     const TriggerPosition& after) const;
  // The same by itself; false where it is not `before` any more.
  Result<bool> MoveNow(const std::string& id, const std::optional<TriggerPosition>& before,
                       const TriggerPosition& after) const;

 private:
  Database& database_;
  const std::string table_;
};

}  // namespace trestle
