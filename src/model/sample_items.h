#pragma once

#include <string>
#include <vector>

#include "model/model.h"

namespace trestle::model {

struct SampleItem {
  std::string entity;
  Item item;  // with keys, computed attributes and the entity's name
};

// The file's samples as the table would hold them. A key that cannot be derived is left out.
std::vector<SampleItem> SampleItems(const Model& model, const Table& table);

}  // namespace trestle::model
