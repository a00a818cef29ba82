#pragma once

#include <string>

#include "operation/database.h"

// From a request to the body that goes over the wire, one function for each operation: what
// protocol/decode.h reads. What can fail is a request that holds something malformed.
namespace trestle::remote::write {

Result<std::string> GetItem(const GetItemRequest& request);
Result<std::string> PutItem(const PutItemRequest& request);
Result<std::string> UpdateItem(const UpdateItemRequest& request);
Result<std::string> DeleteItem(const DeleteItemRequest& request);
Result<std::string> Query(const QueryRequest& request);
Result<std::string> Scan(const ScanRequest& request);
Result<std::string> BatchGetItem(const BatchGetItemRequest& request);
Result<std::string> BatchWriteItem(const BatchWriteItemRequest& request);
Result<std::string> TransactGetItems(const TransactGetItemsRequest& request);
Result<std::string> TransactWriteItems(const TransactWriteItemsRequest& request);
Result<std::string> ExecuteStatement(const ExecuteStatementRequest& request);
Result<std::string> BatchExecuteStatement(const BatchExecuteStatementRequest& request);
Result<std::string> ExecuteTransaction(const ExecuteTransactionRequest& request);

Result<std::string> CreateTable(const CreateTableRequest& request);
Result<std::string> UpdateTable(const UpdateTableRequest& request);
Result<std::string> ListTables(const ListTablesRequest& request);
Result<std::string> TagResource(const TagResourceRequest& request);
Result<std::string> UntagResource(const UntagResourceRequest& request);
Result<std::string> ListTagsOfResource(const ListTagsRequest& request);
Result<std::string> UpdateTimeToLive(const UpdateTimeToLiveRequest& request);
Result<std::string> CreateBackup(const CreateBackupRequest& request);
Result<std::string> ListBackups(const ListBackupsRequest& request);
Result<std::string> RestoreTableFromBackup(const RestoreTableFromBackupRequest& request);
Result<std::string> RestoreTableToPointInTime(const RestoreTableToPointInTimeRequest& request);
Result<std::string> UpdateContinuousBackups(const UpdateContinuousBackupsRequest& request);

Result<std::string> ListStreams(const ListStreamsRequest& request);
Result<std::string> DescribeStream(const DescribeStreamRequest& request);
Result<std::string> GetShardIterator(const GetShardIteratorRequest& request);
Result<std::string> GetRecords(const GetRecordsRequest& request);

// {"TableName": …} and the like.
Result<std::string> OneName(std::string_view member, std::string_view name);

}  // namespace trestle::remote::write
