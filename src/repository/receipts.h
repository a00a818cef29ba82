#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/clock.h"
#include "base/result.h"
#include "model/model.h"
#include "operation/database.h"
#include "repository/page.h"
#include "repository/repository.h"

namespace trestle::repository {

// What an idempotent transaction answered, kept beside its writes for a day.
class Receipts {
 public:
  // All outlive this.
  Receipts(Database& database, const std::string& table, const model::Model& model)
      : database_(database), table_(table), model_(model) {}

  // The answer that was given before; an error if it was for other arguments. Makes the table where
  // it is missing.
  Result<std::optional<TransactionAnswer>> Find(const std::string& id, const std::string& digest,
                                                TimePoint now, Spent& spent) const;
  // The write that belongs to the transaction. It fails where there is a receipt already.
  TransactWrite Write(const std::string& id, const std::string& digest,
                      const TransactionAnswer& answer, TimePoint now) const;

 private:
  Status MakeTable() const;

  Database& database_;
  const std::string& table_;
  const model::Model& model_;
};

}  // namespace trestle::repository
