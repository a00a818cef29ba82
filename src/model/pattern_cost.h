#pragma once

#include <string>
#include <vector>

#include "model/model.h"

namespace trestle::model {

// Units that one request takes of an index.
struct IndexUnits {
  std::string index;
  double read = 0;
  double write = 0;
};

// What one run of a pattern costs in request units, and what was assumed where the file is silent.
struct PatternCost {
  std::string pattern;
  std::string title;
  PatternKind kind = PatternKind::kQuery;
  std::string table;
  std::string index;      // that it reads; empty: the table's own key
  double requests = 1;    // calls of the service: one for each part of a fan-out, page of a batch
  double items = 1;       // read before a filter, or written
  double item_bytes = 0;  // of each, or of its index entry
  double table_read = 0;
  double table_write = 0;
  std::vector<IndexUnits> indexes;  // those it touches
  double worst_write = 0;           // where an update moves every index entry that can move
  std::optional<double> rate;       // runs a second
  double on_demand = 0;             // dollars a month at that rate; 0 without one
  std::vector<std::string> assumed;

  double ReadUnits() const;
  double WriteUnits() const;
};

// `on_demand` stays 0: prices are the report's.
PatternCost UnitsOf(const Model& model, const Pattern& pattern);
// Of what it writes, the items of one entity alone.
PatternCost UnitsOf(const Model& model, const Pattern& pattern, const Entity& written);

}  // namespace trestle::model
