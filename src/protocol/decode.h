#pragma once

#include "operation/backup_admin.h"
#include "operation/batch_execute_statement.h"
#include "operation/batch_get_item.h"
#include "operation/batch_write_item.h"
#include "operation/continuous_backups.h"
#include "operation/contributor_insights.h"
#include "operation/create_table.h"
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
#include "operation/transact_get_items.h"
#include "operation/transact_write_items.h"
#include "operation/update_item.h"
#include "operation/update_table.h"
#include "protocol/members.h"

// From a body whose types and constraints are right to the request that an operation takes, one
// function for each operation. What can still fail is what cannot be read at all, such as base64.
namespace trestle::decode {

Result<GetItemRequest> GetItem(const Members& in);
Result<PutItemRequest> PutItem(const Members& in);
Result<UpdateItemRequest> UpdateItem(const Members& in);
Result<DeleteItemRequest> DeleteItem(const Members& in);
Result<QueryRequest> Query(const Members& in);
Result<ScanRequest> Scan(const Members& in);
Result<BatchGetItemRequest> BatchGetItem(const Members& in);
Result<BatchWriteItemRequest> BatchWriteItem(const Members& in);
Result<TransactGetItemsRequest> TransactGetItems(const Members& in);
// `body_bytes` is the length of the whole body.
Result<TransactWriteItemsRequest> TransactWriteItems(const Members& in, std::size_t body_bytes);
Result<ExecuteStatementRequest> ExecuteStatement(const Members& in);
Result<BatchExecuteStatementRequest> BatchExecuteStatement(const Members& in);
Result<ExecuteTransactionRequest> ExecuteTransaction(const Members& in, std::size_t body_bytes);
CreateTableRequest CreateTable(const Members& in);
UpdateTableRequest UpdateTable(const Members& in);
ListTablesRequest ListTables(const Members& in);
TagResourceRequest TagResource(const Members& in);
UntagResourceRequest UntagResource(const Members& in);
ListTagsRequest ListTagsOfResource(const Members& in);
UpdateContinuousBackupsRequest UpdateContinuousBackups(const Members& in);
CreateBackupRequest CreateBackup(const Members& in);
ListBackupsRequest ListBackups(const Members& in);
RestoreTableFromBackupRequest RestoreTableFromBackup(const Members& in);
RestoreTableToPointInTimeRequest RestoreTableToPointInTime(const Members& in);
ListStreamsRequest ListStreams(const Members& in);
DescribeStreamRequest DescribeStream(const Members& in);
GetShardIteratorRequest GetShardIterator(const Members& in);
GetRecordsRequest GetRecords(const Members& in);
UpdateContributorInsightsRequest UpdateContributorInsights(const Members& in);
DescribeContributorInsightsRequest DescribeContributorInsights(const Members& in);
ListContributorInsightsRequest ListContributorInsights(const Members& in);

}  // namespace trestle::decode
