#include "backup/backup_records.h"

#include <array>
#include <concepts>
#include <type_traits>
#include <utility>

#include "backup/messages.h"
#include "table/definition_codec.h"
#include "table/job_records.h"
#include "table/record.h"
#include "value/item_codec.h"

namespace trestle {
namespace record {

using std::string_view_literals::operator""sv;

template <>
struct Names<BackupStatus> {
  static constexpr std::array kAll = {"CREATING"sv, "AVAILABLE"sv, "DELETED"sv};
};
template <>
struct Names<BackupType> {
  static constexpr std::array kAll = {"USER"sv, "SYSTEM"sv};
};

}  // namespace record

// Found by argument-dependent lookup. `T` is const when written. The table's definition, which has
// an encoding of its own, is added beside them.
template <class Visitor, class T>
requires std::same_as<std::remove_const_t<T>, Backup>
void Members(Visitor& visit, T& backup) {
  visit("Id", backup.id);
  visit("Name", backup.name);
  visit("Type", backup.type);
  visit("Status", backup.status);
  visit("Created", backup.created);
  visit("Expires", backup.expires);
  visit("Items", backup.items);
  visit("Bytes", backup.bytes);
  visit("Copy", backup.copy);
  visit("UndoFromTime", backup.first_undone.time);
  visit("UndoFromNumber", backup.first_undone.number);
}

template <class Visitor, class T>
requires std::same_as<std::remove_const_t<T>, Snapshot>
void Members(Visitor& visit, T& snapshot) {
  visit("Name", snapshot.name);
  visit("Created", snapshot.created);
  visit("Tables", snapshot.tables);
  visit("Items", snapshot.items);
  visit("Bytes", snapshot.bytes);
}

template <class Visitor, class T>
requires std::same_as<std::remove_const_t<T>, RestoreJob>
void Members(Visitor& visit, T& job) {
  visit("Table", job.table_uuid);
  visit("Backup", job.backup_arn);
  visit("Source", job.source_id);
  visit("UndoFromTime", job.first_undone.time);
  visit("UndoFromNumber", job.first_undone.number);
}

namespace backup_records {
namespace {

struct LastScheduled {
  TimePoint time;
};

template <class Visitor, class T>
requires std::same_as<std::remove_const_t<T>, LastScheduled>
void Members(Visitor& visit, T& last) { visit("Time", last.time); }

constexpr std::string_view kTable = "Table";

}  // namespace

std::string EncodeBackup(const Backup& backup) {
  record::Writer writer;
  Members(writer, backup);
  Item item = std::move(writer).Take();
  item.Set(std::string(kTable),
           AttributeValue::Of(Binary{.bytes = EncodeDefinition(backup.table)}));
  return EncodedItem::From(item).TakeBytes();
}

Result<Backup> DecodeBackup(std::string_view stored) {
  TRESTLE_TRY(const Item item, EncodedItemView(stored).Decode());
  Backup backup;
  const record::Reader reader(item);
  Members(reader, backup);
  const AttributeValue* const table = item.Find(kTable);
  const Binary* const definition = table == nullptr ? nullptr : table->As<Binary>();
  if (backup.id.empty() || definition == nullptr) {
    return messages::BackupDamaged("a record without id or table");
  }
  TRESTLE_TRY(backup.table, DecodeDefinition(definition->bytes));
  return backup;
}

void PutBackup(const Backup& backup, WriteBatch& batch) {
  batch.Put(JobKey(JobKind::kBackup, backup.id), EncodeBackup(backup));
}

void DeleteBackup(std::string_view id, WriteBatch& batch) {
  batch.Delete(JobKey(JobKind::kBackup, id));
}

Result<std::vector<Backup>> ReadBackups(const View& view) {
  return ReadJobs(view, JobKind::kBackup, DecodeBackup);
}

void PutRestore(const RestoreJob& job, WriteBatch& batch) {
  batch.Put(JobKey(JobKind::kRestore, job.table_uuid), record::Encode(job));
}

void DeleteRestore(std::string_view table_uuid, WriteBatch& batch) {
  batch.Delete(JobKey(JobKind::kRestore, table_uuid));
}

Result<std::vector<RestoreJob>> ReadRestores(const View& view) {
  return ReadJobs(view, JobKind::kRestore, record::Decode<RestoreJob>);
}

void PutLastScheduled(std::string_view plan, TimePoint time, WriteBatch& batch) {
  batch.Put(JobKey(JobKind::kLastScheduled, plan), record::Encode(LastScheduled{.time = time}));
}

Result<std::optional<TimePoint>> ReadLastScheduled(std::string_view plan, const Store& store) {
  TRESTLE_TRY(const std::optional<std::string> stored,
              store.GetLatest(JobKey(JobKind::kLastScheduled, plan)));
  if (!stored) return std::optional<TimePoint>();
  TRESTLE_TRY(const LastScheduled last, record::Decode<LastScheduled>(*stored));
  return std::optional<TimePoint>(last.time);
}

void PutSnapshot(const Snapshot& snapshot, WriteBatch& batch) {
  batch.Put(JobKey(JobKind::kSnapshot), record::Encode(snapshot));
}

Result<std::optional<Snapshot>> ReadSnapshot(const View& view) {
  TRESTLE_TRY(const std::optional<std::string> stored, view.Get(JobKey(JobKind::kSnapshot)));
  if (!stored) return std::optional<Snapshot>();
  TRESTLE_TRY(Snapshot snapshot, record::Decode<Snapshot>(*stored));
  return std::optional<Snapshot>(std::move(snapshot));
}

}  // namespace backup_records
}  // namespace trestle
