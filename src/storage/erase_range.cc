#include "storage/erase_range.h"

#include <memory>
#include <string>
#include <vector>

namespace trestle {

Status EraseRange(const KeyRange& range, const View& view, WriteBatch& batch) {
  constexpr std::size_t kFewKeys = 100;
  const std::unique_ptr<Cursor> cursor = view.Range(range);
  std::vector<std::string> keys;
  for (cursor->SeekFirst(); cursor->Valid() && keys.size() <= kFewKeys; cursor->Next()) {
    keys.emplace_back(cursor->key());
  }
  TRESTLE_RETURN_IF_ERROR(cursor->status());
  if (keys.size() > kFewKeys) {
    batch.DeleteRange(range.begin, range.end);
  } else {
    for (const std::string& key : keys) batch.Delete(key);
  }
  return {};
}

}  // namespace trestle
