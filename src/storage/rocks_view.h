#pragma once

#include <memory>

#include "storage/store.h"

namespace rocksdb {
class Snapshot;
}

namespace trestle {

class RocksDatabase;

// The store as it is when the view is made.
class RocksView final : public View {
 public:
  explicit RocksView(std::shared_ptr<const RocksDatabase> database);
  ~RocksView() override;
  RocksView(const RocksView&) = delete;
  RocksView& operator=(const RocksView&) = delete;

  Result<std::optional<std::string>> Get(std::string_view key) const override;
  Result<FoundValues> MultiGet(std::span<const std::string_view> keys) const override;
  std::unique_ptr<Cursor> Range(KeyRange range) const override;

  // The newest commit that the view shows.
  CommitPosition position() const;

 private:
  std::shared_ptr<const RocksDatabase> database_;  // with the store and its cursors
  const rocksdb::Snapshot* snapshot_;
};

// The value at `key` in `snapshot`, or now if there is none.
Result<std::optional<std::string>> ReadValue(const RocksDatabase& database,
                                             const rocksdb::Snapshot* snapshot,
                                             std::string_view key);

}  // namespace trestle
