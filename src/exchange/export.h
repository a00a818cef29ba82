#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "base/clock.h"
#include "stream/change.h"
#include "transfer/manifest.h"

namespace trestle {

enum class ExportStatus { kInProgress, kCompleted, kFailed };

// Why a job has failed, as the service tells it.
struct JobFailure {
  std::string code;
  std::string message;
};

// What is known of an export.
struct Export {
  std::string id;  // 01763206654123-5f2a9c01: its time and chance; ordered as exports were begun
  ExportStatus status = ExportStatus::kInProgress;
  TimePoint started;
  std::optional<TimePoint> ended;
  std::string table_arn;
  std::string table_uuid;
  std::optional<TimePoint> time;       // of the state that a full export has
  std::optional<ExportPeriod> period;  // of an incremental one
  // The first change after the request, which the view of an export that begins anew may have.
  std::optional<ChangeStamp> first_after;
  bool type_named = false;  // the request said which of the two
  std::optional<std::string> client_token;
  std::string request;  // all that a second request with the token must have in common with it
  std::string s3_bucket;
  std::optional<std::string> s3_bucket_owner;
  std::optional<std::string> s3_prefix;
  std::string sse_algorithm = "AES256";
  std::optional<std::string> sse_key_id;
  std::int64_t items = 0;
  std::int64_t billed_bytes = 0;
  std::optional<std::string> manifest;  // the key of its summary, when it is complete
  std::optional<JobFailure> failure;

  std::string Arn() const { return table_arn + "/export/" + id; }
};

}  // namespace trestle
