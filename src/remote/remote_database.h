#pragma once

#include <chrono>
#include <memory>
#include <string>

#include "auth/signing.h"
#include "base/clock.h"
#include "operation/database.h"
#include "remote/backoff.h"

namespace trestle {

namespace remote {
class Answer;
class Wire;
struct Call;
}  // namespace remote

// The database behind any DynamoDB endpoint, AWS included. Requests are signed (Signature
// Version 4). A call that fails for a while, being throttled, without a connection or by the
// endpoint's own fault, is repeated with exponential backoff and full jitter; one that may have
// been done already is repeated only if doing it twice is harmless. Errors of the endpoint come
// back with their code and text. Safe to share between threads.
class RemoteDatabase final : public Database {
 public:
  struct Options {
    std::string endpoint = "http://127.0.0.1:8000";  // or https, whose certificate is checked
    std::string streams_endpoint = {};               // empty: the same, or what AWS has beside it
    std::string region = "us-east-1";
    Credentials credentials;
    std::chrono::milliseconds patience{30'000};  // with one attempt
    remote::BackoffOptions backoff;
    remote::Pause pause = remote::PauseOnThisThread();  // false ends a call with its last error
  };
  // Looks the host up and sends nothing. `clock` outlives the database.
  static Result<std::unique_ptr<RemoteDatabase>> Open(const Options& options, const Clock& clock);
  ~RemoteDatabase() override;

  const std::string& url() const;

  Result<GetItemResponse> GetItem(const GetItemRequest& request) override;
  Result<ItemWriteResponse> PutItem(PutItemRequest request) override;
  Result<ItemWriteResponse> UpdateItem(const UpdateItemRequest& request) override;
  Result<ItemWriteResponse> DeleteItem(const DeleteItemRequest& request) override;

  Result<PageResponse> Query(const QueryRequest& request) override;
  Result<PageResponse> Scan(const ScanRequest& request) override;

  Result<BatchGetItemResponse> BatchGetItem(const BatchGetItemRequest& request) override;
  Result<BatchWriteItemResponse> BatchWriteItem(BatchWriteItemRequest request) override;
  Result<TransactGetItemsResponse> TransactGetItems(
      const TransactGetItemsRequest& request) override;
  // Without a token it gets one, so that it can be repeated.
  Result<TransactWriteItemsResponse> TransactWriteItems(TransactWriteItemsRequest request) override;

  Result<ExecuteStatementResponse> ExecuteStatement(
      const ExecuteStatementRequest& request) override;
  Result<BatchExecuteStatementResponse> BatchExecuteStatement(
      const BatchExecuteStatementRequest& request) override;
  Result<ExecuteTransactionResponse> ExecuteTransaction(
      const ExecuteTransactionRequest& request) override;

  Result<TableDescription> CreateTable(const CreateTableRequest& request) override;
  Result<TableDescription> UpdateTable(const UpdateTableRequest& request) override;
  Result<TableDescription> DescribeTable(const std::string& table_name) override;
  Result<TableDescription> DeleteTable(const std::string& table_name) override;
  Result<ListTablesResponse> ListTables(const ListTablesRequest& request) override;
  Status TagResource(const TagResourceRequest& request) override;
  Status UntagResource(const UntagResourceRequest& request) override;
  Result<ListTagsResponse> ListTagsOfResource(const ListTagsRequest& request) override;
  Result<TimeToLiveSpecification> UpdateTimeToLive(const UpdateTimeToLiveRequest& request) override;
  Result<TimeToLiveDescription> DescribeTimeToLive(const std::string& table_name) override;

  Result<BackupPtr> CreateBackup(const CreateBackupRequest& request) override;
  Result<BackupPtr> DescribeBackup(const std::string& backup_arn) override;
  Result<BackupPtr> DeleteBackup(const std::string& backup_arn) override;
  Result<ListBackupsResponse> ListBackups(const ListBackupsRequest& request) override;
  Result<TableDescription> RestoreTableFromBackup(
      const RestoreTableFromBackupRequest& request) override;
  Result<TableDescription> RestoreTableToPointInTime(
      const RestoreTableToPointInTimeRequest& request) override;
  Result<ContinuousBackupsDescription> UpdateContinuousBackups(
      const UpdateContinuousBackupsRequest& request) override;
  Result<ContinuousBackupsDescription> DescribeContinuousBackups(
      const std::string& table_name) override;

  Result<ListStreamsResponse> ListStreams(const ListStreamsRequest& request) override;
  // Shards and sequence numbers are whatever the endpoint calls them.
  Result<DescribeStreamResponse> DescribeStream(const DescribeStreamRequest& request) override;
  Result<GetShardIteratorResponse> GetShardIterator(
      const GetShardIteratorRequest& request) override;
  Result<GetRecordsResponse> GetRecords(const GetRecordsRequest& request) override;

 private:
  explicit RemoteDatabase(std::unique_ptr<remote::Wire> wire);

  // Sends the call, whose body may already be an error, and reads the answer.
  template <class Read>
  auto Ask(Result<std::string> body, remote::Call call, Read read)
      -> decltype(read(std::declval<const remote::Answer&>()));

  std::unique_ptr<remote::Wire> wire_;
};

}  // namespace trestle
