#include "table/table_directory.h"

#include <utility>

#include "base/thread_number.h"

namespace trestle {

std::string_view TableNameOf(std::string_view name_or_arn) {
  constexpr std::string_view kTable = ":table/";
  if (!name_or_arn.starts_with("arn:")) return name_or_arn;
  const std::size_t place = name_or_arn.find(kTable);
  if (place == std::string_view::npos) return name_or_arn;
  const std::string_view name = name_or_arn.substr(place + kTable.size());
  return name.substr(0, name.find('/'));
}

namespace {

// The same table with a count of references of its own, which holds one reference to the other.
TablePtr OwnHandle(const TablePtr& table) {
  if (table == nullptr) return nullptr;
  return TablePtr(table.get(), [table](const Table*) {});
}

}  // namespace

const TableDirectory::Shard& TableDirectory::ShardOfThisThread() const {
  return shards_[NumberOfThisThread() % shards_.size()];
}

TableEntry TableDirectory::Find(std::string_view name) const {
  const Shard& shard = ShardOfThisThread();
  const MutexLock lock(shard.mutex);
  if (const auto known = shard.handles.find(name); known != shard.handles.end()) {
    return known->second;
  }
  const auto found = shard.tables->find(name);
  if (found == shard.tables->end()) return {};
  TableEntry entry = found->second;
  entry.table = OwnHandle(entry.table);
  return shard.handles.emplace(name, std::move(entry)).first->second;
}

std::shared_ptr<const TableMap> TableDirectory::All() const {
  const Shard& shard = ShardOfThisThread();
  const MutexLock lock(shard.mutex);
  return shard.tables;
}

void TableDirectory::Publish(TableMap tables) {
  const auto published = std::make_shared<const TableMap>(std::move(tables));
  for (Shard& shard : shards_) {
    const MutexLock lock(shard.mutex);
    shard.tables = published;
    shard.handles.clear();
  }
}

}  // namespace trestle
