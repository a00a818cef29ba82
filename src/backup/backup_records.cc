#include "backup/backup_records.h"

#include <array>
#include <utility>

#include "backup/messages.h"
#include "table/definition_codec.h"
#include "table/key_codec.h"
#include "table/key_space.h"
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

// Written to disk as the second byte of keys of KeySpace::kJob. Append only; never renumber. 3 and
// 4 belong to exports and imports.
enum class Kind : std::uint8_t { kBackup = 1, kLastScheduled = 2, kSnapshot = 5, kRestore = 6 };
constexpr std::string_view kTable = "Table";

std::string Key(Kind kind, std::string_view id = {}) {
  return std::string{static_cast<char>(KeySpace::kJob), static_cast<char>(kind)}.append(id);
}

std::string EncodeTime(TimePoint time) {
  return EncodedItem::From([&] {
           record::Writer writer;
           writer("Time", time);
           return std::move(writer).Take();
         }())
      .TakeBytes();
}

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
  batch.Put(Key(Kind::kBackup, backup.id), EncodeBackup(backup));
}

void DeleteBackup(std::string_view id, WriteBatch& batch) { batch.Delete(Key(Kind::kBackup, id)); }

Result<std::vector<Backup>> ReadBackups(const View& view) {
  std::vector<Backup> backups;
  const std::unique_ptr<Cursor> cursor = view.Range(RangeOfPrefix(Key(Kind::kBackup)));
  for (cursor->SeekFirst(); cursor->Valid(); cursor->Next()) {
    TRESTLE_TRY(Backup backup, DecodeBackup(cursor->value()));
    backups.push_back(std::move(backup));
  }
  TRESTLE_RETURN_IF_ERROR(cursor->status());
  return backups;
}

void PutRestore(const RestoreJob& job, WriteBatch& batch) {
  record::Writer writer;
  Members(writer, job);
  batch.Put(Key(Kind::kRestore, job.table_uuid),
            EncodedItem::From(std::move(writer).Take()).TakeBytes());
}

void DeleteRestore(std::string_view table_uuid, WriteBatch& batch) {
  batch.Delete(Key(Kind::kRestore, table_uuid));
}

Result<std::vector<RestoreJob>> ReadRestores(const View& view) {
  std::vector<RestoreJob> jobs;
  const std::unique_ptr<Cursor> cursor = view.Range(RangeOfPrefix(Key(Kind::kRestore)));
  for (cursor->SeekFirst(); cursor->Valid(); cursor->Next()) {
    TRESTLE_TRY(const Item item, EncodedItemView(cursor->value()).Decode());
    const record::Reader reader(item);
    Members(reader, jobs.emplace_back());
  }
  TRESTLE_RETURN_IF_ERROR(cursor->status());
  return jobs;
}

void PutLastScheduled(std::string_view plan, TimePoint time, WriteBatch& batch) {
  batch.Put(Key(Kind::kLastScheduled, plan), EncodeTime(time));
}

Result<std::optional<TimePoint>> ReadLastScheduled(std::string_view plan, const Store& store) {
  TRESTLE_TRY(const std::optional<std::string> stored,
              store.GetLatest(Key(Kind::kLastScheduled, plan)));
  if (!stored) return std::optional<TimePoint>();
  TRESTLE_TRY(const Item item, EncodedItemView(*stored).Decode());
  TimePoint time;
  const record::Reader reader(item);
  reader("Time", time);
  return std::optional<TimePoint>(time);
}

void PutSnapshot(const Snapshot& snapshot, WriteBatch& batch) {
  record::Writer writer;
  Members(writer, snapshot);
  batch.Put(Key(Kind::kSnapshot), EncodedItem::From(std::move(writer).Take()).TakeBytes());
}

Result<std::optional<Snapshot>> ReadSnapshot(const View& view) {
  TRESTLE_TRY(const std::optional<std::string> stored, view.Get(Key(Kind::kSnapshot)));
  if (!stored) return std::optional<Snapshot>();
  TRESTLE_TRY(const Item item, EncodedItemView(*stored).Decode());
  Snapshot snapshot;
  const record::Reader reader(item);
  Members(reader, snapshot);
  return std::optional<Snapshot>(std::move(snapshot));
}

}  // namespace backup_records
}  // namespace trestle
