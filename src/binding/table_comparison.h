#pragma once

#include <optional>
#include <string>
#include <vector>

#include "base/result.h"
#include "binding/table_plan.h"
#include "model/change_cost.h"
#include "model/model.h"
#include "operation/database.h"

namespace trestle {

// What it takes to make one table that is there what the model says.
class TableComparison {
 public:
  struct Setup {
    const model::Model& model;
    const model::Table& wanted;
    const model::ChangeCosts& costs;  // of the model
    const model::Model* before;       // that the table is of now; null: unknown
  };
  // What `setup` refers to outlives it.
  TableComparison(const Setup& setup, TableDescription description);

  Result<std::vector<TableChange>> Compare(Database& database) &&;

 private:
  using Effect = TableChange::Effect;

  const TableDefinition& definition() const { return description_.table->definition(); }
  TableChange& Add(std::string what, Effect effect = Effect::kHarmless);
  TableChange& AddUpdate(std::string what, UpdateTableRequest request,
                         Effect effect = Effect::kHarmless);
  // The dollars of a table that was `before` and is what is wanted.
  model::ChangeCost CostSince(const model::Table& before) const;

  void CompareBilling();
  void ToProvisioned(const model::Throughput& units);
  std::string Throttled() const;
  void CompareIndexes();
  void RemoveIndex(const IndexDefinition& index, bool replaced);
  void AddIndex(const model::Index& index);
  void CompareThroughput(const model::Index& wanted, const IndexDefinition& index);
  void CompareStream();
  void CompareSettings();
  Status CompareTimeToLive(Database& database);
  void AddTimeToLive(TimeToLiveSpecification specification, std::string what, Effect effect,
                     std::string consequence);
  Status CompareRecovery(Database& database);
  Status CompareTags(Database& database);
  std::string VersionNote(const std::string& stored) const;
  std::string PatternsThrough(const std::string& index) const;
  std::string Triggers() const;

  const Setup setup_;
  const model::Table& wanted_;
  const TableDescription description_;
  const model::Table seen_;
  std::vector<TableChange> changes_;
};

}  // namespace trestle
