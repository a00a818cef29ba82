#include "operation/page_source.h"

#include <set>

#include "table/messages.h"

namespace trestle {
namespace {

Result<const IndexDefinition*> FindReadableIndex(const Table& table, const std::string& name) {
  const IndexDefinition* index = table.definition().FindIndex(name);
  if (index == nullptr || index->status == IndexStatus::kDeleting) {
    return messages::IndexNotFound(name);
  }
  if (!index->local && (index->backfilling || index->status == IndexStatus::kCreating)) {
    return messages::IndexIsBackfilling(name);
  }
  return index;
}

// The attributes at the head of `paths` that the index does not hold, each once, separated by ", ".
std::string Unprojected(const PageSource& source, const std::vector<DocumentPath>& paths) {
  std::set<std::string_view> seen;
  std::string missing;
  for (const DocumentPath& path : paths) {
    if (source.table->Projects(*source.index, path.attribute)) continue;
    if (!seen.insert(path.attribute).second) continue;
    if (!missing.empty()) missing.append(", ");
    missing.append(path.attribute);
  }
  return missing;
}

}  // namespace

Result<PageSource> FindPageSource(const Catalog& catalog, const PageParameters& parameters) {
  PageSource source;
  TRESTLE_TRY(source.table, catalog.Find(parameters.table_name));
  if (!parameters.index_name) return source;
  TRESTLE_TRY(source.index, FindReadableIndex(*source.table, *parameters.index_name));
  if (!source.index->local && parameters.consistent_read) {
    return messages::ConsistentReadOfGlobalIndex();
  }
  return source;
}

Result<bool> MustFetch(const PageSource& source, const PageParameters& parameters,
                       const Projection& projection) {
  const IndexDefinition* index = source.index;
  if (index == nullptr || index->projection == ProjectionType::kAll) return false;
  if (parameters.select == SelectAttributes::kAllAttributes) {
    if (!index->local) return messages::AllAttributesOfGlobalIndex(index->name);
    return true;
  }
  if (projection.IsEverything()) return false;
  const std::string missing = Unprojected(source, projection.paths());
  if (missing.empty()) return false;
  if (!index->local) {
    return messages::GlobalIndexDoesNotProject(index->name, missing);
  }
  return true;
}

Status CheckFilterAttributes(const PageSource& source, const PageParameters& parameters,
                             const Condition& filter) {
  const std::vector<DocumentPath> paths = filter.Paths();
  // What a statement says about keys beyond the key condition is a filter like any other.
  if (parameters.operation == PageOperation::kQuery && !parameters.bound_filter) {
    for (const DocumentPath& path : paths) {
      if (source.keys().Find(path.attribute) == nullptr) continue;
      return messages::FilterOnKeyAttribute(
          parameters.filter_expression ? "Filter Expression" : "QueryFilter", path.attribute);
    }
  }
  if (source.index == nullptr || source.fetches) return {};
  const std::string missing = Unprojected(source, paths);
  if (missing.empty()) return {};
  return messages::IndexDoesNotProjectFilter(source.index->name, missing);
}

Result<std::optional<std::string>> StartPosition(const PageSource& source,
                                                 const PageParameters& parameters) {
  if (!parameters.exclusive_start_key) return std::optional<std::string>();
  Result<std::string> position =
      PositionOf(*source.table, source.index, **parameters.exclusive_start_key);
  if (position) return std::optional<std::string>(*std::move(position));
  if (parameters.operation == PageOperation::kScan && source.index == nullptr) {
    return messages::StartKeyDoesNotMatchTable();
  }
  return messages::StartKeyInvalid();
}

}  // namespace trestle
