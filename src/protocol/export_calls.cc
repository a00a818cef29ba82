#include "json/json_writer.h"
#include "operation/export_table.h"
#include "protocol/api.h"
#include "protocol/decode_parameters.h"
#include "protocol/encode_parts.h"
#include "protocol/exchange_calls.h"

namespace trestle {
namespace {

constexpr decode::EnumName<ExportFormat> kFormats[] = {
    {"DYNAMODB_JSON", ExportFormat::kDynamoDbJson}, {"ION", ExportFormat::kIon}};
constexpr decode::EnumName<ExportType> kTypes[] = {
    {"FULL_EXPORT", ExportType::kFull}, {"INCREMENTAL_EXPORT", ExportType::kIncremental}};
constexpr decode::EnumName<ExportView> kViews[] = {
    {"NEW_IMAGE", ExportView::kNewImage}, {"NEW_AND_OLD_IMAGES", ExportView::kNewAndOldImages}};

std::optional<ExportTableRequest::Increment> OptionalIncrement(const Json* json) {
  using Of = api::IncrementalExportSpecification;
  if (!json) return std::nullopt;
  const Members in(Of::kShape, *json);
  return ExportTableRequest::Increment{
      .from = decode::OptionalTime(in[Of::kExportFromTime]),
      .to = decode::OptionalTime(in[Of::kExportToTime]),
      .view = decode::OptionalEnum(in[Of::kExportViewType], kViews)};
}

ExportTableRequest RequestOf(const Members& in) {
  using Of = api::ExportTableToPointInTimeInput;
  return {.table_arn = decode::Text(in[Of::kTableArn]),
          .export_time = decode::OptionalTime(in[Of::kExportTime]),
          .client_token = decode::OptionalText(in[Of::kClientToken]),
          .s3_bucket = decode::Text(in[Of::kS3Bucket]),
          .s3_bucket_owner = decode::OptionalText(in[Of::kS3BucketOwner]),
          .s3_prefix = decode::OptionalText(in[Of::kS3Prefix]),
          .sse_algorithm = decode::OptionalText(in[Of::kS3SseAlgorithm]),
          .sse_key_id = decode::OptionalText(in[Of::kS3SseKmsKeyId]),
          .format = decode::OptionalEnum(in[Of::kExportFormat], kFormats),
          .type = decode::OptionalEnum(in[Of::kExportType], kTypes),
          .increment = OptionalIncrement(in[Of::kIncrementalExportSpecification])};
}

std::string_view NameOf(ExportStatus status) {
  switch (status) {
    case ExportStatus::kCompleted:
      return "COMPLETED";
    case ExportStatus::kFailed:
      return "FAILED";
    case ExportStatus::kInProgress:
      break;
  }
  return "IN_PROGRESS";
}

std::string_view TypeOf(const Export& job) {
  return job.period ? "INCREMENTAL_EXPORT" : "FULL_EXPORT";
}

void Increment(const ExportPeriod& period, JsonWriter& writer) {
  writer.Name("IncrementalExportSpecification");
  writer.BeginObject();
  encode::Time("ExportFromTime", period.from, writer);
  encode::Time("ExportToTime", period.to, writer);
  encode::Text("ExportViewType",
               period.view == ExportView::kNewImage ? "NEW_IMAGE" : "NEW_AND_OLD_IMAGES", writer);
  writer.EndObject();
}

// As the service does, the type is shown where the request has named it.
void Describe(const Export& job, std::string& out) {
  JsonWriter writer(out);
  writer.BeginObject();
  writer.Name("ExportDescription");
  writer.BeginObject();
  encode::Text("ExportArn", job.Arn(), writer);
  encode::Text("ExportStatus", NameOf(job.status), writer);
  encode::Time("StartTime", job.started, writer);
  encode::Time("EndTime", job.ended, writer);
  encode::OptionalText("ExportManifest", job.manifest, writer);
  encode::Text("TableArn", job.table_arn, writer);
  encode::Text("TableId", job.table_uuid, writer);
  encode::Time("ExportTime", job.time, writer);
  encode::OptionalText("ClientToken", job.client_token, writer);
  encode::Text("S3Bucket", job.s3_bucket, writer);
  encode::OptionalText("S3BucketOwner", job.s3_bucket_owner, writer);
  encode::OptionalText("S3Prefix", job.s3_prefix, writer);
  encode::Text("S3SseAlgorithm", job.sse_algorithm, writer);
  encode::OptionalText("S3SseKmsKeyId", job.sse_key_id, writer);
  if (job.failure) {
    encode::Text("FailureCode", job.failure->code, writer);
    encode::Text("FailureMessage", job.failure->message, writer);
  }
  encode::Text("ExportFormat", "DYNAMODB_JSON", writer);
  if (job.status == ExportStatus::kCompleted) {
    encode::Integer("BilledSizeBytes", job.billed_bytes, writer);
    encode::Integer("ItemCount", job.items, writer);
  }
  if (job.type_named) encode::Text("ExportType", TypeOf(job), writer);
  if (job.period) Increment(*job.period, writer);
  writer.EndObject();
  writer.EndObject();
}

}  // namespace

Status RunExportTable(OperationContext& context, const Call& call, std::string& out) {
  TRESTLE_TRY(const ExportPtr job, ExportTableToPointInTime(context, RequestOf(call.in)));
  Describe(*job, out);
  return {};
}

Status RunDescribeExport(OperationContext& context, const Call& call, std::string& out) {
  const std::string arn = decode::Text(call.in[api::DescribeExportInput::kExportArn]);
  TRESTLE_TRY(const ExportPtr job, DescribeExport(context, arn));
  Describe(*job, out);
  return {};
}

Status RunListExports(OperationContext& context, const Call& call, std::string& out) {
  using Of = api::ListExportsInput;
  const ListExportsRequest request{.table_arn = decode::OptionalText(call.in[Of::kTableArn]),
                                   .max_results = decode::OptionalInteger(call.in[Of::kMaxResults]),
                                   .next_token = decode::OptionalText(call.in[Of::kNextToken])};
  TRESTLE_TRY(const ListExportsResponse response, ListExports(context, request));
  JsonWriter writer(out);
  writer.BeginObject();
  writer.Name("ExportSummaries");
  writer.BeginArray();
  for (const ExportPtr& job : response.exports) {
    writer.BeginObject();
    encode::Text("ExportArn", job->Arn(), writer);
    encode::Text("ExportStatus", NameOf(job->status), writer);
    encode::Text("ExportType", TypeOf(*job), writer);
    writer.EndObject();
  }
  writer.EndArray();
  encode::OptionalText("NextToken", response.next_token, writer);
  writer.EndObject();
  return {};
}

}  // namespace trestle
