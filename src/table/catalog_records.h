#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/result.h"
#include "storage/store.h"
#include "table/definition.h"

// What the catalog keeps in the store, by the second byte of its keys. Written to disk: see
// docs/file-format.md.
namespace trestle::catalog_records {

void PutDefinition(const TableDefinition& definition, WriteBatch& batch);
void DeleteDefinition(std::uint32_t table_id, WriteBatch& batch);
Result<std::vector<TableDefinition>> ReadDefinitions(const View& view);

// The id that the next table gets.
void PutNextTableId(std::uint32_t id, WriteBatch& batch);
Result<std::uint32_t> ReadNextTableId(const View& view);

// The first number of a change that was never given.
void PutNextChangeNumber(std::uint64_t number, WriteBatch& batch);
Result<std::uint64_t> ReadNextChangeNumber(const View& view);

// The streams, those of dropped tables included.
void PutStream(const Stream& stream, WriteBatch& batch);
void DeleteStream(std::uint64_t stream_id, WriteBatch& batch);
Result<std::vector<Stream>> ReadStreams(const View& view);

// What the keepers of tables store, each by a name. PutKeeper: nothing takes it away.
void PutKeeper(std::string_view name, const std::optional<std::string>& record, WriteBatch& batch);
Result<std::vector<std::pair<std::string, std::string>>> ReadKeepers(const View& view);

// The key of the last item that the backfill of an index has done.
void PutBackfill(std::uint32_t table_id, std::uint32_t index_id, std::string_view item_key,
                 WriteBatch& batch);
void DeleteBackfill(std::uint32_t table_id, std::uint32_t index_id, WriteBatch& batch);
Result<std::optional<std::string>> ReadBackfill(const Store& store, std::uint32_t table_id,
                                                std::uint32_t index_id);

// The same for the entries of expiry of a table that has got a time to live.
void PutExpiryFill(std::uint32_t table_id, std::string_view item_key, WriteBatch& batch);
void DeleteExpiryFill(std::uint32_t table_id, WriteBatch& batch);
Result<std::optional<std::string>> ReadExpiryFill(const Store& store, std::uint32_t table_id);

// Takes all that is stored of a table, or of one of its indexes, out of the store, of which `view`
// shows what is there now. The items of a table may stay, for a backup that is made of them.
enum class Items { kErased, kKept };
Status EraseTable(const TableDefinition& definition, const View& view, WriteBatch& batch,
                  Items items = Items::kErased);
Status EraseItems(std::uint32_t table_id, const View& view, WriteBatch& batch);
Status EraseHistory(std::uint32_t table_id, const View& view, WriteBatch& batch);
Status EraseIndex(std::uint32_t table_id, std::uint32_t index_id, const View& view,
                  WriteBatch& batch);
// Or what is stored because its items expire.
Status EraseExpiries(std::uint32_t table_id, const View& view, WriteBatch& batch);

}  // namespace trestle::catalog_records
