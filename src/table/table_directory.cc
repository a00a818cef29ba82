#include "table/table_directory.h"

#include <thread>
#include <utility>

namespace trestle {

std::string_view TableNameOf(std::string_view name_or_arn) {
  constexpr std::string_view kTable = ":table/";
  if (!name_or_arn.starts_with("arn:")) return name_or_arn;
  const std::size_t place = name_or_arn.find(kTable);
  if (place == std::string_view::npos) return name_or_arn;
  const std::string_view name = name_or_arn.substr(place + kTable.size());
  return name.substr(0, name.find('/'));
}

const TableDirectory::Shard& TableDirectory::ShardOfThisThread() const {
  return shards_[std::hash<std::thread::id>()(std::this_thread::get_id()) % shards_.size()];
}

TableEntry TableDirectory::Find(std::string_view name) const {
  const Shard& shard = ShardOfThisThread();
  const MutexLock lock(shard.mutex);
  const auto found = shard.tables->find(name);
  return found == shard.tables->end() ? TableEntry() : found->second;
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
  }
}

}  // namespace trestle
