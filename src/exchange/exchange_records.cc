#include "exchange/exchange_records.h"

#include <array>
#include <concepts>
#include <type_traits>

#include "exchange/messages.h"
#include "table/job_records.h"
#include "table/record.h"
#include "table/stamp_record.h"

namespace trestle {
namespace record {

using std::string_view_literals::operator""sv;

template <>
struct Names<ExportStatus> {
  static constexpr std::array kAll = {"IN_PROGRESS"sv, "COMPLETED"sv, "FAILED"sv};
};
template <>
struct Names<ImportStatus> {
  static constexpr std::array kAll = {"IN_PROGRESS"sv, "COMPLETED"sv, "CANCELLING"sv, "CANCELLED"sv,
                                      "FAILED"sv};
};
template <>
struct Names<ExportView> {
  static constexpr std::array kAll = {"NEW_IMAGE"sv, "NEW_AND_OLD_IMAGES"sv};
};
template <>
struct Names<DataFormat> {
  static constexpr std::array kAll = {"DYNAMODB_JSON"sv, "CSV"sv};
};
template <>
struct Names<Compression> {
  static constexpr std::array kAll = {"NONE"sv, "GZIP"sv, "ZSTD"sv};
};

}  // namespace record

// Found by argument-dependent lookup. `T` is const when written.
template <class Visitor, class T>
requires std::same_as<std::remove_const_t<T>, JobFailure>
void Members(Visitor& visit, T& failure) {
  visit("Code", failure.code);
  visit("Message", failure.message);
}

template <class Visitor, class T>
requires std::same_as<std::remove_const_t<T>, ExportPeriod>
void Members(Visitor& visit, T& period) {
  visit("From", period.from);
  visit("To", period.to);
  visit("View", period.view);
}

template <class Visitor, class T>
requires std::same_as<std::remove_const_t<T>, Export>
void Members(Visitor& visit, T& job) {
  visit("Id", job.id);
  visit("Status", job.status);
  visit("Started", job.started);
  visit("Ended", job.ended);
  visit("TableArn", job.table_arn);
  visit("TableUuid", job.table_uuid);
  visit("Time", job.time);
  visit("Period", job.period);
  visit("FirstAfter", job.first_after);
  visit("TypeNamed", job.type_named);
  visit("ClientToken", job.client_token);
  visit("Request", job.request);
  visit("Bucket", job.s3_bucket);
  visit("BucketOwner", job.s3_bucket_owner);
  visit("Prefix", job.s3_prefix);
  visit("SseAlgorithm", job.sse_algorithm);
  visit("SseKeyId", job.sse_key_id);
  visit("Items", job.items);
  visit("BilledBytes", job.billed_bytes);
  visit("Manifest", job.manifest);
  visit("Failure", job.failure);
}

template <class Visitor, class T>
requires std::same_as<std::remove_const_t<T>, Import>
void Members(Visitor& visit, T& job) {
  visit("Id", job.id);
  visit("Status", job.status);
  visit("Started", job.started);
  visit("Ended", job.ended);
  visit("TableName", job.table_name);
  visit("TableArn", job.table_arn);
  visit("TableUuid", job.table_uuid);
  visit("Region", job.region);
  visit("ClientToken", job.client_token);
  visit("Bucket", job.s3_bucket);
  visit("BucketOwner", job.s3_bucket_owner);
  visit("Prefix", job.s3_prefix);
  visit("Format", job.format);
  visit("CsvDelimiter", job.csv_delimiter);
  visit("CsvHeader", job.csv_header);
  visit("Compression", job.compression);
  visit("Parameters", job.parameters);
  visit("Definition", job.definition);
  visit("ProcessedBytes", job.processed_bytes);
  visit("ProcessedItems", job.processed_items);
  visit("ImportedItems", job.imported_items);
  visit("Errors", job.errors);
  visit("Read", job.read);
  visit("Failure", job.failure);
}

namespace exchange_records {
namespace {

template <class Job>
Result<Job> DecodeJob(std::string_view stored) {
  TRESTLE_TRY(Job job, record::Decode<Job>(stored));
  if (job.id.empty() || job.table_arn.empty()) {
    return messages::JobDamaged("a record without id or table");
  }
  return job;
}

}  // namespace

std::string Encode(const Export& job) { return record::Encode(job); }
std::string Encode(const Import& job) { return record::Encode(job); }
Result<Export> DecodeExport(std::string_view stored) { return DecodeJob<Export>(stored); }
Result<Import> DecodeImport(std::string_view stored) { return DecodeJob<Import>(stored); }

void Put(const Export& job, WriteBatch& batch) {
  batch.Put(JobKey(JobKind::kExport, job.id), Encode(job));
}
void Put(const Import& job, WriteBatch& batch) {
  batch.Put(JobKey(JobKind::kImport, job.id), Encode(job));
}
void Delete(const Export& job, WriteBatch& batch) {
  batch.Delete(JobKey(JobKind::kExport, job.id));
}
void Delete(const Import& job, WriteBatch& batch) {
  batch.Delete(JobKey(JobKind::kImport, job.id));
}

Result<std::vector<Export>> ReadExports(const View& view) {
  return ReadJobs(view, JobKind::kExport, DecodeExport);
}
Result<std::vector<Import>> ReadImports(const View& view) {
  return ReadJobs(view, JobKind::kImport, DecodeImport);
}

}  // namespace exchange_records
}  // namespace trestle
