#include "protocol/encode.h"
#include "protocol/encode_parts.h"

// Replies of the operations on streams.
namespace trestle::encode {
namespace {

using encode::NameOf;

std::string_view NameOf(StreamStatus status) {
  switch (status) {
    case StreamStatus::kEnabling:
      return "ENABLING";
    case StreamStatus::kDisabling:
      return "DISABLING";
    case StreamStatus::kDisabled:
      return "DISABLED";
    case StreamStatus::kEnabled:
      break;
  }
  return "ENABLED";
}

std::string_view NameOf(ChangeKind kind) {
  switch (kind) {
    case ChangeKind::kInsert:
      return "INSERT";
    case ChangeKind::kModify:
      return "MODIFY";
    case ChangeKind::kRemove:
      break;
  }
  return "REMOVE";
}

void OneShard(const ShardDescription& shard, JsonWriter& writer) {
  writer.BeginObject();
  if (shard.parent_id) Text("ParentShardId", *shard.parent_id, writer);
  writer.Name("SequenceNumberRange");
  writer.BeginObject();
  if (shard.ending_sequence_number) {
    Text("EndingSequenceNumber", *shard.ending_sequence_number, writer);
  }
  Text("StartingSequenceNumber", shard.starting_sequence_number, writer);
  writer.EndObject();
  Text("ShardId", shard.id, writer);
  writer.EndObject();
}

// The record's own part, whose time is in whole seconds.
Status Change(const ChangeRecord& record, StreamView view, JsonWriter& writer) {
  writer.BeginObject();
  writer.Name("ApproximateCreationDateTime");
  writer.Integer(
      std::chrono::floor<std::chrono::seconds>(record.stamp.time.time_since_epoch()).count());
  TRESTLE_RETURN_IF_ERROR(StoredItem("Keys", record.keys, writer));
  if (record.new_image) TRESTLE_RETURN_IF_ERROR(StoredItem("NewImage", *record.new_image, writer));
  if (record.old_image) TRESTLE_RETURN_IF_ERROR(StoredItem("OldImage", *record.old_image, writer));
  Text("SequenceNumber", SequenceNumberOf(record.stamp), writer);
  Integer("SizeBytes", static_cast<std::int64_t>(record.SizeBytes()), writer);
  Text("StreamViewType", NameOf(view), writer);
  writer.EndObject();
  return {};
}

Status OneRecord(const ChangeRecord& record, const Stream& stream, JsonWriter& writer) {
  writer.BeginObject();
  Text("awsRegion", stream.region, writer);
  writer.Name("dynamodb");
  TRESTLE_RETURN_IF_ERROR(Change(record, stream.view, writer));
  Text("eventID", EventId(record.stamp), writer);
  Text("eventName", NameOf(record.kind), writer);
  Text("eventSource", "aws:dynamodb", writer);
  Text("eventVersion", "1.1", writer);
  if (record.origin == ChangeOrigin::kExpiry) {
    writer.Name("userIdentity");
    writer.BeginObject();
    Text("PrincipalId", "dynamodb.amazonaws.com", writer);
    Text("Type", "Service", writer);
    writer.EndObject();
  }
  writer.EndObject();
  return {};
}

}  // namespace

void ListStreams(const ListStreamsResponse& response, std::string& out) {
  JsonWriter writer(out);
  writer.BeginObject();
  if (response.last_evaluated_stream_arn) {
    Text("LastEvaluatedStreamArn", *response.last_evaluated_stream_arn, writer);
  }
  writer.Name("Streams");
  writer.BeginArray();
  for (const StreamPtr& stream : response.streams) {
    writer.BeginObject();
    Text("StreamArn", stream->arn, writer);
    Text("StreamLabel", stream->label, writer);
    Text("TableName", stream->table_name, writer);
    writer.EndObject();
  }
  writer.EndArray();
  writer.EndObject();
}

void DescribeStream(const DescribeStreamResponse& response, std::string& out) {
  const Stream& stream = *response.stream;
  JsonWriter writer(out);
  writer.BeginObject();
  writer.Name("StreamDescription");
  writer.BeginObject();
  writer.Name("CreationRequestDateTime");
  writer.Time(stream.created);
  Keys(stream.keys, writer);
  if (response.last_evaluated_shard_id) {
    Text("LastEvaluatedShardId", *response.last_evaluated_shard_id, writer);
  }
  writer.Name("Shards");
  writer.BeginArray();
  for (const ShardDescription& shard : response.shards) OneShard(shard, writer);
  writer.EndArray();
  Text("StreamArn", stream.arn, writer);
  Text("StreamLabel", stream.label, writer);
  Text("StreamStatus", NameOf(response.status), writer);
  Text("StreamViewType", NameOf(stream.view), writer);
  Text("TableName", stream.table_name, writer);
  writer.EndObject();
  writer.EndObject();
}

void GetShardIterator(const GetShardIteratorResponse& response, std::string& out) {
  JsonWriter writer(out);
  writer.BeginObject();
  Text("ShardIterator", response.shard_iterator, writer);
  writer.EndObject();
}

Status GetRecords(const GetRecordsResponse& response, std::string& out) {
  // What surrounds the images of a record takes about 400 bytes.
  out.reserve(out.size() + response.records.StoredBytes() * 3 / 2 +
              (response.records.size() + 1) * 400);
  JsonWriter writer(out);
  writer.BeginObject();
  if (response.next_shard_iterator) {
    Text("NextShardIterator", *response.next_shard_iterator, writer);
  }
  writer.Name("Records");
  writer.BeginArray();
  for (std::size_t i = 0; i < response.records.size(); ++i) {
    TRESTLE_RETURN_IF_ERROR(OneRecord(response.records[i], *response.stream, writer));
  }
  writer.EndArray();
  writer.EndObject();
  return {};
}

}  // namespace trestle::encode
