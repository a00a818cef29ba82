#include "table/catalog.h"

#include <algorithm>
#include <utility>

#include "table/backfiller.h"
#include "table/catalog_contents.h"
#include "table/expirer.h"
#include "table/item_keeper.h"
#include "table/messages.h"
#include "table/table_state.h"

namespace trestle {
namespace {

std::string_view Doing(TableStatus status) {
  switch (status) {
    case TableStatus::kCreating:
      return "created";
    case TableStatus::kDeleting:
      return "deleted";
    case TableStatus::kUpdating:
    case TableStatus::kActive:
      break;
  }
  return "updated";
}

}  // namespace

Catalog::Catalog(Store& store, const Clock& clock, Options options)
    : store_(store),
      clock_(clock),
      options_(options),
      expirer_(std::make_unique<Expirer>(*this)),
      housekeeper_(clock) {}

Catalog::~Catalog() = default;

Result<std::unique_ptr<Catalog>> Catalog::Open(Store& store, const Clock& clock, Options options) {
  std::unique_ptr<Catalog> catalog(new Catalog(store, clock, options));
  TRESTLE_TRY(catalog->stamps_, ChangeStamps::Open(store, clock));
  TRESTLE_TRY(Contents contents, catalog->Read(*store.Latest()));
  TRESTLE_RETURN_IF_ERROR(catalog->TakeOn(std::move(contents)));
  TRESTLE_RETURN_IF_ERROR(catalog->TendStreams());
  catalog->KeepTendingStreams();
  catalog->backfiller_ = std::make_unique<Backfiller>(*catalog);
  return catalog;
}

std::shared_ptr<const ItemKeeper> Catalog::KeeperOf(const TableDefinition& definition) const {
  return options_.keepers == nullptr ? nullptr : options_.keepers->For(definition);
}

Result<TablePtr> Catalog::Find(std::string_view name) const {
  TableEntry entry = directory_.Find(TableNameOf(name));
  if (entry.table == nullptr) return messages::ResourceNotFound();
  const bool may_be_new =
      entry.shown != nullptr && entry.shown->definition().status == TableStatus::kCreating;
  if (may_be_new && entry.InTransit(clock_)) return messages::ResourceNotFound();
  if (entry.table->definition().filling) return messages::ResourceNotFound();
  return std::move(entry.table);
}

TablePtr Catalog::FindInAnyState(std::string_view name) const {
  TableEntry entry = directory_.Find(TableNameOf(name));
  return entry.InTransit(clock_) ? std::move(entry.shown) : std::move(entry.table);
}

std::vector<std::string> Catalog::List(std::string_view start, std::size_t limit) const {
  const std::shared_ptr<const TableMap> tables = directory_.All();
  std::vector<std::string> names;
  for (auto next = tables->upper_bound(start); next != tables->end() && names.size() < limit;
       ++next) {
    if (next->second.Exists(clock_)) names.push_back(next->first);
  }
  return names;
}

std::size_t Catalog::size() const {
  const std::shared_ptr<const TableMap> tables = directory_.All();
  return static_cast<std::size_t>(
      std::count_if(tables->begin(), tables->end(),
                    [&](const auto& named) { return named.second.Exists(clock_); }));
}

TableStatistics Catalog::Statistics(const Table& table, const IndexDefinition* index) const {
  if (table.state() == nullptr) return {};
  return table.state()->counters.Read(index == nullptr ? 0 : index->id);
}

Result<TableEntry> Catalog::FindForChange(std::string_view name) const {
  TableEntry entry = directory_.Find(name);
  if (entry.InTransit(clock_)) {
    return messages::TableInUse(Doing(entry.shown->definition().status), name);
  }
  if (entry.table == nullptr) return messages::TableNotFound(name);
  if (entry.table->definition().filling) {
    return messages::TableInUse(Doing(TableStatus::kCreating), name);
  }
  return entry;
}

}  // namespace trestle
