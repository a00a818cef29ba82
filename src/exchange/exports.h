#pragma once

#include <cstdint>
#include <memory>
#include <string_view>
#include <vector>

#include "backup/worker.h"
#include "base/result.h"
#include "exchange/export.h"
#include "exchange/job_list.h"
#include "history/state_at.h"
#include "objects/object_store.h"
#include "table/catalog.h"

namespace trestle {

using ExportPtr = std::shared_ptr<const Export>;  // shared by the list and those who look at it

// The exports of a store's tables: begun, run in the background, told of. An export has the table
// as it was when it was asked for, or before, whatever is written meanwhile; its objects are put
// whole, and its manifest last. Safe to share between threads.
class Exports {
 public:
  // `catalog` and `objects` outlive it. What a crash or a stop has cut short begins anew, or has
  // failed if the table no longer has the history for it.
  static Result<std::unique_ptr<Exports>> Open(Catalog& catalog, ObjectStore& objects);

  // The export of an earlier request with this token, if it is still remembered: null if there is
  // none, an error if that request was another.
  Result<ExportPtr> FindRepeated(const Export& wanted) const;
  // Begins to export `table`, which keeps its history: an error if that has gone in the meantime.
  // `wanted` has all that the request decides.
  Result<ExportPtr> Start(const TablePtr& table, Export wanted);

  Result<ExportPtr> Find(std::string_view arn) const;
  std::vector<ExportPtr> NewestFirst() const { return jobs_.NewestFirst(catalog_.clock().Now()); }

  // When the store becomes another one: Halt before, which has jobs end early, Reload afterwards.
  void Halt() { worker_.Halt(); }
  Status Reload();
  void WaitUntilIdle() { worker_.WaitUntilIdle(); }  // for tests

 private:
  Exports(Catalog& catalog, ObjectStore& objects);
  static constexpr std::size_t kAtOnce = 2;
  Status Load();
  Status BeginAnew(Export job);
  PastTable Past(std::uint32_t table_id) const;  // in the latest view
  void Begin(const TablePtr& table, const PastTable& past, Export job);
  void Run(const Table& table, const PastTable& past, Export job);
  // False if the server stops before the end.
  Result<bool> Write(const Table& table, const PastTable& past, Export& job);

  Catalog& catalog_;
  const std::unique_ptr<ObjectStore> hasty_objects_;  // that give up when the worker stops
  ObjectStore& objects_;
  JobList<Export> jobs_;
  Worker worker_;  // the last member: its threads use the others
};

}  // namespace trestle
