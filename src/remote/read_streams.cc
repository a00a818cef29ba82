#include <charconv>
#include <memory>
#include <utility>

#include "remote/messages.h"
#include "remote/read.h"
#include "remote/wire_names.h"
#include "stream/sequence_number.h"

// Answers of the operations on streams.
namespace trestle::remote::read {
namespace {

// shardId-00000001763206654123-00000007: its time in milliseconds and a number. AWS names its
// shards in the same form.
std::optional<ChangeStamp> StampOfShardId(std::string_view id) {
  constexpr std::string_view kPrefix = "shardId-";
  constexpr std::size_t kTime = 20;
  constexpr std::size_t kSize = kPrefix.size() + kTime + 1 + 8;
  if (id.size() != kSize || !id.starts_with(kPrefix)) return std::nullopt;
  const std::string_view time = id.substr(kPrefix.size(), kTime);
  const std::string_view number = id.substr(kPrefix.size() + kTime + 1);
  std::int64_t milliseconds = 0;
  ChangeStamp stamp;
  if (std::from_chars(time.begin(), time.end(), milliseconds).ptr != time.end() ||
      std::from_chars(number.begin(), number.end(), stamp.number, 16).ptr != number.end() ||
      milliseconds < 0 || milliseconds > std::int64_t{1} << 52) {
    return std::nullopt;
  }
  stamp.time = TimePoint(std::chrono::milliseconds(milliseconds));
  return stamp;
}

Result<ChangeStamp> ShardStamp(std::string_view id, std::string_view first_number) {
  const std::optional<ChangeStamp> exact = StampOfSequenceNumber(first_number);
  if (exact && ShardId(*exact) == id) return *exact;
  const std::optional<ChangeStamp> stamp = StampOfShardId(id);
  if (!stamp) return messages::ForeignShard(id);
  return *stamp;
}

Result<Shard> OneShard(const Answer& in) {
  Shard shard;
  const std::optional<Answer> range = in.Object("SequenceNumberRange");
  const std::string first = range ? range->Text("StartingSequenceNumber") : std::string();
  TRESTLE_TRY(shard.opened, ShardStamp(in.Text("ShardId"), first));
  if (const std::optional<std::string> parent = in.OptionalText("ParentShardId")) {
    TRESTLE_TRY(shard.parent, ShardStamp(*parent, ""));
  }
  if (range && range->Has("EndingSequenceNumber")) {
    shard.closed =
        StampOfSequenceNumber(range->Text("EndingSequenceNumber")).value_or(shard.opened);
  }
  return shard;
}

// What EncodeChangeRecord shows of a record depends on the images that it is given; where the view
// has left one out, the keys stand for it.
Status AppendRecord(const Answer& in, StreamView view, RecordPage& page) {
  const std::optional<Answer> change = in.Object("dynamodb");
  const std::optional<Json> keys = change ? change->Find("Keys") : std::nullopt;
  const std::optional<ChangeKind> kind = ValueIn(kChangeNames, in.Text("eventName"));
  if (!keys || !kind) return Unreadable();
  TRESTLE_TRY(const Item key, ReadItem(*keys));
  const EncodedItem encoded_key = EncodedItem::From(key);
  TRESTLE_TRY(const std::optional<EncodedItem> after, ReadOptionalItem(*change, "NewImage"));
  TRESTLE_TRY(const std::optional<EncodedItem> before, ReadOptionalItem(*change, "OldImage"));
  const std::string number = change->Text("SequenceNumber");
  const std::optional<ChangeStamp> stamp = StampOfSequenceNumber(number);
  if (!stamp) return messages::ForeignSequenceNumber(number);

  Change made{.stamp = *stamp,
              .origin = in.Has("userIdentity") ? ChangeOrigin::kExpiry : ChangeOrigin::kClient,
              .item_key = {},
              .before = std::nullopt,
              .after = std::nullopt};
  if (*kind != ChangeKind::kInsert) made.before = EncodedItemView(before ? *before : encoded_key);
  if (*kind != ChangeKind::kRemove) made.after = EncodedItemView(after ? *after : encoded_key);
  KeySchema schema;
  for (const Attribute& attribute : key) {
    for (const auto& image : {made.before, made.after}) {
      if (image && !image->Find(attribute.name)) return Unreadable();
    }
    schema.hash.push_back({.name = attribute.name, .type = attribute.value.type()});
  }
  if (schema.hash.empty() || schema.hash.size() > 2) return Unreadable();
  page.Append(*stamp, EncodeChangeRecord(made, view, schema));
  return {};
}

StreamView ViewOf(const Answer& in) {
  return ValueIn(kStreamViewNames, in.Text("StreamViewType")).value_or(StreamView::kKeysOnly);
}

}  // namespace

Result<ListStreamsResponse> ListStreams(const Answer& in) {
  if (!in.Has("Streams")) return Unreadable();
  ListStreamsResponse response;
  for (const Json& element : in.List("Streams")) {
    const Answer one(element);
    auto stream = std::make_shared<Stream>();
    stream->arn = one.Text("StreamArn");
    stream->label = one.Text("StreamLabel");
    stream->table_name = one.Text("TableName");
    response.streams.push_back(std::move(stream));
  }
  response.last_evaluated_stream_arn = in.OptionalText("LastEvaluatedStreamArn");
  return response;
}

Result<DescribeStreamResponse> DescribeStream(const Answer& in) {
  const std::optional<Answer> found = in.Object("StreamDescription");
  if (!found) return Unreadable();
  DescribeStreamResponse response;
  auto stream = std::make_shared<Stream>();
  stream->arn = found->Text("StreamArn");
  stream->label = found->Text("StreamLabel");
  stream->table_name = found->Text("TableName");
  stream->view = ViewOf(*found);
  stream->keys = Keys(*found, {});
  stream->created = found->Time("CreationRequestDateTime").value_or(TimePoint());
  for (const Json& element : found->List("Shards")) {
    TRESTLE_TRY(Shard shard, OneShard(Answer(element)));
    response.shards.push_back(std::move(shard));
  }
  stream->shards = response.shards;
  response.stream = std::move(stream);
  response.status =
      ValueIn(kStreamStatusNames, found->Text("StreamStatus")).value_or(StreamStatus::kEnabled);
  response.last_evaluated_shard_id = found->OptionalText("LastEvaluatedShardId");
  return response;
}

Result<GetShardIteratorResponse> GetShardIterator(const Answer& in) {
  if (!in.Has("ShardIterator")) return Unreadable();
  return GetShardIteratorResponse{.shard_iterator = in.Text("ShardIterator")};
}

Result<GetRecordsResponse> GetRecords(const Answer& in) {
  if (!in.Has("Records")) return Unreadable();
  GetRecordsResponse response;
  auto stream = std::make_shared<Stream>();
  for (const Json& element : in.List("Records")) {
    const Answer record(element);
    const std::optional<Answer> change = record.Object("dynamodb");
    if (!change) return Unreadable();
    stream->view = ViewOf(*change);
    stream->region = record.Text("awsRegion");
    TRESTLE_RETURN_IF_ERROR(AppendRecord(record, stream->view, response.records));
  }
  response.stream = std::move(stream);
  response.next_shard_iterator = in.OptionalText("NextShardIterator");
  response.records.at_end = !response.next_shard_iterator.has_value();
  return response;
}

}  // namespace trestle::remote::read
