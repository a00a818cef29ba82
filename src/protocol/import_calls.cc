#include "json/json_writer.h"
#include "operation/import_table.h"
#include "protocol/api.h"
#include "protocol/decode_table_parts.h"
#include "protocol/encode_parts.h"
#include "protocol/exchange_calls.h"

namespace trestle {
namespace {

constexpr decode::EnumName<ImportFormat> kFormats[] = {
    {"DYNAMODB_JSON", ImportFormat::kDynamoDbJson},
    {"ION", ImportFormat::kIon},
    {"CSV", ImportFormat::kCsv}};
constexpr decode::EnumName<Compression> kCompressions[] = {
    {"NONE", Compression::kNone}, {"GZIP", Compression::kGzip}, {"ZSTD", Compression::kZstd}};

template <class Enum, std::size_t N>
std::string_view NameIn(const decode::EnumName<Enum> (&names)[N], Enum value) {
  for (const decode::EnumName<Enum>& one : names) {
    if (one.value == value) return one.name;
  }
  return {};
}

std::optional<ImportTableRequest::Csv> OptionalCsv(const Json* options) {
  using Of = api::CsvOptions;
  if (!options) return std::nullopt;
  const Members all(api::InputFormatOptions::kShape, *options);
  const Json* const csv = all[api::InputFormatOptions::kCsv];
  if (!csv) return std::nullopt;
  const Members in(Of::kShape, *csv);
  return ImportTableRequest::Csv{.delimiter = decode::OptionalText(in[Of::kDelimiter]),
                                 .header = decode::OptionalTexts(in[Of::kHeaderList])};
}

CreateTableRequest TableOf(const Json& json) {
  using Of = api::TableCreationParameters;
  const Members in(Of::kShape, json);
  CreateTableRequest table;
  table.table_name = decode::Text(in[Of::kTableName]);
  table.attributes = decode::OptionalList<AttributeDefinition>(in[Of::kAttributeDefinitions],
                                                               decode::OneDefinition);
  table.key_schema =
      decode::OptionalList<KeySchemaElement>(in[Of::kKeySchema], decode::OneKeyElement);
  table.global_indexes = decode::OptionalList<IndexRequest>(
      in[Of::kGlobalSecondaryIndexes], decode::GlobalIndex<api::GlobalSecondaryIndex>);
  table.billing = decode::OptionalBilling(in[Of::kBillingMode]);
  table.throughput = decode::OptionalThroughput(in[Of::kProvisionedThroughput]);
  table.on_demand_maximum = decode::OptionalOnDemand(in[Of::kOnDemandThroughput]);
  table.encryption = decode::OptionalEncryption(in[Of::kSSESpecification]);
  table.asks_for_vector_indexes = in[Of::kVectorIndexes] != nullptr;
  return table;
}

ImportTableRequest RequestOf(const Members& in) {
  using Of = api::ImportTableInput;
  using Source = api::S3BucketSource;
  // Constraints have been checked, so both are there.
  const Members source(Source::kShape, *in[Of::kS3BucketSource]);
  const Json& table = *in[Of::kTableCreationParameters];
  return {.client_token = decode::OptionalText(in[Of::kClientToken]),
          .s3_bucket = decode::Text(source[Source::kS3Bucket]),
          .s3_bucket_owner = decode::OptionalText(source[Source::kS3BucketOwner]),
          .s3_prefix = decode::OptionalText(source[Source::kS3KeyPrefix]),
          .format = decode::OptionalEnum(in[Of::kInputFormat], kFormats)
                        .value_or(ImportFormat::kDynamoDbJson),
          .csv = OptionalCsv(in[Of::kInputFormatOptions]),
          .compression = decode::OptionalEnum(in[Of::kInputCompressionType], kCompressions)
                             .value_or(Compression::kNone),
          .table = TableOf(table),
          .table_parameters = TextOf(table)};
}

std::string_view NameOf(ImportStatus status) {
  switch (status) {
    case ImportStatus::kCompleted:
      return "COMPLETED";
    case ImportStatus::kCancelling:
      return "CANCELLING";
    case ImportStatus::kCancelled:
      return "CANCELLED";
    case ImportStatus::kFailed:
      return "FAILED";
    case ImportStatus::kInProgress:
      break;
  }
  return "IN_PROGRESS";
}

void CsvOptions(const Import& job, JsonWriter& writer) {
  if (!job.csv_delimiter && !job.csv_header) return;
  writer.Name("InputFormatOptions");
  writer.BeginObject();
  writer.Name("Csv");
  writer.BeginObject();
  encode::OptionalText("Delimiter", job.csv_delimiter, writer);
  if (job.csv_header) {
    writer.Name("HeaderList");
    writer.BeginArray();
    for (const std::string& name : *job.csv_header) writer.String(name);
    writer.EndArray();
  }
  writer.EndObject();
  writer.EndObject();
}

// What DescribeImport and ListImports show alike. The log is the server's own; the service names
// one.
void CommonMembers(const Import& job, JsonWriter& writer) {
  encode::Text("ImportArn", job.Arn(), writer);
  encode::Text("ImportStatus", NameOf(job.status), writer);
  encode::Text("TableArn", job.table_arn, writer);
  writer.Name("S3BucketSource");
  writer.BeginObject();
  encode::Text("S3BucketOwner", job.s3_bucket_owner.value_or(std::string(kAccountId)), writer);
  encode::Text("S3Bucket", job.s3_bucket, writer);
  encode::OptionalText("S3KeyPrefix", job.s3_prefix, writer);
  writer.EndObject();
  encode::Text("CloudWatchLogGroupArn",
               "arn:aws:logs:" + job.region + ":" + std::string(kAccountId) +
                   ":log-group:/aws-dynamodb/imports:*",
               writer);
  encode::Text("InputFormat", job.format == DataFormat::kCsv ? "CSV" : "DYNAMODB_JSON", writer);
  encode::Time("StartTime", job.started, writer);
  encode::Time("EndTime", job.ended, writer);
}

void Describe(const Import& job, std::string& out) {
  JsonWriter writer(out);
  writer.BeginObject();
  writer.Name("ImportTableDescription");
  writer.BeginObject();
  CommonMembers(job, writer);
  encode::Text("TableId", job.table_uuid, writer);
  encode::OptionalText("ClientToken", job.client_token, writer);
  encode::Integer("ErrorCount", job.errors, writer);
  CsvOptions(job, writer);
  encode::Text("InputCompressionType", NameIn(kCompressions, job.compression), writer);
  if (!job.parameters.empty()) {
    writer.Name("TableCreationParameters");
    writer.Json(job.parameters);
  }
  encode::Integer("ProcessedSizeBytes", job.processed_bytes, writer);
  encode::Integer("ProcessedItemCount", job.processed_items, writer);
  encode::Integer("ImportedItemCount", job.imported_items, writer);
  if (job.failure) {
    encode::Text("FailureCode", job.failure->code, writer);
    encode::Text("FailureMessage", job.failure->message, writer);
  }
  writer.EndObject();
  writer.EndObject();
}

}  // namespace

Status RunImportTable(OperationContext& context, const Call& call, std::string& out) {
  TRESTLE_TRY(const ImportPtr job, ImportTable(context, RequestOf(call.in)));
  Describe(*job, out);
  return {};
}

Status RunDescribeImport(OperationContext& context, const Call& call, std::string& out) {
  const std::string arn = decode::Text(call.in[api::DescribeImportInput::kImportArn]);
  TRESTLE_TRY(const ImportPtr job, DescribeImport(context, arn));
  Describe(*job, out);
  return {};
}

Status RunListImports(OperationContext& context, const Call& call, std::string& out) {
  using Of = api::ListImportsInput;
  const ListImportsRequest request{.table_arn = decode::OptionalText(call.in[Of::kTableArn]),
                                   .page_size = decode::OptionalInteger(call.in[Of::kPageSize]),
                                   .next_token = decode::OptionalText(call.in[Of::kNextToken])};
  TRESTLE_TRY(const ListImportsResponse response, ListImports(context, request));
  JsonWriter writer(out);
  writer.BeginObject();
  writer.Name("ImportSummaryList");
  writer.BeginArray();
  for (const ImportPtr& job : response.imports) {
    writer.BeginObject();
    CommonMembers(*job, writer);
    writer.EndObject();
  }
  writer.EndArray();
  encode::OptionalText("NextToken", response.next_token, writer);
  writer.EndObject();
  return {};
}

}  // namespace trestle
