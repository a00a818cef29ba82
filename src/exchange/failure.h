#pragma once

#include "base/result.h"
#include "exchange/export.h"
#include "objects/object_store.h"

namespace trestle {

// What an error makes of a job: S3NoSuchBucket and the like where an object store has refused.
inline JobFailure FailureOf(const Error& error) {
  const auto* const refused = dynamic_cast<const ObjectFailure*>(error.detail.get());
  return {.code = refused == nullptr ? "InternalServerError" : "S3" + refused->s3_code,
          .message = error.message};
}

}  // namespace trestle
