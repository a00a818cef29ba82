#include "cdc/lake_entities.h"

#include <optional>

namespace trestle {

std::string LakeEntities::Of(EncodedItemView item) const {
  if (table_ == nullptr) {
    const std::optional<EncodedValue> value = item.Find(attribute_);
    const bool is_text = value && (value->type() == AttributeType::kString ||
                                   value->type() == AttributeType::kNumber);
    return std::string(is_text ? value->Scalar().value_or("") : "");
  }
  const Result<Item> decoded = item.Decode();
  if (!decoded) return "";
  if (table_->IsGuard(*decoded)) return "_guard";
  const model::KeptEntity* kept = table_->EntityOf(*decoded);
  return kept == nullptr ? "" : kept->entity().name;
}

std::string LakeEntities::Of(const ChangeRecord& record) const {
  return Of(record.new_image   ? *record.new_image
            : record.old_image ? *record.old_image
                               : record.keys);
}

}  // namespace trestle
