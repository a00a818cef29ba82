#include "table/catalog_records.h"

#include <charconv>
#include <initializer_list>
#include <memory>
#include <utility>

#include "history/undo_record.h"
#include "storage/erase_range.h"
#include "table/counters.h"
#include "table/definition_codec.h"
#include "table/key_codec.h"
#include "table/messages.h"
#include "table/time_to_live.h"

namespace trestle::catalog_records {
namespace {

// Written to disk as the second byte of the catalog's keys. Append only; never renumber.
enum class Kind : std::uint8_t {
  kTable = 1,
  kNextTableId = 2,
  kBackfill = 3,
  kNextChange = 4,
  kStream = 5,
  kKeeper = 6
};

// No index has this id: the place of the fill of a table's entries of expiry.
constexpr std::uint32_t kNoIndex = 0;

std::string Key(Kind kind, std::initializer_list<std::uint32_t> ids) {
  std::string key = {static_cast<char>(KeySpace::kCatalog), static_cast<char>(kind)};
  for (const std::uint32_t id : ids) {
    for (int shift = 24; shift >= 0; shift -= 8) key.push_back(static_cast<char>(id >> shift));
  }
  return key;
}

std::string StreamKey(std::uint64_t stream_id) {
  return Key(Kind::kStream,
             {static_cast<std::uint32_t>(stream_id >> 32), static_cast<std::uint32_t>(stream_id)});
}

// A number that is kept as text; one if it was never stored.
template <class T>
Result<T> ReadNext(const View& view, Kind kind, std::string_view what) {
  TRESTLE_TRY(const std::optional<std::string> stored, view.Get(Key(kind, {})));
  T number = 1;
  if (!stored) return number;
  const char* const end = stored->data() + stored->size();
  const auto parsed = std::from_chars(stored->data(), end, number);
  if (parsed.ec != std::errc() || parsed.ptr != end) return messages::CatalogDamaged(what);
  return number;
}

}  // namespace

void PutDefinition(const TableDefinition& definition, WriteBatch& batch) {
  batch.Put(Key(Kind::kTable, {definition.id}), EncodeDefinition(definition));
}

void DeleteDefinition(std::uint32_t table_id, WriteBatch& batch) {
  batch.Delete(Key(Kind::kTable, {table_id}));
}

Result<std::vector<TableDefinition>> ReadDefinitions(const View& view) {
  std::vector<TableDefinition> definitions;
  const std::unique_ptr<Cursor> cursor = view.Range(RangeOfPrefix(Key(Kind::kTable, {})));
  for (cursor->SeekFirst(); cursor->Valid(); cursor->Next()) {
    TRESTLE_TRY(TableDefinition definition, DecodeDefinition(cursor->value()));
    definitions.push_back(std::move(definition));
  }
  TRESTLE_RETURN_IF_ERROR(cursor->status());
  return definitions;
}

void PutNextTableId(std::uint32_t id, WriteBatch& batch) {
  batch.Put(Key(Kind::kNextTableId, {}), std::to_string(id));
}

Result<std::uint32_t> ReadNextTableId(const View& view) {
  return ReadNext<std::uint32_t>(view, Kind::kNextTableId, "the next table id");
}

void PutNextChangeNumber(std::uint64_t number, WriteBatch& batch) {
  batch.Put(Key(Kind::kNextChange, {}), std::to_string(number));
}

Result<std::uint64_t> ReadNextChangeNumber(const View& view) {
  return ReadNext<std::uint64_t>(view, Kind::kNextChange, "the next change's number");
}

void PutStream(const Stream& stream, WriteBatch& batch) {
  batch.Put(StreamKey(stream.id), EncodeStream(stream));
}

void DeleteStream(std::uint64_t stream_id, WriteBatch& batch) {
  batch.Delete(StreamKey(stream_id));
}

Result<std::vector<Stream>> ReadStreams(const View& view) {
  std::vector<Stream> streams;
  const std::unique_ptr<Cursor> cursor = view.Range(RangeOfPrefix(Key(Kind::kStream, {})));
  for (cursor->SeekFirst(); cursor->Valid(); cursor->Next()) {
    TRESTLE_TRY(Stream stream, DecodeStream(cursor->value()));
    streams.push_back(std::move(stream));
  }
  TRESTLE_RETURN_IF_ERROR(cursor->status());
  return streams;
}

void PutKeeper(std::string_view name, const std::optional<std::string>& record, WriteBatch& batch) {
  const std::string key = Key(Kind::kKeeper, {}).append(name);
  record ? batch.Put(key, *record) : batch.Delete(key);
}

Result<std::vector<std::pair<std::string, std::string>>> ReadKeepers(const View& view) {
  std::vector<std::pair<std::string, std::string>> records;
  const std::string prefix = Key(Kind::kKeeper, {});
  const std::unique_ptr<Cursor> cursor = view.Range(RangeOfPrefix(prefix));
  for (cursor->SeekFirst(); cursor->Valid(); cursor->Next()) {
    records.emplace_back(cursor->key().substr(prefix.size()), cursor->value());
  }
  TRESTLE_RETURN_IF_ERROR(cursor->status());
  return records;
}

void PutBackfill(std::uint32_t table_id, std::uint32_t index_id, std::string_view item_key,
                 WriteBatch& batch) {
  batch.Put(Key(Kind::kBackfill, {table_id, index_id}), item_key);
}

void DeleteBackfill(std::uint32_t table_id, std::uint32_t index_id, WriteBatch& batch) {
  batch.Delete(Key(Kind::kBackfill, {table_id, index_id}));
}

Result<std::optional<std::string>> ReadBackfill(const Store& store, std::uint32_t table_id,
                                                std::uint32_t index_id) {
  return store.GetLatest(Key(Kind::kBackfill, {table_id, index_id}));
}

void PutExpiryFill(std::uint32_t table_id, std::string_view item_key, WriteBatch& batch) {
  PutBackfill(table_id, kNoIndex, item_key, batch);
}

void DeleteExpiryFill(std::uint32_t table_id, WriteBatch& batch) {
  DeleteBackfill(table_id, kNoIndex, batch);
}

Result<std::optional<std::string>> ReadExpiryFill(const Store& store, std::uint32_t table_id) {
  return ReadBackfill(store, table_id, kNoIndex);
}

Status EraseItems(std::uint32_t table_id, const View& view, WriteBatch& batch) {
  return EraseRange(ItemsOfTable(table_id), view, batch);
}

Status EraseHistory(std::uint32_t table_id, const View& view, WriteBatch& batch) {
  return EraseRange(UndoRecordsOf(table_id), view, batch);
}

Status EraseTable(const TableDefinition& definition, const View& view, WriteBatch& batch,
                  Items items) {
  DeleteDefinition(definition.id, batch);
  if (items == Items::kErased) TRESTLE_RETURN_IF_ERROR(EraseItems(definition.id, view, batch));
  TRESTLE_RETURN_IF_ERROR(EraseHistory(definition.id, view, batch));
  TRESTLE_RETURN_IF_ERROR(EraseRange(EntriesOfTable(definition.id), view, batch));
  TRESTLE_RETURN_IF_ERROR(EraseRange(TableCounters::RowsOf(definition.id), view, batch));
  if (definition.ttl_attribute) {
    TRESTLE_RETURN_IF_ERROR(EraseExpiries(definition.id, view, batch));
  }
  for (const IndexDefinition& index : definition.indexes) {
    if (index.backfilling) DeleteBackfill(definition.id, index.id, batch);
  }
  return {};
}

Status EraseIndex(std::uint32_t table_id, std::uint32_t index_id, const View& view,
                  WriteBatch& batch) {
  DeleteBackfill(table_id, index_id, batch);
  return EraseRange(EntriesOfIndex(table_id, index_id), view, batch);
}

Status EraseExpiries(std::uint32_t table_id, const View& view, WriteBatch& batch) {
  DeleteExpiryFill(table_id, batch);
  return EraseRange(ExpiryEntries(table_id), view, batch);
}

}  // namespace trestle::catalog_records
