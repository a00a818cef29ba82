#include <chrono>
#include <memory>
#include <utility>

#include "remote/read.h"
#include "remote/wire_names.h"
#include "stream/sequence_number.h"

// Answers of the operations on streams.
namespace trestle::remote::read {
namespace {

Result<ShardDescription> OneShard(const Answer& in) {
  ShardDescription shard{.id = in.Text("ShardId"),
                         .parent_id = in.OptionalText("ParentShardId"),
                         .starting_sequence_number = {},
                         .ending_sequence_number = {}};
  if (shard.id.empty()) return Unreadable();
  if (const std::optional<Answer> range = in.Object("SequenceNumberRange")) {
    shard.starting_sequence_number = range->Text("StartingSequenceNumber");
    shard.ending_sequence_number = range->OptionalText("EndingSequenceNumber");
  }
  return shard;
}

bool IsDecimal(std::string_view text) {
  return !text.empty() && text.find_first_not_of("0123456789") == std::string_view::npos;
}

// A TrestleDB's numbers tell the time of a change more exactly than the record does.
ChangeStamp StampOf(const Answer& change, std::string_view number) {
  const TimePoint told = change.Time("ApproximateCreationDateTime").value_or(TimePoint());
  const std::optional<ChangeStamp> ours = StampOfSequenceNumber(number);
  const bool agrees = ours && std::chrono::abs(ours->time - told) <= std::chrono::seconds(1);
  return agrees ? *ours : ChangeStamp{.time = told, .number = 0};
}

// What EncodeChangeRecord shows of a record depends on the images that it is given; where the view
// has left one out, the keys stand for it.
Status AppendRecord(const Answer& in, StreamView view, GetRecordsResponse& response) {
  const std::optional<Answer> change = in.Object("dynamodb");
  const std::optional<Json> keys = change ? change->Find("Keys") : std::nullopt;
  const std::optional<ChangeKind> kind = ValueIn(kChangeNames, in.Text("eventName"));
  if (!keys || !kind) return Unreadable();
  TRESTLE_TRY(const Item key, ReadItem(*keys));
  const EncodedItem encoded_key = EncodedItem::From(key);
  TRESTLE_TRY(const std::optional<EncodedItem> after, ReadOptionalItem(*change, "NewImage"));
  TRESTLE_TRY(const std::optional<EncodedItem> before, ReadOptionalItem(*change, "OldImage"));
  std::string number = change->Text("SequenceNumber");
  if (!IsDecimal(number)) return Unreadable();

  Change made{.stamp = StampOf(*change, number),
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
  response.records.Append(made.stamp, EncodeChangeRecord(made, view, schema));
  response.foreign_sequence_numbers.push_back(std::move(number));
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
    TRESTLE_TRY(ShardDescription shard, OneShard(Answer(element)));
    response.shards.push_back(std::move(shard));
  }
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
    TRESTLE_RETURN_IF_ERROR(AppendRecord(record, stream->view, response));
  }
  response.stream = std::move(stream);
  response.next_shard_iterator = in.OptionalText("NextShardIterator");
  response.records.at_end = !response.next_shard_iterator.has_value();
  return response;
}

}  // namespace trestle::remote::read
