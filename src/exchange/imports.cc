#include "exchange/imports.h"

#include <span>
#include <utility>

#include "base/log.h"
#include "exchange/failure.h"
#include "exchange/messages.h"
#include "exchange/object_source.h"
#include "table/definition_codec.h"
#include "value/item_size.h"

namespace trestle {
namespace {

constexpr std::size_t kMaxObjects = 50'000;
constexpr std::int64_t kErrorsLogged = 1000;
constexpr std::int64_t kItemsBetweenReports = 10'000;

// Values of items are not for the log: of the texts that have some, the part before.
std::string_view WithoutValues(std::string_view message) {
  for (const std::string_view mark : {": Input collection", " numeric value"}) {
    const std::size_t place = message.find(mark);
    if (place != std::string_view::npos) return message.substr(0, place + mark.size());
  }
  return message;
}

CsvOptions CsvOf(const Import& job, const TableDefinition& table) {
  CsvOptions options;
  if (job.csv_delimiter && !job.csv_delimiter->empty()) options.delimiter = (*job.csv_delimiter)[0];
  if (job.csv_header) options.header = *job.csv_header;
  options.keys = table.attributes;
  return options;
}

// Whether the table can hold the item.
Status Check(const Table& table, const Item& item) {
  TRESTLE_RETURN_IF_ERROR(CheckedItemSize(item));
  TRESTLE_RETURN_IF_ERROR(table.KeyOfItem(item));
  return {};
}

// What the counts say of an import that was read to its end.
void End(TimePoint now, Import& job) {
  job.ended = now;
  job.status = job.errors == 0 ? ImportStatus::kCompleted : ImportStatus::kFailed;
  if (job.errors > 0) job.failure = messages::ItemsFailedValidation();
}

}  // namespace

Imports::Imports(Catalog& catalog, ObjectStore& objects)
    : catalog_(catalog),
      hasty_objects_(objects.GivingUpWhen([this] { return worker_.stopping(); })),
      objects_(hasty_objects_ ? *hasty_objects_ : objects),
      jobs_(catalog.store()),
      worker_(kAtOnce) {}

Result<std::unique_ptr<Imports>> Imports::Open(Catalog& catalog, ObjectStore& objects) {
  std::unique_ptr<Imports> imports(new Imports(catalog, objects));
  TRESTLE_RETURN_IF_ERROR(imports->Load());
  return imports;
}

// The catalog has dropped tables that were not filled to their end. One that was is there, even if
// the record could no longer say so.
bool Imports::IsThere(const Import& job) const {
  const TablePtr table = catalog_.FindInAnyState(job.table_name);
  return table != nullptr && table->definition().uuid == job.table_uuid;
}

Status Imports::Reload() {
  jobs_.Clear();
  return Load();
}

Status Imports::Load() {
  const TimePoint now = catalog_.clock().Now();
  TRESTLE_TRY(std::vector<Import> stored,
              exchange_records::ReadImports(*catalog_.store().Latest()));
  for (Import& job : stored) {
    if (now >= job.started + kJobsKept) {
      TRESTLE_RETURN_IF_ERROR(jobs_.Forget(job));
      continue;
    }
    if (job.status != ImportStatus::kInProgress) {
      jobs_.Show(std::move(job));
      continue;
    }
    if (!job.read || !IsThere(job)) {
      TRESTLE_RETURN_IF_ERROR(BeginAnew(std::move(job)));
      continue;
    }
    End(now, job);
    TRESTLE_RETURN_IF_ERROR(jobs_.Put(std::move(job)));
  }
  return {};
}

Status Imports::BeginAnew(Import job) {
  const auto fail = [&](JobFailure failure) {
    job.status = ImportStatus::kFailed;
    job.ended = catalog_.clock().Now();
    job.failure = std::move(failure);
    return jobs_.Put(std::move(job));
  };
  if (!job.definition) return fail(messages::ServerStopped("import"));
  Result<TableDefinition> definition = DecodeDefinition(job.definition->bytes);
  if (!definition) return fail(FailureOf(definition.error()));
  Result<std::unique_ptr<TableFiller>> filler =
      TableFiller::Begin(catalog_, *std::move(definition), {.may_repeat = true});
  if (!filler) return fail(FailureOf(filler.error()));
  job.processed_bytes = 0;
  job.processed_items = 0;
  job.imported_items = 0;
  job.errors = 0;
  job.read = false;
  return Begin(std::move(*filler), std::move(job));
}

ImportPtr Imports::FindRepeated(const Import& wanted) const {
  if (!wanted.client_token) return nullptr;
  return jobs_.FindToken(*wanted.client_token, catalog_.clock().Now());
}

Result<ImportPtr> Imports::Start(TableDefinition definition, Import wanted) {
  TRESTLE_TRY(std::unique_ptr<TableFiller> filler,
              TableFiller::Begin(catalog_, std::move(definition), {.may_repeat = true}));
  const TableDefinition& table = filler->table()->definition();
  wanted.definition = Binary{.bytes = EncodeDefinition(table)};
  wanted.id = NewJobId(wanted.started);
  wanted.table_name = table.name;
  wanted.table_arn = table.Arn();
  wanted.table_uuid = table.uuid;
  wanted.region = table.region;
  auto begun = std::make_shared<const Import>(wanted);  // as the service answers it: IN_PROGRESS
  TRESTLE_RETURN_IF_ERROR(Begin(std::move(filler), std::move(wanted)));
  return begun;
}

Status Imports::Begin(std::unique_ptr<TableFiller> filler, Import job) {
  job.table_uuid = filler->table()->definition().uuid;
  TRESTLE_RETURN_IF_ERROR(jobs_.Put(job));
  // Shared because a std::function must be copyable; the job is its one owner.
  const std::shared_ptr<TableFiller> shared = std::move(filler);
  worker_.Do([this, shared, job = std::move(job)] { Run(*shared, job); });
  return {};
}

void Imports::Run(TableFiller& filler, Import job) {
  const Result<bool> read = ReadAll(filler, job);
  // The filler takes the table with it, and the next start begins anew.
  if (read ? !*read : worker_.stopping()) return;
  Status finished = read ? Finish(filler, job) : Status(tl::unexpected(read.error()));
  if (finished) return;
  LogWarning("the import " + job.Arn() + " has failed: " + finished.error().message);
  if (const Status abandoned = filler.Abandon(); !abandoned) {
    LogError("the table of a failed import stays until the next start: " +
             abandoned.error().message);
  }
  job.ended = catalog_.clock().Now();
  job.status = ImportStatus::kFailed;
  job.failure = FailureOf(finished.error());
  if (const Status ended = jobs_.Put(std::move(job)); !ended) {
    LogError("the end of an import is not kept: " + ended.error().message);
  }
}

// What is known when the table is shown is on disk before, so that a crash between leaves a record
// that can be told.
Status Imports::Finish(TableFiller& filler, Import& job) {
  job.read = true;
  TRESTLE_RETURN_IF_ERROR(jobs_.Put(job));
  TRESTLE_RETURN_IF_ERROR(filler.Finish());
  End(catalog_.clock().Now(), job);
  if (const Status ended = jobs_.Put(job); !ended) {
    LogError("the end of an import is not kept: " + ended.error().message);
  }
  return {};
}

Result<bool> Imports::ReadAll(TableFiller& filler, Import& job) {
  TRESTLE_TRY(const std::vector<ObjectSummary> found,
              objects_.List(job.s3_bucket, job.s3_prefix.value_or(""), kMaxObjects + 1));
  if (found.size() > kMaxObjects) return messages::TooManyObjects(kMaxObjects);
  for (const ObjectSummary& object : found) {
    if (object.key.ends_with('/')) continue;  // what some tools leave to show a folder
    TRESTLE_TRY(const bool to_the_end, ReadObject(object.key, filler, job));
    if (!to_the_end) return false;
    jobs_.Show(job);
  }
  return true;
}

Result<bool> Imports::ReadObject(const std::string& key, TableFiller& filler, Import& job) {
  const Table& table = *filler.table();
  const std::unique_ptr<ItemReader> reader = NewItemReader(
      Decompress(
          std::make_unique<ObjectSource>(objects_, ObjectName{.bucket = job.s3_bucket, .key = key}),
          job.compression),
      job.format, CsvOf(job, table.definition()));
  while (!worker_.stopping()) {
    TRESTLE_TRY(const std::optional<ItemRead> read, reader->Next());
    if (!read) return true;
    ++job.processed_items;
    job.processed_bytes += static_cast<std::int64_t>(read->bytes);
    const Status fits = read->item ? Check(table, *read->item) : tl::unexpected(read->item.error());
    if (fits) {
      TRESTLE_RETURN_IF_ERROR(filler.Add(std::span(&*read->item, 1)));
      ++job.imported_items;
    } else {
      Refuse(job.s3_bucket + "/" + key + ":" + std::to_string(read->line), fits.error(), job);
      // As the service, which leaves the rest of an object alone that it cannot make sense of.
      if (fits.error().code == ErrorCode::kSerialization) return true;
    }
    if (job.processed_items % kItemsBetweenReports == 0) jobs_.Show(job);
  }
  return false;
}

void Imports::Refuse(const std::string& place, const Error& error, Import& job) const {
  if (++job.errors <= kErrorsLogged) {
    LogWarning("import " + job.id + ": " + place + ": " +
               std::string(WithoutValues(error.message)));
  }
  if (job.errors == kErrorsLogged) {
    LogWarning("import " + job.id + ": what else is wrong is counted and not logged");
  }
}

Result<ImportPtr> Imports::Find(std::string_view arn) const {
  ImportPtr job = jobs_.Find(JobIdOf(arn, "/import/"));
  if (job == nullptr || job->Arn() != arn) return messages::ImportNotFound(arn);
  return job;
}

}  // namespace trestle
