#pragma once

#include <memory>
#include <string>

#include "model/kept_item.h"
#include "stream/change_record.h"

namespace trestle {

// Which entity a changed item is. Never changes.
class LakeEntities {
 public:
  // By the value of this attribute.
  explicit LakeEntities(std::string attribute) : attribute_(std::move(attribute)) {}
  // As the model tells them apart; the items that stand for unique values are "_guard".
  explicit LakeEntities(std::unique_ptr<const model::KeptTable> table) : table_(std::move(table)) {}

  // Empty: nobody knows.
  std::string Of(EncodedItemView item) const;
  std::string Of(const ChangeRecord& record) const;

 private:
  std::string attribute_;
  std::unique_ptr<const model::KeptTable> table_;  // null: the attribute decides
};

}  // namespace trestle
