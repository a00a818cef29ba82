#include "exchange/exports.h"

#include <algorithm>
#include <string>
#include <utility>

#include "backup/recovery_window.h"
#include "base/log.h"
#include "exchange/failure.h"
#include "exchange/messages.h"
#include "history/changes_between.h"
#include "table/key_codec.h"
#include "table/table_directory.h"
#include "transfer/item_lines.h"

namespace trestle {
namespace {

// The service's least price of an incremental export.
constexpr std::int64_t kLeastBilledBytes = 10'000'000;

// How far a walk over a table's items or changes got.
enum class Walk { kToTheEnd, kStopped };

Result<Walk> WriteState(const PastTable& past, const ChangeStamp& first_undone,
                        const Worker& worker, DataFileWriter& writer, Export& job) {
  TRESTLE_TRY(const std::unique_ptr<StateAt> state, StateAt::Open(past, first_undone));
  std::string line;
  while (!worker.stopping()) {
    TRESTLE_TRY(const bool more, state->Next());
    if (!more) return Walk::kToTheEnd;
    line.clear();
    if (!AppendItemLine(state->item(), line)) return messages::ExportedItemDamaged();
    job.billed_bytes += static_cast<std::int64_t>(state->item().SizeBytes());
    TRESTLE_RETURN_IF_ERROR(writer.Add(line));
  }
  return Walk::kStopped;
}

Result<Walk> WriteChanges(const Table& table, const PastTable& past, const Worker& worker,
                          DataFileWriter& writer, Export& job) {
  const ExportPeriod& period = *job.period;
  TRESTLE_TRY(const std::unique_ptr<ChangesBetween> changes,
              ChangesBetween::Open(past, {.from = period.from, .to = period.to}));
  std::string line;
  while (!worker.stopping()) {
    TRESTLE_TRY(const bool more, changes->Next());
    if (!more) return Walk::kToTheEnd;
    if (!changes->before() && !changes->after()) continue;  // it came and went
    TRESTLE_TRY(const Item item,
                (changes->after() ? *changes->after() : *changes->before()).Decode());
    const Item keys = table.KeyAttributes(item);
    ChangeLine change{.written = changes->last_changed(),
                      .keys = keys,
                      .before = std::nullopt,
                      .after = changes->after()};
    if (period.view == ExportView::kNewAndOldImages) change.before = changes->before();
    line.clear();
    if (!AppendChangeLine(change, line)) return messages::ExportedItemDamaged();
    job.billed_bytes += static_cast<std::int64_t>(line.size());
    TRESTLE_RETURN_IF_ERROR(writer.Add(line));
  }
  return Walk::kStopped;
}

// Whether `table` is the one that the export was asked of and still has all that is needed to tell
// its past.
bool CanBeToldAgain(const Export& job, const Table* table, TimePoint now) {
  if (table == nullptr || table->definition().uuid != job.table_uuid) return false;
  if (!table->definition().recovery || !job.first_after) return false;
  const TimePoint needed = job.period ? job.period->from : std::min(*job.time, job.started);
  return needed >= EarliestRestorable(*table->definition().recovery, now);
}

ExportSummary SummaryOf(const Export& job, const ExportKeys& keys) {
  return {.export_arn = job.Arn(),
          .start_time = job.started,
          .end_time = *job.ended,
          .table_arn = job.table_arn,
          .table_id = job.table_uuid,
          .export_time = job.time,
          .period = job.period,
          .s3_bucket = job.s3_bucket,
          .s3_prefix = job.s3_prefix,
          .sse_algorithm = job.sse_algorithm,
          .sse_key_id = job.sse_key_id,
          .files_key = keys.Files(),
          .billed_bytes = job.billed_bytes,
          .items = job.items};
}

}  // namespace

Exports::Exports(Catalog& catalog, ObjectStore& objects)
    : catalog_(catalog),
      hasty_objects_(objects.GivingUpWhen([this] { return worker_.stopping(); })),
      objects_(hasty_objects_ ? *hasty_objects_ : objects),
      jobs_(catalog.store()),
      worker_(kAtOnce) {}

Result<std::unique_ptr<Exports>> Exports::Open(Catalog& catalog, ObjectStore& objects) {
  std::unique_ptr<Exports> exports(new Exports(catalog, objects));
  TRESTLE_RETURN_IF_ERROR(exports->Load());
  return exports;
}

Status Exports::Reload() {
  jobs_.Clear();
  return Load();
}

Status Exports::Load() {
  const TimePoint now = catalog_.clock().Now();
  TRESTLE_TRY(std::vector<Export> stored,
              exchange_records::ReadExports(*catalog_.store().Latest()));
  for (Export& job : stored) {
    if (now >= job.started + kJobsKept) {
      TRESTLE_RETURN_IF_ERROR(jobs_.Forget(job));
    } else if (job.status == ExportStatus::kInProgress) {
      TRESTLE_RETURN_IF_ERROR(BeginAnew(std::move(job)));
    } else {
      jobs_.Show(std::move(job));
    }
  }
  return {};
}

// Its objects have the same names and the same bytes, so what it has put before is replaced.
Status Exports::BeginAnew(Export job) {
  const TimePoint now = catalog_.clock().Now();
  const TablePtr table = catalog_.FindInAnyState(TableNameOf(job.table_arn));
  if (!CanBeToldAgain(job, table.get(), now)) {
    job.status = ExportStatus::kFailed;
    job.ended = now;
    job.failure = messages::ServerStopped("export");
    return jobs_.Put(std::move(job));
  }
  job.items = 0;
  job.billed_bytes = 0;
  jobs_.Show(job);
  Begin(table, Past(table->definition().id), std::move(job));
  return {};
}

Result<ExportPtr> Exports::FindRepeated(const Export& wanted) const {
  if (!wanted.client_token) return ExportPtr();
  ExportPtr earlier = jobs_.FindToken(*wanted.client_token, catalog_.clock().Now());
  if (earlier != nullptr && earlier->request != wanted.request) {
    return messages::ExportTokenConflict();
  }
  return earlier;
}

Result<ExportPtr> Exports::Start(const TablePtr& table, Export wanted) {
  const TableDefinition& definition = table->definition();
  // Whatever was stamped before is in the view.
  catalog_.WaitForWriters();
  wanted.first_after = catalog_.stamps().Next();
  const PastTable past = Past(definition.id);
  const TablePtr now = catalog_.FindInAnyState(definition.name);
  if (now == nullptr || now->definition().id != definition.id || !now->definition().recovery ||
      now->definition().recovery->since != definition.recovery->since) {
    return messages::HistoryGone(definition.name);
  }
  wanted.id = NewJobId(wanted.started);
  wanted.table_arn = definition.Arn();
  wanted.table_uuid = definition.uuid;
  const std::string id = wanted.id;
  // Of two requests with one token at the same time only one begins an export.
  if (ExportPtr earlier = jobs_.ShowUnlessRepeated(wanted, wanted.started)) return earlier;
  if (const Status kept = jobs_.Put(wanted); !kept) {
    jobs_.Hide(id);
    return tl::unexpected(kept.error());
  }
  ExportPtr begun = jobs_.Find(id);  // as the service answers it: IN_PROGRESS
  Begin(table, past, std::move(wanted));
  return begun;
}

PastTable Exports::Past(std::uint32_t table_id) const {
  return {.view = catalog_.store().Latest(), .table_id = table_id, .items = ItemsOfTable(table_id)};
}

void Exports::Begin(const TablePtr& table, const PastTable& past, Export job) {
  worker_.Do([this, table, past, job = std::move(job)] { Run(*table, past, job); });
}

void Exports::Run(const Table& table, const PastTable& past, Export job) {
  const Result<bool> written = Write(table, past, job);
  if (written ? !*written : worker_.stopping()) return;  // the next start begins anew
  job.ended = catalog_.clock().Now();
  job.status = written ? ExportStatus::kCompleted : ExportStatus::kFailed;
  if (!written) {
    job.failure = FailureOf(written.error());
    job.items = 0;
    job.billed_bytes = 0;
    LogWarning("the export " + job.Arn() + " has failed: " + written.error().message);
  }
  if (const Status ended = jobs_.Put(std::move(job)); !ended) {
    LogError("the end of an export is not kept: " + ended.error().message);
  }
}

Result<bool> Exports::Write(const Table& table, const PastTable& past, Export& job) {
  const ExportKeys keys(job.s3_prefix.value_or(""), job.id);
  const auto put = [&](const std::string& key, std::string_view bytes) {
    return objects_.Put({.bucket = job.s3_bucket, .key = key}, bytes);
  };
  TRESTLE_RETURN_IF_ERROR(put(keys.Started(), ""));
  const bool incremental = job.period.has_value();
  std::size_t file = 0;
  DataFileWriter writer(
      {.new_key = [&] { return keys.Data({.incremental = incremental, .number = file++}); }}, put);
  // A state of the past is the present one with the changes since undone.
  const ChangeStamp first_undone =
      job.time && *job.time < job.started ? FirstAfter(*job.time) : *job.first_after;
  TRESTLE_TRY(const Walk walk, incremental ? WriteChanges(table, past, worker_, writer, job)
                                           : WriteState(past, first_undone, worker_, writer, job));
  if (walk == Walk::kStopped) return false;
  if (incremental) job.billed_bytes = std::max(job.billed_bytes, kLeastBilledBytes);
  job.items = writer.lines();
  TRESTLE_TRY(const std::vector<DataFile> files, writer.Finish());
  job.ended = catalog_.clock().Now();
  const std::pair<std::string, std::string> manifests[] = {
      {keys.Files(), WriteFiles(files)}, {keys.Summary(), WriteSummary(SummaryOf(job, keys))}};
  for (const auto& [key, text] : manifests) {
    for (const std::string& checksum : ExportKeys::ChecksumsOf(key)) {
      TRESTLE_RETURN_IF_ERROR(put(checksum, ManifestChecksum(text)));
    }
    TRESTLE_RETURN_IF_ERROR(put(key, text));
  }
  job.manifest = keys.Summary();
  return true;
}

Result<ExportPtr> Exports::Find(std::string_view arn) const {
  ExportPtr job = jobs_.Find(JobIdOf(arn, "/export/"));
  if (job == nullptr || job->Arn() != arn) return messages::ExportNotFound(arn);
  return job;
}

}  // namespace trestle
