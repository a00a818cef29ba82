#include "operation/export_table.h"

#include <chrono>
#include <string_view>

#include "backup/recovery_window.h"
#include "operation/backup_messages.h"
#include "operation/exchange_messages.h"
#include "operation/job_arns.h"
#include "table/table_directory.h"

namespace trestle {
namespace {

constexpr Duration kShortestPeriod = std::chrono::minutes(15);
constexpr Duration kLongestPeriod = std::chrono::hours(24);
constexpr std::string_view kKind = "exports";

Status CheckTableArn(const std::string& arn) {
  const std::optional<ArnParts> parts = PartsOf(arn);
  if (!parts) return messages::NotAnArn("tableArn");
  if (parts->account != kAccountId) return messages::ArnOfAnotherAccount();
  if (!parts->resource.starts_with("table/") ||
      parts->resource.find('/', 6) != std::string_view::npos) {
    return messages::TableArnInvalid();
  }
  return {};
}

Status CheckParts(const ExportTableRequest& request) {
  if (request.increment && !request.type) return messages::IncrementalTypeMissing();
  if (request.increment && request.type == ExportType::kFull) {
    return messages::FullWithSpecification();
  }
  if (request.type == ExportType::kIncremental) {
    if (!request.increment) return messages::SpecificationMissing();
    if (!request.increment->from) return messages::FromTimeMissing();
  }
  if (request.sse_key_id && request.sse_algorithm != "KMS") return messages::KeyWithoutKms();
  if (request.format == ExportFormat::kIon) return messages::NotSupportedHere("ExportFormat ION");
  return {};
}

// Bounds are shown in milliseconds, so that is how exactly they are taken.
TimePoint WholeMilliseconds(TimePoint time) {
  return std::chrono::floor<std::chrono::milliseconds>(time);
}
TimePoint Earliest(const RecoveryDefinition& recovery, TimePoint now) {
  return WholeMilliseconds(EarliestRestorable(recovery, now));
}

// The service looks at the period before it looks at whether the table has a history at all.
Status CheckPeriod(const ExportPeriod& period, const TableDefinition& table, TimePoint now) {
  if (period.from < WholeMilliseconds(table.created)) {
    return messages::FromTimeBeforeTable(period.from);
  }
  if (WholeMilliseconds(period.to) > now) return messages::ToTimeInFuture(period.to);
  if (period.from >= period.to) return messages::PeriodInverted();
  if (period.to - period.from < kShortestPeriod) return messages::PeriodTooShort();
  if (period.to - period.from > kLongestPeriod) return messages::PeriodTooLong();
  if (!table.recovery) return messages::RecoveryNotEnabled(table.name);
  if (period.from < Earliest(*table.recovery, now)) return messages::PeriodNotRecoverable();
  return {};
}

Status CheckTime(TimePoint time, const TableDefinition& table, TimePoint now) {
  if (!table.recovery) return messages::RecoveryNotEnabled(table.name);
  if (time < Earliest(*table.recovery, now) || WholeMilliseconds(time) > now) {
    return messages::ExportTimeInvalid();
  }
  return {};
}

// All that two requests with one token must have in common.
std::string Fingerprint(const ExportTableRequest& request) {
  std::string text;
  const auto add = [&](std::string_view part) {
    text.append(std::to_string(part.size())).append(":").append(part);
  };
  const auto add_optional = [&](const std::optional<std::string>& part) {
    part ? add(*part) : static_cast<void>(text.append("-"));
  };
  const auto add_time = [&](const std::optional<TimePoint>& time) {
    add(time ? std::to_string(time->time_since_epoch().count()) : "");
  };
  add(request.table_arn);
  add_time(request.export_time);
  add(request.s3_bucket);
  add_optional(request.s3_bucket_owner);
  add_optional(request.s3_prefix);
  add_optional(request.sse_algorithm);
  add_optional(request.sse_key_id);
  add(request.type == ExportType::kIncremental ? "incremental" : "full");
  if (request.increment) {
    add_time(request.increment->from);
    add_time(request.increment->to);
    add(request.increment->view == ExportView::kNewImage ? "new" : "both");
  }
  return text;
}

Export JobOf(const ExportTableRequest& request, TimePoint now) {
  Export job;
  job.started = now;
  job.type_named = request.type.has_value();
  job.client_token = request.client_token;
  job.request = Fingerprint(request);
  job.s3_bucket = request.s3_bucket;
  job.s3_bucket_owner = request.s3_bucket_owner;
  job.s3_prefix = request.s3_prefix;
  job.sse_algorithm = request.sse_algorithm.value_or("AES256");
  job.sse_key_id = request.sse_key_id;
  if (request.type == ExportType::kIncremental) {
    job.period = {.from = *request.increment->from,
                  .to = request.increment->to.value_or(now),
                  .view = request.increment->view.value_or(ExportView::kNewAndOldImages)};
  } else {
    job.time = request.export_time.value_or(now);
  }
  return job;
}

}  // namespace

Result<ExportPtr> ExportTableToPointInTime(OperationContext& context,
                                           const ExportTableRequest& request) {
  TRESTLE_RETURN_IF_ERROR(CheckTableArn(request.table_arn));
  TRESTLE_RETURN_IF_ERROR(CheckParts(request));
  context.AnswerAfterLatest();
  const TablePtr table = context.catalog.FindInAnyState(request.table_arn);
  if (table == nullptr || table->definition().Arn() != request.table_arn) {
    return messages::BackupOfUnknownTable(request.table_arn);
  }
  const TimePoint now = context.clock.Now();
  Export job = JobOf(request, now);
  TRESTLE_TRY(ExportPtr earlier, context.exports->FindRepeated(job));
  if (earlier != nullptr) return earlier;
  TRESTLE_RETURN_IF_ERROR(job.period ? CheckPeriod(*job.period, table->definition(), now)
                                     : CheckTime(*job.time, table->definition(), now));
  Result<ExportPtr> begun = context.exports->Start(table, std::move(job));
  context.AnswerAfterLatest();
  return begun;
}

Result<ExportPtr> DescribeExport(OperationContext& context, const std::string& export_arn) {
  const std::optional<ArnParts> parts = PartsOf(export_arn);
  if (!parts || !parts->resource.starts_with("table/") ||
      parts->resource.find("/export/") == std::string_view::npos) {
    return messages::ExportArnInvalid();
  }
  if (parts->account != kAccountId) return messages::ArnOfAnotherAccount();
  Result<ExportPtr> found = context.exports->Find(export_arn);
  context.AnswerAfterLatest();
  return found;
}

// The exports of a table are those of the one that has the name now.
Result<ListExportsResponse> ListExports(OperationContext& context,
                                        const ListExportsRequest& request) {
  TablePtr table;
  if (request.table_arn) {
    TRESTLE_RETURN_IF_ERROR(CheckTableArn(*request.table_arn));
    table = context.catalog.FindInAnyState(*request.table_arn);
  }
  const auto matches = [&](const Export& job) {
    return !request.table_arn || (job.table_arn == *request.table_arn && table != nullptr &&
                                  table->definition().uuid == job.table_uuid);
  };
  ListExportsResponse response;
  TRESTLE_TRY(response.next_token,
              TakePage(context.exports->NewestFirst(),
                       {.kind = kKind,
                        .after = request.next_token,
                        .limit = static_cast<std::size_t>(request.max_results.value_or(10))},
                       matches, response.exports));
  context.AnswerAfterLatest();
  return response;
}

}  // namespace trestle
