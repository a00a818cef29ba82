#pragma once

#include "operation/backup_admin.h"
#include "operation/batch_execute_statement.h"
#include "operation/batch_get_item.h"
#include "operation/batch_write_item.h"
#include "operation/continuous_backups.h"
#include "operation/delete_item.h"
#include "operation/execute_statement.h"
#include "operation/execute_transaction.h"
#include "operation/get_item.h"
#include "operation/put_item.h"
#include "operation/query.h"
#include "operation/restore_table.h"
#include "operation/scan.h"
#include "operation/streams.h"
#include "operation/table_admin.h"
#include "operation/time_to_live.h"
#include "operation/transact_get_items.h"
#include "operation/transact_write_items.h"
#include "operation/update_item.h"
#include "operation/update_table.h"

namespace trestle {

// A DynamoDB: one call for each operation, typed request in, typed response out. LocalDatabase is
// the one of this process; whatever speaks to an endpoint can be another. A call returns when its
// answer is final: a write is then as durable as the database promises. Safe to share between
// threads.
class Database {
 public:
  virtual ~Database() = default;

  virtual Result<GetItemResponse> GetItem(const GetItemRequest& request) = 0;
  virtual Result<ItemWriteResponse> PutItem(PutItemRequest request) = 0;
  virtual Result<ItemWriteResponse> UpdateItem(const UpdateItemRequest& request) = 0;
  virtual Result<ItemWriteResponse> DeleteItem(const DeleteItemRequest& request) = 0;

  virtual Result<PageResponse> Query(const QueryRequest& request) = 0;
  virtual Result<PageResponse> Scan(const ScanRequest& request) = 0;

  virtual Result<BatchGetItemResponse> BatchGetItem(const BatchGetItemRequest& request) = 0;
  virtual Result<BatchWriteItemResponse> BatchWriteItem(BatchWriteItemRequest request) = 0;
  virtual Result<TransactGetItemsResponse> TransactGetItems(
      const TransactGetItemsRequest& request) = 0;
  virtual Result<TransactWriteItemsResponse> TransactWriteItems(
      TransactWriteItemsRequest request) = 0;

  virtual Result<ExecuteStatementResponse> ExecuteStatement(
      const ExecuteStatementRequest& request) = 0;
  virtual Result<BatchExecuteStatementResponse> BatchExecuteStatement(
      const BatchExecuteStatementRequest& request) = 0;
  virtual Result<ExecuteTransactionResponse> ExecuteTransaction(
      const ExecuteTransactionRequest& request) = 0;

  virtual Result<TableDescription> CreateTable(const CreateTableRequest& request) = 0;
  virtual Result<TableDescription> UpdateTable(const UpdateTableRequest& request) = 0;
  virtual Result<TableDescription> DescribeTable(const std::string& table_name) = 0;
  virtual Result<TableDescription> DeleteTable(const std::string& table_name) = 0;
  virtual Result<ListTablesResponse> ListTables(const ListTablesRequest& request) = 0;
  virtual Status TagResource(const TagResourceRequest& request) = 0;
  virtual Status UntagResource(const UntagResourceRequest& request) = 0;
  virtual Result<ListTagsResponse> ListTagsOfResource(const ListTagsRequest& request) = 0;
  virtual Result<TimeToLiveSpecification> UpdateTimeToLive(
      const UpdateTimeToLiveRequest& request) = 0;
  virtual Result<TimeToLiveDescription> DescribeTimeToLive(const std::string& table_name) = 0;

  virtual Result<BackupPtr> CreateBackup(const CreateBackupRequest& request) = 0;
  virtual Result<BackupPtr> DescribeBackup(const std::string& backup_arn) = 0;
  virtual Result<BackupPtr> DeleteBackup(const std::string& backup_arn) = 0;
  virtual Result<ListBackupsResponse> ListBackups(const ListBackupsRequest& request) = 0;
  virtual Result<TableDescription> RestoreTableFromBackup(
      const RestoreTableFromBackupRequest& request) = 0;
  virtual Result<TableDescription> RestoreTableToPointInTime(
      const RestoreTableToPointInTimeRequest& request) = 0;
  virtual Result<ContinuousBackupsDescription> UpdateContinuousBackups(
      const UpdateContinuousBackupsRequest& request) = 0;
  virtual Result<ContinuousBackupsDescription> DescribeContinuousBackups(
      const std::string& table_name) = 0;

  virtual Result<ListStreamsResponse> ListStreams(const ListStreamsRequest& request) = 0;
  virtual Result<DescribeStreamResponse> DescribeStream(const DescribeStreamRequest& request) = 0;
  virtual Result<GetShardIteratorResponse> GetShardIterator(
      const GetShardIteratorRequest& request) = 0;
  virtual Result<GetRecordsResponse> GetRecords(const GetRecordsRequest& request) = 0;
};

}  // namespace trestle
