#pragma once

#include <string>

#include "json/json_writer.h"
#include "operation/backup_admin.h"
#include "operation/batch_execute_statement.h"
#include "operation/batch_get_item.h"
#include "operation/batch_write_item.h"
#include "operation/continuous_backups.h"
#include "operation/contributor_insights.h"
#include "operation/create_table.h"
#include "operation/execute_statement.h"
#include "operation/execute_transaction.h"
#include "operation/get_item.h"
#include "operation/put_item.h"
#include "operation/query.h"
#include "operation/streams.h"
#include "operation/table_admin.h"
#include "operation/transact_get_items.h"
#include "operation/transact_write_items.h"

// From an operation's response to the body of its reply, which is appended to `out`. What can fail
// is a stored item that turns out to be damaged.
namespace trestle::encode {

Status GetItem(const GetItemResponse& response, ReturnConsumedCapacity wanted, std::string& out);
// Of PutItem, UpdateItem and DeleteItem.
Status ItemWrite(const ItemWriteResponse& response, ReturnConsumedCapacity wanted,
                 std::string& out);
// Of Query and Scan.
Status Page(const PageResponse& response, ReturnConsumedCapacity wanted, std::string& out);
Status BatchGetItem(const BatchGetItemResponse& response, ReturnConsumedCapacity wanted,
                    std::string& out);
Status BatchWriteItem(const BatchWriteItemResponse& response, ReturnConsumedCapacity wanted,
                      std::string& out);
Status TransactGetItems(const TransactGetItemsResponse& response, ReturnConsumedCapacity wanted,
                        std::string& out);
Status TransactWriteItems(const TransactWriteItemsResponse& response, ReturnConsumedCapacity wanted,
                          std::string& out);
Status ExecuteStatement(const ExecuteStatementResponse& response, ReturnConsumedCapacity wanted,
                        std::string& out);
Status BatchExecuteStatement(const BatchExecuteStatementResponse& response,
                             ReturnConsumedCapacity wanted, std::string& out);
Status ExecuteTransaction(const ExecuteTransactionResponse& response, ReturnConsumedCapacity wanted,
                          std::string& out);

// {"Table": …} of DescribeTable, {"TableDescription": …} of the others.
void Table(std::string_view member, const TableDescription& description, std::string& out);
void ListTables(const ListTablesResponse& response, std::string& out);
void DescribeLimits(const DescribeLimitsResponse& response, std::string& out);
void CreateBackup(const Backup& backup, std::string& out);
void BackupDescription(const Backup& backup, std::string& out);  // of DescribeBackup, DeleteBackup
void ListBackups(const ListBackupsResponse& response, std::string& out);
void ContinuousBackups(const ContinuousBackupsDescription& description, std::string& out);
void ListTags(const ListTagsResponse& response, std::string& out);
void ListStreams(const ListStreamsResponse& response, std::string& out);
void DescribeStream(const DescribeStreamResponse& response, std::string& out);
void GetShardIterator(const GetShardIteratorResponse& response, std::string& out);
Status GetRecords(const GetRecordsResponse& response, std::string& out);
void UpdatedContributorInsights(const trestle::ContributorInsights& insights, std::string& out);
void ContributorInsights(const trestle::ContributorInsights& insights, std::string& out);
void ListContributorInsights(const ListContributorInsightsResponse& response, std::string& out);

// Parts that several replies share.
void Consumed(const ConsumedCapacity& consumed, ReturnConsumedCapacity wanted, JsonWriter& writer);
void ConsumedOfTables(const std::vector<ConsumedCapacity>& tables, ReturnConsumedCapacity wanted,
                      JsonWriter& writer);
void CollectionMetrics(const ItemCollectionMetrics& metrics, JsonWriter& writer);
void CollectionMetricsByTable(
    const std::map<std::string, std::vector<ItemCollectionMetrics>>& metrics, JsonWriter& writer);
Status StoredItem(std::string_view name, EncodedItemView item, JsonWriter& writer);
Status StoredItems(std::string_view name, const EncodedItems& items, JsonWriter& writer);
// One object for each item, without members where there is none.
Status ItemResponses(const std::vector<std::optional<EncodedItem>>& items, JsonWriter& writer);

}  // namespace trestle::encode
