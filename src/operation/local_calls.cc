// LocalDatabase as a Database: each operation, and the wait for the disk that its answer depends
// on.
#include <utility>

#include "operation/local_database.h"
#include "operation/request_content.h"

namespace trestle {

template <class Operation>
auto LocalDatabase::Answer(Operation&& operation) {
  CommitPosition answer_after;
  auto answer = [&] {
    const Doorway::Stay stay(doorway_);
    OperationContext context = NewContext(region_);
    auto result = operation(context);
    answer_after = context.answer_after;
    return result;
  }();
  // A refusal waits too: it may have seen what a crash could still take back.
  if (!IsDurable(answer_after)) {
    if (Status durable = store_->WaitDurable(answer_after); !durable) {
      return decltype(answer)(tl::unexpected(std::move(durable).error()));
    }
  }
  return answer;
}

Result<GetItemResponse> LocalDatabase::GetItem(const GetItemRequest& request) {
  return Answer([&](OperationContext& context) { return trestle::GetItem(context, request); });
}

Result<ItemWriteResponse> LocalDatabase::PutItem(PutItemRequest request) {
  return Answer(
      [&](OperationContext& context) { return trestle::PutItem(context, std::move(request)); });
}

Result<ItemWriteResponse> LocalDatabase::UpdateItem(const UpdateItemRequest& request) {
  return Answer([&](OperationContext& context) { return trestle::UpdateItem(context, request); });
}

Result<ItemWriteResponse> LocalDatabase::DeleteItem(const DeleteItemRequest& request) {
  return Answer([&](OperationContext& context) { return trestle::DeleteItem(context, request); });
}

Result<PageResponse> LocalDatabase::Query(const QueryRequest& request) {
  return Answer([&](OperationContext& context) { return trestle::Query(context, request); });
}

Result<PageResponse> LocalDatabase::Scan(const ScanRequest& request) {
  return Answer([&](OperationContext& context) { return trestle::Scan(context, request); });
}

Result<BatchGetItemResponse> LocalDatabase::BatchGetItem(const BatchGetItemRequest& request) {
  return Answer([&](OperationContext& context) { return trestle::BatchGetItem(context, request); });
}

Result<BatchWriteItemResponse> LocalDatabase::BatchWriteItem(BatchWriteItemRequest request) {
  return Answer([&](OperationContext& context) {
    return trestle::BatchWriteItem(context, std::move(request));
  });
}

Result<TransactGetItemsResponse> LocalDatabase::TransactGetItems(
    const TransactGetItemsRequest& request) {
  return Answer(
      [&](OperationContext& context) { return trestle::TransactGetItems(context, request); });
}

Result<TransactWriteItemsResponse> LocalDatabase::TransactWriteItems(
    TransactWriteItemsRequest request) {
  if (request.payload_bytes == 0) request.payload_bytes = PayloadBytes(request);
  if (request.client_request_token && request.content_digest.empty()) {
    request.content_digest = ContentDigest(request);
  }
  return Answer([&](OperationContext& context) {
    return trestle::TransactWriteItems(context, std::move(request));
  });
}

Result<ExecuteStatementResponse> LocalDatabase::ExecuteStatement(
    const ExecuteStatementRequest& request) {
  return Answer(
      [&](OperationContext& context) { return trestle::ExecuteStatement(context, request); });
}

Result<BatchExecuteStatementResponse> LocalDatabase::BatchExecuteStatement(
    const BatchExecuteStatementRequest& request) {
  return Answer(
      [&](OperationContext& context) { return trestle::BatchExecuteStatement(context, request); });
}

Result<ExecuteTransactionResponse> LocalDatabase::ExecuteTransaction(
    const ExecuteTransactionRequest& request) {
  return Answer(
      [&](OperationContext& context) { return trestle::ExecuteTransaction(context, request); });
}

Result<TableDescription> LocalDatabase::CreateTable(const CreateTableRequest& request) {
  return Answer([&](OperationContext& context) { return trestle::CreateTable(context, request); });
}

Result<TableDescription> LocalDatabase::UpdateTable(const UpdateTableRequest& request) {
  return Answer([&](OperationContext& context) { return trestle::UpdateTable(context, request); });
}

Result<TableDescription> LocalDatabase::DescribeTable(const std::string& table_name) {
  return Answer(
      [&](OperationContext& context) { return trestle::DescribeTable(context, table_name); });
}

Result<TableDescription> LocalDatabase::DeleteTable(const std::string& table_name) {
  return Answer(
      [&](OperationContext& context) { return trestle::DeleteTable(context, table_name); });
}

Result<ListTablesResponse> LocalDatabase::ListTables(const ListTablesRequest& request) {
  return Answer([&](OperationContext& context) { return trestle::ListTables(context, request); });
}

Status LocalDatabase::TagResource(const TagResourceRequest& request) {
  return Answer([&](OperationContext& context) { return trestle::TagResource(context, request); });
}

Status LocalDatabase::UntagResource(const UntagResourceRequest& request) {
  return Answer(
      [&](OperationContext& context) { return trestle::UntagResource(context, request); });
}

Result<ListTagsResponse> LocalDatabase::ListTagsOfResource(const ListTagsRequest& request) {
  return Answer(
      [&](OperationContext& context) { return trestle::ListTagsOfResource(context, request); });
}

Result<TimeToLiveSpecification> LocalDatabase::UpdateTimeToLive(
    const UpdateTimeToLiveRequest& request) {
  return Answer(
      [&](OperationContext& context) { return trestle::UpdateTimeToLive(context, request); });
}

Result<TimeToLiveDescription> LocalDatabase::DescribeTimeToLive(const std::string& table_name) {
  return Answer(
      [&](OperationContext& context) { return trestle::DescribeTimeToLive(context, table_name); });
}

Result<BackupPtr> LocalDatabase::CreateBackup(const CreateBackupRequest& request) {
  return Answer([&](OperationContext& context) { return trestle::CreateBackup(context, request); });
}

Result<BackupPtr> LocalDatabase::DescribeBackup(const std::string& backup_arn) {
  return Answer(
      [&](OperationContext& context) { return trestle::DescribeBackup(context, backup_arn); });
}

Result<BackupPtr> LocalDatabase::DeleteBackup(const std::string& backup_arn) {
  return Answer(
      [&](OperationContext& context) { return trestle::DeleteBackup(context, backup_arn); });
}

Result<ListBackupsResponse> LocalDatabase::ListBackups(const ListBackupsRequest& request) {
  return Answer([&](OperationContext& context) { return trestle::ListBackups(context, request); });
}

Result<TableDescription> LocalDatabase::RestoreTableFromBackup(
    const RestoreTableFromBackupRequest& request) {
  return Answer(
      [&](OperationContext& context) { return trestle::RestoreTableFromBackup(context, request); });
}

Result<TableDescription> LocalDatabase::RestoreTableToPointInTime(
    const RestoreTableToPointInTimeRequest& request) {
  return Answer([&](OperationContext& context) {
    return trestle::RestoreTableToPointInTime(context, request);
  });
}

Result<ContinuousBackupsDescription> LocalDatabase::UpdateContinuousBackups(
    const UpdateContinuousBackupsRequest& request) {
  return Answer([&](OperationContext& context) {
    return trestle::UpdateContinuousBackups(context, request);
  });
}

Result<ContinuousBackupsDescription> LocalDatabase::DescribeContinuousBackups(
    const std::string& table_name) {
  return Answer([&](OperationContext& context) {
    return trestle::DescribeContinuousBackups(context, table_name);
  });
}

Result<ListStreamsResponse> LocalDatabase::ListStreams(const ListStreamsRequest& request) {
  return Answer([&](OperationContext& context) { return trestle::ListStreams(context, request); });
}

Result<DescribeStreamResponse> LocalDatabase::DescribeStream(const DescribeStreamRequest& request) {
  return Answer(
      [&](OperationContext& context) { return trestle::DescribeStream(context, request); });
}

Result<GetShardIteratorResponse> LocalDatabase::GetShardIterator(
    const GetShardIteratorRequest& request) {
  return Answer(
      [&](OperationContext& context) { return trestle::GetShardIterator(context, request); });
}

Result<GetRecordsResponse> LocalDatabase::GetRecords(const GetRecordsRequest& request) {
  return Answer([&](OperationContext& context) { return trestle::GetRecords(context, request); });
}

}  // namespace trestle
