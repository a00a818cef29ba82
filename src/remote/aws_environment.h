#pragma once

#include <functional>
#include <string>

#include "auth/signing.h"
#include "base/result.h"

namespace trestle::remote {

// Reads one variable; empty if it is not set.
using Environment = std::function<std::string(const std::string& name)>;
Environment ProcessEnvironment();

// AWS_REGION, else AWS_DEFAULT_REGION, else us-east-1.
std::string RegionOf(const Environment& environment);
// AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY and AWS_SESSION_TOKEN; AWS's documented example where
// none is set, which a TrestleDB without --auth takes as well as any. An error for half of a pair.
Result<Credentials> CredentialsOf(const Environment& environment);
// AWS_ENDPOINT_URL_DYNAMODB, else AWS_ENDPOINT_URL, else http://127.0.0.1:8000.
std::string EndpointOf(const Environment& environment);
// AWS_ENDPOINT_URL_S3, else AWS_ENDPOINT_URL, else AWS itself.
std::string S3EndpointOf(const Environment& environment, const std::string& region);

}  // namespace trestle::remote
