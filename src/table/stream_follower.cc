#include "table/stream_follower.h"

#include "stream/change_record.h"
#include "stream/record_keys.h"
#include "table/key_codec.h"

namespace trestle {

static_assert(kStreamSpace == static_cast<char>(KeySpace::kStream));

void AddStreamRecord(const TableDefinition& definition, const Change& change, WriteBatch& batch) {
  const StreamDefinition& stream = definition.stream;
  const std::uint64_t shard = ShardOf(PartitionHashOf(change.item_key), stream.shards);
  batch.Put(RecordKey(shard, change.stamp),
            EncodeChangeRecord(change, stream.view, definition.keys));
}

}  // namespace trestle
