#include "remote/remote_database.h"

#include <array>
#include <cstdio>
#include <random>
#include <string_view>
#include <utility>

#include "client/endpoint.h"
#include "remote/messages.h"
#include "remote/read.h"
#include "remote/repeatable.h"
#include "remote/wire.h"
#include "remote/write.h"

namespace trestle {

using remote::Answer;
using remote::Call;
using Repeatable = remote::Repeatable;
namespace read = remote::read;
namespace write = remote::write;

namespace {

// AWS serves streams from a host of their own, beside that of the tables.
std::string StreamsEndpointOf(const RemoteDatabase::Options& options) {
  if (!options.streams_endpoint.empty()) return options.streams_endpoint;
  constexpr std::string_view kTables = "https://dynamodb.";
  const std::string& url = options.endpoint;
  if (!url.starts_with(kTables) || url.find(".amazonaws.com") == std::string::npos) return url;
  return "https://streams.dynamodb." + url.substr(kTables.size());
}

Call To(std::string_view operation, Repeatable repeatable) {
  return {.operation = operation,
          .body = {},
          .repeatable = repeatable == Repeatable::kYes,
          .service = Call::Service::kTables};
}

Call ToStreams(std::string_view operation) {
  return {
      .operation = operation, .body = {}, .repeatable = true, .service = Call::Service::kStreams};
}

// Of a call that is done once, however often it arrives. 32 digits.
std::string NewToken() {
  std::random_device random;
  std::array<char, 33> text;
  std::snprintf(text.data(), text.size(), "%08x%08x%08x%08x", random(), random(), random(),
                random());
  return text.data();
}

Result<TableDescription> ReadTable(const Answer& in) { return read::Table(in, "Table"); }
Result<TableDescription> ReadDescription(const Answer& in) {
  return read::Table(in, "TableDescription");
}
Status ReadNothing(const Answer&) { return {}; }

}  // namespace

RemoteDatabase::RemoteDatabase(std::unique_ptr<remote::Wire> wire) : wire_(std::move(wire)) {}
RemoteDatabase::~RemoteDatabase() = default;

const std::string& RemoteDatabase::url() const { return wire_->url(); }

Result<std::unique_ptr<RemoteDatabase>> RemoteDatabase::Open(const Options& options,
                                                             const Clock& clock) {
  TRESTLE_TRY(client::Endpoint tables, client::Endpoint::Parse(options.endpoint));
  TRESTLE_RETURN_IF_ERROR(tables.Resolve());
  const std::string streams_url = StreamsEndpointOf(options);
  client::Endpoint streams = tables;
  if (streams_url != options.endpoint) {
    TRESTLE_TRY(streams, client::Endpoint::Parse(streams_url));
    TRESTLE_RETURN_IF_ERROR(streams.Resolve());
  }
  remote::WireOptions wire_options = {
      .caller = {.credentials = options.credentials, .region = options.region},
      .patience = options.patience,
      .backoff = options.backoff,
      .pause = options.pause};
  return std::unique_ptr<RemoteDatabase>(new RemoteDatabase(std::make_unique<remote::Wire>(
      std::move(tables), std::move(streams), std::move(wire_options), clock)));
}

template <class Read>
auto RemoteDatabase::Ask(Result<std::string> body, Call call, Read read)
    -> decltype(read(std::declval<const Answer&>())) {
  TRESTLE_TRY(call.body, std::move(body));
  TRESTLE_TRY(const std::string answer, wire_->Send(call));
  JsonParser parser;
  // TagResource and UntagResource answer with nothing at all, or with an empty text.
  const bool nothing = answer.empty() || answer == R"("")";
  const Result<Json> json = parser.Parse(nothing ? "{}" : answer);
  if (!json || !json->is_object()) {
    return remote::messages::AnswerUnreadable(wire_->url(), call.operation);
  }
  auto response = read(Answer(*json));
  if (!response && remote::IsUnreadable(response.error())) {
    return remote::messages::AnswerUnreadable(wire_->url(), call.operation);
  }
  return response;
}

Result<GetItemResponse> RemoteDatabase::GetItem(const GetItemRequest& request) {
  return Ask(write::GetItem(request), To("GetItem", Repeatable::kYes), read::GetItem);
}

Result<ItemWriteResponse> RemoteDatabase::PutItem(PutItemRequest request) {
  return Ask(write::PutItem(request), To("PutItem", remote::RepeatableOf(request)),
             read::ItemWrite);
}

Result<ItemWriteResponse> RemoteDatabase::UpdateItem(const UpdateItemRequest& request) {
  return Ask(write::UpdateItem(request), To("UpdateItem", Repeatable::kNo), read::ItemWrite);
}

Result<ItemWriteResponse> RemoteDatabase::DeleteItem(const DeleteItemRequest& request) {
  return Ask(write::DeleteItem(request), To("DeleteItem", remote::RepeatableOf(request)),
             read::ItemWrite);
}

Result<PageResponse> RemoteDatabase::Query(const QueryRequest& request) {
  return Ask(write::Query(request), To("Query", Repeatable::kYes), read::Page);
}

Result<PageResponse> RemoteDatabase::Scan(const ScanRequest& request) {
  return Ask(write::Scan(request), To("Scan", Repeatable::kYes), read::Page);
}

Result<BatchGetItemResponse> RemoteDatabase::BatchGetItem(const BatchGetItemRequest& request) {
  return Ask(write::BatchGetItem(request), To("BatchGetItem", Repeatable::kYes),
             read::BatchGetItem);
}

// Puts and deletes without conditions: done twice, they leave the same.
Result<BatchWriteItemResponse> RemoteDatabase::BatchWriteItem(BatchWriteItemRequest request) {
  return Ask(write::BatchWriteItem(request), To("BatchWriteItem", Repeatable::kYes),
             read::BatchWriteItem);
}

Result<TransactGetItemsResponse> RemoteDatabase::TransactGetItems(
    const TransactGetItemsRequest& request) {
  return Ask(write::TransactGetItems(request), To("TransactGetItems", Repeatable::kYes),
             read::TransactGetItems);
}

Result<TransactWriteItemsResponse> RemoteDatabase::TransactWriteItems(
    TransactWriteItemsRequest request) {
  if (!request.client_request_token) request.client_request_token = NewToken();
  return Ask(write::TransactWriteItems(request), To("TransactWriteItems", Repeatable::kYes),
             read::TransactWriteItems);
}

Result<ExecuteStatementResponse> RemoteDatabase::ExecuteStatement(
    const ExecuteStatementRequest& request) {
  return Ask(write::ExecuteStatement(request),
             To("ExecuteStatement", remote::RepeatableOf({&request.statement, 1})),
             read::ExecuteStatement);
}

Result<BatchExecuteStatementResponse> RemoteDatabase::BatchExecuteStatement(
    const BatchExecuteStatementRequest& request) {
  return Ask(write::BatchExecuteStatement(request),
             To("BatchExecuteStatement", remote::RepeatableOf(request.statements)),
             read::BatchExecuteStatement);
}

Result<ExecuteTransactionResponse> RemoteDatabase::ExecuteTransaction(
    const ExecuteTransactionRequest& request) {
  ExecuteTransactionRequest with_token = request;
  if (!with_token.client_request_token) with_token.client_request_token = NewToken();
  return Ask(write::ExecuteTransaction(with_token), To("ExecuteTransaction", Repeatable::kYes),
             read::ExecuteTransaction);
}

Result<TableDescription> RemoteDatabase::CreateTable(const CreateTableRequest& request) {
  return Ask(write::CreateTable(request), To("CreateTable", Repeatable::kNo), ReadDescription);
}

Result<TableDescription> RemoteDatabase::UpdateTable(const UpdateTableRequest& request) {
  return Ask(write::UpdateTable(request), To("UpdateTable", Repeatable::kNo), ReadDescription);
}

Result<TableDescription> RemoteDatabase::DescribeTable(const std::string& table_name) {
  return Ask(write::OneName("TableName", table_name), To("DescribeTable", Repeatable::kYes),
             ReadTable);
}

Result<TableDescription> RemoteDatabase::DeleteTable(const std::string& table_name) {
  return Ask(write::OneName("TableName", table_name), To("DeleteTable", Repeatable::kNo),
             ReadDescription);
}

Result<ListTablesResponse> RemoteDatabase::ListTables(const ListTablesRequest& request) {
  return Ask(write::ListTables(request), To("ListTables", Repeatable::kYes), read::ListTables);
}

Status RemoteDatabase::TagResource(const TagResourceRequest& request) {
  return Ask(write::TagResource(request), To("TagResource", Repeatable::kYes), ReadNothing);
}

Status RemoteDatabase::UntagResource(const UntagResourceRequest& request) {
  return Ask(write::UntagResource(request), To("UntagResource", Repeatable::kYes), ReadNothing);
}

Result<ListTagsResponse> RemoteDatabase::ListTagsOfResource(const ListTagsRequest& request) {
  return Ask(write::ListTagsOfResource(request), To("ListTagsOfResource", Repeatable::kYes),
             read::ListTags);
}

Result<TimeToLiveSpecification> RemoteDatabase::UpdateTimeToLive(
    const UpdateTimeToLiveRequest& request) {
  return Ask(write::UpdateTimeToLive(request), To("UpdateTimeToLive", Repeatable::kNo),
             read::UpdatedTimeToLive);
}

Result<TimeToLiveDescription> RemoteDatabase::DescribeTimeToLive(const std::string& table_name) {
  return Ask(write::OneName("TableName", table_name), To("DescribeTimeToLive", Repeatable::kYes),
             read::TimeToLive);
}

Result<BackupPtr> RemoteDatabase::CreateBackup(const CreateBackupRequest& request) {
  return Ask(write::CreateBackup(request), To("CreateBackup", Repeatable::kNo),
             read::CreatedBackup);
}

Result<BackupPtr> RemoteDatabase::DescribeBackup(const std::string& backup_arn) {
  return Ask(write::OneName("BackupArn", backup_arn), To("DescribeBackup", Repeatable::kYes),
             read::BackupDescription);
}

Result<BackupPtr> RemoteDatabase::DeleteBackup(const std::string& backup_arn) {
  return Ask(write::OneName("BackupArn", backup_arn), To("DeleteBackup", Repeatable::kNo),
             read::BackupDescription);
}

Result<ListBackupsResponse> RemoteDatabase::ListBackups(const ListBackupsRequest& request) {
  return Ask(write::ListBackups(request), To("ListBackups", Repeatable::kYes), read::ListBackups);
}

Result<TableDescription> RemoteDatabase::RestoreTableFromBackup(
    const RestoreTableFromBackupRequest& request) {
  return Ask(write::RestoreTableFromBackup(request), To("RestoreTableFromBackup", Repeatable::kNo),
             ReadDescription);
}

Result<TableDescription> RemoteDatabase::RestoreTableToPointInTime(
    const RestoreTableToPointInTimeRequest& request) {
  return Ask(write::RestoreTableToPointInTime(request),
             To("RestoreTableToPointInTime", Repeatable::kNo), ReadDescription);
}

Result<ContinuousBackupsDescription> RemoteDatabase::UpdateContinuousBackups(
    const UpdateContinuousBackupsRequest& request) {
  return Ask(write::UpdateContinuousBackups(request),
             To("UpdateContinuousBackups", Repeatable::kYes), read::ContinuousBackups);
}

Result<ContinuousBackupsDescription> RemoteDatabase::DescribeContinuousBackups(
    const std::string& table_name) {
  return Ask(write::OneName("TableName", table_name),
             To("DescribeContinuousBackups", Repeatable::kYes), read::ContinuousBackups);
}

Result<ListStreamsResponse> RemoteDatabase::ListStreams(const ListStreamsRequest& request) {
  return Ask(write::ListStreams(request), ToStreams("ListStreams"), read::ListStreams);
}

Result<DescribeStreamResponse> RemoteDatabase::DescribeStream(
    const DescribeStreamRequest& request) {
  return Ask(write::DescribeStream(request), ToStreams("DescribeStream"), read::DescribeStream);
}

Result<GetShardIteratorResponse> RemoteDatabase::GetShardIterator(
    const GetShardIteratorRequest& request) {
  return Ask(write::GetShardIterator(request), ToStreams("GetShardIterator"),
             read::GetShardIterator);
}

Result<GetRecordsResponse> RemoteDatabase::GetRecords(const GetRecordsRequest& request) {
  return Ask(write::GetRecords(request), ToStreams("GetRecords"), read::GetRecords);
}

}  // namespace trestle
