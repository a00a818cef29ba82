#include "protocol/operations.h"

#include <algorithm>
#include <array>

#include "protocol/api.h"
#include "protocol/decode.h"
#include "protocol/decode_parameters.h"
#include "protocol/encode.h"
#include "protocol/exchange_calls.h"
#include "protocol/messages.h"
#include "protocol/not_here_yet.h"
#include "protocol/time_to_live_calls.h"

namespace trestle {
namespace {

Status RunGetItem(OperationContext& context, const Call& call, std::string& out) {
  TRESTLE_TRY(const GetItemRequest request, decode::GetItem(call.in));
  TRESTLE_TRY(const GetItemResponse response, GetItem(context, request));
  return encode::GetItem(response, request.return_consumed_capacity, out);
}

Status RunPutItem(OperationContext& context, const Call& call, std::string& out) {
  TRESTLE_TRY(PutItemRequest request, decode::PutItem(call.in));
  const ReturnConsumedCapacity wanted = request.return_consumed_capacity;
  TRESTLE_TRY(const ItemWriteResponse response, PutItem(context, std::move(request)));
  return encode::ItemWrite(response, wanted, out);
}

Status RunUpdateItem(OperationContext& context, const Call& call, std::string& out) {
  TRESTLE_TRY(const UpdateItemRequest request, decode::UpdateItem(call.in));
  TRESTLE_TRY(const ItemWriteResponse response, UpdateItem(context, request));
  return encode::ItemWrite(response, request.return_consumed_capacity, out);
}

Status RunDeleteItem(OperationContext& context, const Call& call, std::string& out) {
  TRESTLE_TRY(const DeleteItemRequest request, decode::DeleteItem(call.in));
  TRESTLE_TRY(const ItemWriteResponse response, DeleteItem(context, request));
  return encode::ItemWrite(response, request.return_consumed_capacity, out);
}

Status RunQuery(OperationContext& context, const Call& call, std::string& out) {
  TRESTLE_TRY(const QueryRequest request, decode::Query(call.in));
  TRESTLE_TRY(const PageResponse response, Query(context, request));
  return encode::Page(response, request.return_consumed_capacity, out);
}

Status RunScan(OperationContext& context, const Call& call, std::string& out) {
  TRESTLE_TRY(const ScanRequest request, decode::Scan(call.in));
  TRESTLE_TRY(const PageResponse response, Scan(context, request));
  return encode::Page(response, request.return_consumed_capacity, out);
}

Status RunBatchGetItem(OperationContext& context, const Call& call, std::string& out) {
  TRESTLE_TRY(const BatchGetItemRequest request, decode::BatchGetItem(call.in));
  TRESTLE_TRY(const BatchGetItemResponse response, BatchGetItem(context, request));
  return encode::BatchGetItem(response, request.return_consumed_capacity, out);
}

Status RunBatchWriteItem(OperationContext& context, const Call& call, std::string& out) {
  TRESTLE_TRY(BatchWriteItemRequest request, decode::BatchWriteItem(call.in));
  const ReturnConsumedCapacity wanted = request.return_consumed_capacity;
  TRESTLE_TRY(const BatchWriteItemResponse response, BatchWriteItem(context, std::move(request)));
  return encode::BatchWriteItem(response, wanted, out);
}

Status RunTransactGetItems(OperationContext& context, const Call& call, std::string& out) {
  TRESTLE_TRY(const TransactGetItemsRequest request, decode::TransactGetItems(call.in));
  TRESTLE_TRY(const TransactGetItemsResponse response, TransactGetItems(context, request));
  return encode::TransactGetItems(response, request.return_consumed_capacity, out);
}

Status RunTransactWriteItems(OperationContext& context, const Call& call, std::string& out) {
  TRESTLE_TRY(TransactWriteItemsRequest request,
              decode::TransactWriteItems(call.in, call.body_bytes));
  const ReturnConsumedCapacity wanted = request.return_consumed_capacity;
  TRESTLE_TRY(const TransactWriteItemsResponse response,
              TransactWriteItems(context, std::move(request)));
  return encode::TransactWriteItems(response, wanted, out);
}

Status RunExecuteStatement(OperationContext& context, const Call& call, std::string& out) {
  TRESTLE_TRY(const ExecuteStatementRequest request, decode::ExecuteStatement(call.in));
  TRESTLE_TRY(const ExecuteStatementResponse response, ExecuteStatement(context, request));
  return encode::ExecuteStatement(response, request.return_consumed_capacity, out);
}

Status RunBatchExecuteStatement(OperationContext& context, const Call& call, std::string& out) {
  TRESTLE_TRY(const BatchExecuteStatementRequest request, decode::BatchExecuteStatement(call.in));
  TRESTLE_TRY(const BatchExecuteStatementResponse response,
              BatchExecuteStatement(context, request));
  return encode::BatchExecuteStatement(response, request.return_consumed_capacity, out);
}

Status RunExecuteTransaction(OperationContext& context, const Call& call, std::string& out) {
  TRESTLE_TRY(const ExecuteTransactionRequest request,
              decode::ExecuteTransaction(call.in, call.body_bytes));
  TRESTLE_TRY(const ExecuteTransactionResponse response, ExecuteTransaction(context, request));
  return encode::ExecuteTransaction(response, request.return_consumed_capacity, out);
}

Status RunCreateTable(OperationContext& context, const Call& call, std::string& out) {
  TRESTLE_TRY(const TableDescription description,
              CreateTable(context, decode::CreateTable(call.in)));
  encode::Table("TableDescription", description, out);
  return {};
}

Status RunUpdateTable(OperationContext& context, const Call& call, std::string& out) {
  TRESTLE_TRY(const TableDescription description,
              UpdateTable(context, decode::UpdateTable(call.in)));
  encode::Table("TableDescription", description, out);
  return {};
}

Status RunDeleteTable(OperationContext& context, const Call& call, std::string& out) {
  const std::string name = decode::Text(call.in[api::DeleteTableInput::kTableName]);
  TRESTLE_TRY(const TableDescription description, DeleteTable(context, name));
  encode::Table("TableDescription", description, out);
  return {};
}

Status RunDescribeTable(OperationContext& context, const Call& call, std::string& out) {
  const std::string name = decode::Text(call.in[api::DescribeTableInput::kTableName]);
  TRESTLE_TRY(const TableDescription description, DescribeTable(context, name));
  encode::Table("Table", description, out);
  return {};
}

Status RunListTables(OperationContext& context, const Call& call, std::string& out) {
  TRESTLE_TRY(const ListTablesResponse response, ListTables(context, decode::ListTables(call.in)));
  encode::ListTables(response, out);
  return {};
}

Status RunDescribeLimits(OperationContext&, const Call&, std::string& out) {
  encode::DescribeLimits(DescribeLimits(), out);
  return {};
}

// The address is the one that the client used, so that a client that follows it stays here.
Status RunDescribeEndpoints(OperationContext&, const Call& call, std::string& out) {
  JsonWriter writer(out);
  writer.BeginObject();
  writer.Name("Endpoints");
  writer.BeginArray();
  writer.BeginObject();
  writer.Name("Address");
  writer.String(call.host);
  writer.Name("CachePeriodInMinutes");
  writer.Integer(1440);
  writer.EndObject();
  writer.EndArray();
  writer.EndObject();
  return {};
}

// The service answers these two with an empty body.
Status RunTagResource(OperationContext& context, const Call& call, std::string&) {
  return TagResource(context, decode::TagResource(call.in));
}

Status RunUntagResource(OperationContext& context, const Call& call, std::string&) {
  return UntagResource(context, decode::UntagResource(call.in));
}

Status RunListTagsOfResource(OperationContext& context, const Call& call, std::string& out) {
  TRESTLE_TRY(const ListTagsResponse response,
              ListTagsOfResource(context, decode::ListTagsOfResource(call.in)));
  encode::ListTags(response, out);
  return {};
}

Status RunUpdateContinuousBackups(OperationContext& context, const Call& call, std::string& out) {
  TRESTLE_TRY(const ContinuousBackupsDescription description,
              UpdateContinuousBackups(context, decode::UpdateContinuousBackups(call.in)));
  encode::ContinuousBackups(description, out);
  return {};
}

Status RunDescribeContinuousBackups(OperationContext& context, const Call& call, std::string& out) {
  const std::string name = decode::Text(call.in[api::DescribeContinuousBackupsInput::kTableName]);
  TRESTLE_TRY(const ContinuousBackupsDescription description,
              DescribeContinuousBackups(context, name));
  encode::ContinuousBackups(description, out);
  return {};
}

Status RunCreateBackup(OperationContext& context, const Call& call, std::string& out) {
  TRESTLE_TRY(const BackupPtr backup, CreateBackup(context, decode::CreateBackup(call.in)));
  encode::CreateBackup(*backup, out);
  return {};
}

Status RunDescribeBackup(OperationContext& context, const Call& call, std::string& out) {
  const std::string arn = decode::Text(call.in[api::DescribeBackupInput::kBackupArn]);
  TRESTLE_TRY(const BackupPtr backup, DescribeBackup(context, arn));
  encode::BackupDescription(*backup, out);
  return {};
}

Status RunDeleteBackup(OperationContext& context, const Call& call, std::string& out) {
  const std::string arn = decode::Text(call.in[api::DeleteBackupInput::kBackupArn]);
  TRESTLE_TRY(const BackupPtr backup, DeleteBackup(context, arn));
  encode::BackupDescription(*backup, out);
  return {};
}

Status RunListBackups(OperationContext& context, const Call& call, std::string& out) {
  TRESTLE_TRY(const ListBackupsResponse response,
              ListBackups(context, decode::ListBackups(call.in)));
  encode::ListBackups(response, out);
  return {};
}

Status RunRestoreTableFromBackup(OperationContext& context, const Call& call, std::string& out) {
  TRESTLE_TRY(const TableDescription description,
              RestoreTableFromBackup(context, decode::RestoreTableFromBackup(call.in)));
  encode::Table("TableDescription", description, out);
  return {};
}

Status RunRestoreTableToPointInTime(OperationContext& context, const Call& call, std::string& out) {
  TRESTLE_TRY(const TableDescription description,
              RestoreTableToPointInTime(context, decode::RestoreTableToPointInTime(call.in)));
  encode::Table("TableDescription", description, out);
  return {};
}

Status RunListStreams(OperationContext& context, const Call& call, std::string& out) {
  TRESTLE_TRY(const ListStreamsResponse response,
              ListStreams(context, decode::ListStreams(call.in)));
  encode::ListStreams(response, out);
  return {};
}

Status RunDescribeStream(OperationContext& context, const Call& call, std::string& out) {
  TRESTLE_TRY(const DescribeStreamResponse response,
              DescribeStream(context, decode::DescribeStream(call.in)));
  encode::DescribeStream(response, out);
  return {};
}

Status RunGetShardIterator(OperationContext& context, const Call& call, std::string& out) {
  TRESTLE_TRY(const GetShardIteratorResponse response,
              GetShardIterator(context, decode::GetShardIterator(call.in)));
  encode::GetShardIterator(response, out);
  return {};
}

Status RunGetRecords(OperationContext& context, const Call& call, std::string& out) {
  TRESTLE_TRY(const GetRecordsResponse response, GetRecords(context, decode::GetRecords(call.in)));
  return encode::GetRecords(response, out);
}

Status RunUpdateContributorInsights(OperationContext& context, const Call& call, std::string& out) {
  TRESTLE_TRY(const ContributorInsights insights,
              UpdateContributorInsights(context, decode::UpdateContributorInsights(call.in)));
  encode::UpdatedContributorInsights(insights, out);
  return {};
}

Status RunDescribeContributorInsights(OperationContext& context, const Call& call,
                                      std::string& out) {
  TRESTLE_TRY(const ContributorInsights insights,
              DescribeContributorInsights(context, decode::DescribeContributorInsights(call.in)));
  encode::ContributorInsights(insights, out);
  return {};
}

Status RunListContributorInsights(OperationContext& context, const Call& call, std::string& out) {
  TRESTLE_TRY(const ListContributorInsightsResponse response,
              ListContributorInsights(context, decode::ListContributorInsights(call.in)));
  encode::ListContributorInsights(response, out);
  return {};
}

constexpr ConstraintRules kItems{};
constexpr ConstraintRules kPaths{.style = ReportStyle::kPathsOnly};
constexpr ConstraintRules kTables{.table_name = TableNameRule::kStrict};
constexpr ConstraintRules kTableItself{.table_name = TableNameRule::kAsked};
constexpr auto kWithTheTurn = ServedOperation::Commits::kWithTheTurn;

// By target, in byte order.
constexpr ServedOperation kServed[] = {
    {"DynamoDBStreams_20120810.DescribeStream", kTables, RunDescribeStream},
    {"DynamoDBStreams_20120810.GetRecords", kTables, RunGetRecords},
    {"DynamoDBStreams_20120810.GetShardIterator", kTables, RunGetShardIterator},
    {"DynamoDBStreams_20120810.ListStreams", kTables, RunListStreams},
    {"DynamoDB_20120810.BatchExecuteStatement", kItems, RunBatchExecuteStatement},
    {"DynamoDB_20120810.BatchGetItem", kPaths, RunBatchGetItem},
    {"DynamoDB_20120810.BatchWriteItem", kItems, RunBatchWriteItem, kWithTheTurn},
    {"DynamoDB_20120810.CreateBackup", kTables, RunCreateBackup},
    {"DynamoDB_20120810.CreateTable", kTableItself, RunCreateTable},
    {"DynamoDB_20120810.DeleteBackup", kTables, RunDeleteBackup},
    {"DynamoDB_20120810.DeleteItem", kItems, RunDeleteItem, kWithTheTurn},
    {"DynamoDB_20120810.DeleteTable", kTableItself, RunDeleteTable},
    {"DynamoDB_20120810.DescribeBackup", kTables, RunDescribeBackup},
    {"DynamoDB_20120810.DescribeContinuousBackups", kTables, RunDescribeContinuousBackups},
    {"DynamoDB_20120810.DescribeContributorInsights", kTables, RunDescribeContributorInsights},
    {"DynamoDB_20120810.DescribeEndpoints", kTables, RunDescribeEndpoints},
    {"DynamoDB_20120810.DescribeExport", kTables, RunDescribeExport},
    {"DynamoDB_20120810.DescribeImport", kTables, RunDescribeImport},
    {"DynamoDB_20120810.DescribeLimits", kTables, RunDescribeLimits},
    {"DynamoDB_20120810.DescribeTable", kTableItself, RunDescribeTable},
    {"DynamoDB_20120810.DescribeTimeToLive", kTables, RunDescribeTimeToLive},
    {"DynamoDB_20120810.ExecuteStatement", kItems, RunExecuteStatement},
    {"DynamoDB_20120810.ExecuteTransaction", kItems, RunExecuteTransaction},
    {"DynamoDB_20120810.ExportTableToPointInTime", kTables, RunExportTable},
    {"DynamoDB_20120810.GetItem", kItems, RunGetItem, kWithTheTurn},
    {"DynamoDB_20120810.ImportTable", kTables, RunImportTable},
    {"DynamoDB_20120810.ListBackups", kTables, RunListBackups},
    {"DynamoDB_20120810.ListContributorInsights", kTables, RunListContributorInsights},
    {"DynamoDB_20120810.ListExports", kTables, RunListExports},
    {"DynamoDB_20120810.ListGlobalTables", kTables, not_here_yet::ListGlobalTables},
    {"DynamoDB_20120810.ListImports", kTables, RunListImports},
    {"DynamoDB_20120810.ListTables", kTables, RunListTables},
    {"DynamoDB_20120810.ListTagsOfResource", kTables, RunListTagsOfResource},
    {"DynamoDB_20120810.PutItem", kItems, RunPutItem, kWithTheTurn},
    {"DynamoDB_20120810.Query", kPaths, RunQuery},
    {"DynamoDB_20120810.RestoreTableFromBackup", kTables, RunRestoreTableFromBackup},
    {"DynamoDB_20120810.RestoreTableToPointInTime", kTables, RunRestoreTableToPointInTime},
    {"DynamoDB_20120810.Scan", kItems, RunScan},
    {"DynamoDB_20120810.TagResource", kTables, RunTagResource},
    {"DynamoDB_20120810.TransactGetItems", kItems, RunTransactGetItems},
    {"DynamoDB_20120810.TransactWriteItems", kItems, RunTransactWriteItems, kWithTheTurn},
    {"DynamoDB_20120810.UntagResource", kTables, RunUntagResource},
    {"DynamoDB_20120810.UpdateContinuousBackups", kTables, RunUpdateContinuousBackups},
    {"DynamoDB_20120810.UpdateContributorInsights", kTables, RunUpdateContributorInsights},
    {"DynamoDB_20120810.UpdateItem", kItems, RunUpdateItem, kWithTheTurn},
    {"DynamoDB_20120810.UpdateTable", kTableItself, RunUpdateTable},
    {"DynamoDB_20120810.UpdateTimeToLive", kTables, RunUpdateTimeToLive},
};
static_assert(std::is_sorted(std::begin(kServed), std::end(kServed),
                             [](const ServedOperation& a, const ServedOperation& b) {
                               return a.target < b.target;
                             }));

}  // namespace

const ServedOperation* FindServed(std::string_view target) {
  const auto found = std::lower_bound(std::begin(kServed), std::end(kServed), target,
                                      [](const ServedOperation& served, std::string_view wanted) {
                                        return served.target < wanted;
                                      });
  return found != std::end(kServed) && found->target == target ? found : nullptr;
}

}  // namespace trestle
