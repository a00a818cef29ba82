#pragma once

#include <optional>
#include <string>
#include <vector>

#include "binding/table_plan.h"
#include "model/design_diff.h"

namespace trestle {

// Changes of tables and of what a model says of them, for people: what changes, and indented below
// it what breaks and what it costs.
std::string ChangeLines(const TableChange& change);
std::string ChangeLines(const model::DesignChange& change);

// What `trestle model diff` has found out about one model.
struct ModelDifference {
  std::string model;
  std::vector<TableChange> tables;
  std::vector<model::DesignChange> design;
  double monthly = 0;              // dollars of all tables
  std::optional<double> formerly;  // of the model before, where it is known

  bool empty() const { return tables.empty() && design.empty(); }
};
// What `trestle model apply` has made, and what it has left, as data.
std::string AppliedJson(const std::vector<TableChange>& made, const std::vector<TableChange>& left);
std::string DifferenceText(const ModelDifference& difference);
std::string DifferencesJson(const std::vector<ModelDifference>& differences);

}  // namespace trestle
