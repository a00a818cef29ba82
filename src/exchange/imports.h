#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "backup/worker.h"
#include "base/result.h"
#include "exchange/import.h"
#include "exchange/job_list.h"
#include "objects/object_store.h"
#include "table/catalog.h"
#include "table/table_filler.h"

namespace trestle {

using ImportPtr = std::shared_ptr<const Import>;  // shared by the list and those who look at it

// Imports into new tables: begun, run in the background, told of. A table is CREATING until all is
// read; if that cannot be done there is none. Items that do not fit it are left out, logged and
// counted. Safe to share between threads.
class Imports {
 public:
  // `catalog` and `objects` outlive it. What a crash or a stop has cut short begins anew, with a
  // new table.
  static Result<std::unique_ptr<Imports>> Open(Catalog& catalog, ObjectStore& objects);

  // The import of an earlier request with the token, if it is still remembered; null if not.
  ImportPtr FindRepeated(const Import& wanted) const;
  // Begins to import. `wanted` has all that the request decides. ResourceInUse if the name of the
  // table is taken.
  Result<ImportPtr> Start(TableDefinition definition, Import wanted);

  Result<ImportPtr> Find(std::string_view arn) const;
  std::vector<ImportPtr> NewestFirst() const { return jobs_.NewestFirst(catalog_.clock().Now()); }

  // When the store becomes another one: Halt before, which has jobs end early, Reload afterwards.
  void Halt() { worker_.Halt(); }
  Status Reload();
  void WaitUntilIdle() { worker_.WaitUntilIdle(); }  // for tests

 private:
  Imports(Catalog& catalog, ObjectStore& objects);
  static constexpr std::size_t kAtOnce = 2;
  Status Load();
  bool IsThere(const Import& job) const;
  Status BeginAnew(Import job);
  // Gives the job its table and keeps it, and has it run.
  Status Begin(std::unique_ptr<TableFiller> filler, Import job);
  void Run(TableFiller& filler, Import job);
  // False if the server stops before the end.
  Result<bool> ReadAll(TableFiller& filler, Import& job);
  Result<bool> ReadObject(const std::string& key, TableFiller& filler, Import& job);
  void Refuse(const std::string& place, const Error& error, Import& job) const;
  Status Finish(TableFiller& filler, Import& job);

  Catalog& catalog_;
  const std::unique_ptr<ObjectStore> hasty_objects_;  // that give up when the worker stops
  ObjectStore& objects_;
  JobList<Import> jobs_;
  Worker worker_;  // the last member: its threads use the others
};

}  // namespace trestle
