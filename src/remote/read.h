#pragma once

#include "operation/database.h"
#include "remote/answer.h"

// From the body of an answer to the response that a caller takes, one function for each kind: what
// protocol/encode.h writes. What lacks its main member, or holds what nobody can read, is an error.
namespace trestle::remote::read {

Result<GetItemResponse> GetItem(const Answer& in);
Result<ItemWriteResponse> ItemWrite(const Answer& in);
Result<PageResponse> Page(const Answer& in);
Result<BatchGetItemResponse> BatchGetItem(const Answer& in);
Result<BatchWriteItemResponse> BatchWriteItem(const Answer& in);
Result<TransactGetItemsResponse> TransactGetItems(const Answer& in);
Result<TransactWriteItemsResponse> TransactWriteItems(const Answer& in);
Result<ExecuteStatementResponse> ExecuteStatement(const Answer& in);
Result<BatchExecuteStatementResponse> BatchExecuteStatement(const Answer& in);
Result<ExecuteTransactionResponse> ExecuteTransaction(const Answer& in);

// `member` is Table or TableDescription.
Result<TableDescription> Table(const Answer& in, std::string_view member);
Result<ListTablesResponse> ListTables(const Answer& in);
Result<ListTagsResponse> ListTags(const Answer& in);
Result<TimeToLiveSpecification> UpdatedTimeToLive(const Answer& in);
Result<TimeToLiveDescription> TimeToLive(const Answer& in);

Result<BackupPtr> CreatedBackup(const Answer& in);
Result<BackupPtr> BackupDescription(const Answer& in);
Result<ListBackupsResponse> ListBackups(const Answer& in);
Result<ContinuousBackupsDescription> ContinuousBackups(const Answer& in);

Result<ListStreamsResponse> ListStreams(const Answer& in);
Result<DescribeStreamResponse> DescribeStream(const Answer& in);
Result<GetShardIteratorResponse> GetShardIterator(const Answer& in);
Result<GetRecordsResponse> GetRecords(const Answer& in);

// Parts of tables that backups and streams show too. Types are those of `attributes`.
KeySchema Keys(const Answer& in, const std::vector<KeyAttribute>& attributes);
std::vector<IndexDefinition> Indexes(const Answer& in, const std::vector<KeyAttribute>& attributes);
ProvisionedThroughput Throughput(const Answer& in);
// Name, region and ARN from the ARN of the table, or of something of it.
void PlaceTable(std::string_view arn, TableDefinition& table);

}  // namespace trestle::remote::read
