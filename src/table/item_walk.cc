#include "table/item_walk.h"

#include <memory>

#include "table/key_codec.h"

namespace trestle {

Result<std::vector<std::string>> NextItemKeys(const View& view, std::uint32_t table_id,
                                              const std::optional<std::string>& place,
                                              std::size_t at_most) {
  KeyRange range = ItemsOfTable(table_id);
  if (place) range.begin = *place + '\0';
  std::vector<std::string> keys;
  const std::unique_ptr<Cursor> cursor = view.Range(std::move(range));
  for (cursor->SeekFirst(); cursor->Valid() && keys.size() < at_most; cursor->Next()) {
    keys.emplace_back(cursor->key());
  }
  TRESTLE_RETURN_IF_ERROR(cursor->status());
  return keys;
}

}  // namespace trestle
