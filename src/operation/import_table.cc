#include "operation/import_table.h"

#include <string_view>
#include <utility>

#include "exchange/messages.h"
#include "operation/exchange_messages.h"
#include "operation/job_arns.h"
#include "operation/new_table_checks.h"
#include "table/table_directory.h"

namespace trestle {
namespace {

constexpr std::string_view kKind = "imports";

Status CheckFormat(const ImportTableRequest& request) {
  if (request.format == ImportFormat::kIon) return messages::NotSupportedHere("InputFormat ION");
  if (request.csv && request.format != ImportFormat::kCsv) {
    return messages::FormatOptionsUnsupported("DYNAMODB_JSON");
  }
  return {};
}

Import JobOf(const ImportTableRequest& request, TimePoint now) {
  Import job;
  job.started = now;
  job.table_name = TableNameOf(request.table.table_name);
  job.client_token = request.client_token;
  job.s3_bucket = request.s3_bucket;
  job.s3_bucket_owner = request.s3_bucket_owner;
  job.s3_prefix = request.s3_prefix;
  job.format = request.format == ImportFormat::kCsv ? DataFormat::kCsv : DataFormat::kDynamoDbJson;
  if (request.csv) {
    job.csv_delimiter = request.csv->delimiter;
    job.csv_header = request.csv->header;
  }
  job.compression = request.compression;
  job.parameters = request.table_parameters;
  return job;
}

}  // namespace

Result<ImportPtr> ImportTable(OperationContext& context, const ImportTableRequest& request) {
  TRESTLE_RETURN_IF_ERROR(CheckFormat(request));
  TRESTLE_TRY(TableDefinition definition, NewTable(request.table, context));
  context.AnswerAfterLatest();
  Import job = JobOf(request, context.clock.Now());
  const ImportPtr earlier = context.imports->FindRepeated(job);
  if (earlier != nullptr && earlier->table_name != job.table_name) {
    return messages::ImportTokenConflict();
  }
  // The service looks no further than at the table's name; and at that, while it imports.
  if (earlier != nullptr && earlier->status == ImportStatus::kInProgress) return earlier;
  const std::string name = definition.name;
  if (context.catalog.FindInAnyState(name) != nullptr) {
    return messages::ImportIntoExistingTable(name);
  }
  if (earlier != nullptr) return earlier;
  Result<ImportPtr> begun = context.imports->Start(std::move(definition), std::move(job));
  context.AnswerAfterLatest();
  if (begun || begun.error().code != ErrorCode::kResourceInUse) return begun;
  // Somebody else was quicker.
  return messages::ImportIntoExistingTable(name);
}

Result<ImportPtr> DescribeImport(OperationContext& context, const std::string& import_arn) {
  const std::optional<ArnParts> parts = PartsOf(import_arn);
  if (!parts || !parts->resource.starts_with("table/") ||
      parts->resource.find("/import/") == std::string_view::npos) {
    return messages::ImportArnInvalid();
  }
  if (parts->account != kAccountId) return messages::ArnOfAnotherAccount();
  Result<ImportPtr> found = context.imports->Find(import_arn);
  context.AnswerAfterLatest();
  return found;
}

// Imports are told of when their tables are gone, too.
Result<ListImportsResponse> ListImports(OperationContext& context,
                                        const ListImportsRequest& request) {
  ListImportsResponse response;
  TRESTLE_TRY(response.next_token,
              TakePage(
                  context.imports->NewestFirst(),
                  {.kind = kKind,
                   .after = request.next_token,
                   .limit = static_cast<std::size_t>(request.page_size.value_or(10))},
                  [&](const Import& job) {
                    return !request.table_arn || job.table_arn == *request.table_arn;
                  },
                  response.imports));
  context.AnswerAfterLatest();
  return response;
}

}  // namespace trestle
