#pragma once

#include <vector>

#include "value/capacity.h"

namespace trestle {

// Adds up what a batch or a transaction consumed: one entry for each table, in the order in which
// they first came.
class ConsumedByTable {
 public:
  explicit ConsumedByTable(ConsumedCapacity::Report report = ConsumedCapacity::Report::kPlain)
      : report_(report) {}

  void Add(const ConsumedCapacity& part);
  void Add(const std::string& table_name, double table_units);
  std::vector<ConsumedCapacity> Take() && { return std::move(tables_); }

 private:
  ConsumedCapacity& Of(const std::string& table_name);

  ConsumedCapacity::Report report_;
  std::vector<ConsumedCapacity> tables_;
};

}  // namespace trestle
