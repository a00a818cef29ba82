#pragma once

#include <string>
#include <vector>

#include "model/model.h"

namespace trestle::model {

// A box of the picture: the items that share a form of partition key, or an index.
struct GraphRow {
  std::string entity;
  std::string text;  // the rest of the key
  bool sparse = false;
};
struct GraphBox {
  std::string name;                // the partition key's form, or the index's name
  std::string note;                // under it
  std::vector<GraphRow> rows;      // entities, each once
  std::vector<std::string> reads;  // patterns that read it
};

// The item collections of a table in the order of the file, and its indexes.
std::vector<GraphBox> Collections(const Model& model, const Table& table);
std::vector<GraphBox> IndexBoxes(const Model& model, const Table& table);

// Entities, item collections and indexes of all tables as one picture (SVG).
std::string Graph(const Model& model);

}  // namespace trestle::model
