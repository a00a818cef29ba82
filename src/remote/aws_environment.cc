#include "remote/aws_environment.h"

#include <cstdlib>
#include <initializer_list>

#include "remote/messages.h"

namespace trestle::remote {
namespace {

std::string FirstSet(const Environment& environment, std::initializer_list<const char*> names,
                     std::string otherwise) {
  for (const char* name : names) {
    std::string value = environment(name);
    if (!value.empty()) return value;
  }
  return otherwise;
}

}  // namespace

Environment ProcessEnvironment() {
  return [](const std::string& name) {
    const char* const value = std::getenv(name.c_str());
    return std::string(value == nullptr ? "" : value);
  };
}

std::string RegionOf(const Environment& environment) {
  return FirstSet(environment, {"AWS_REGION", "AWS_DEFAULT_REGION"}, "us-east-1");
}

Result<Credentials> CredentialsOf(const Environment& environment) {
  Credentials credentials{.access_key = environment("AWS_ACCESS_KEY_ID"),
                          .secret_key = environment("AWS_SECRET_ACCESS_KEY"),
                          .session_token = environment("AWS_SESSION_TOKEN")};
  if (credentials.access_key.empty() && credentials.secret_key.empty()) {
    return Credentials{.access_key = "AKIAIOSFODNN7EXAMPLE",
                       .secret_key = "wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY",
                       .session_token = {}};
  }
  if (credentials.secret_key.empty()) {
    return messages::HalfCredentials("an AWS_ACCESS_KEY_ID", "AWS_SECRET_ACCESS_KEY");
  }
  if (credentials.access_key.empty()) {
    return messages::HalfCredentials("an AWS_SECRET_ACCESS_KEY", "AWS_ACCESS_KEY_ID");
  }
  return credentials;
}

std::string EndpointOf(const Environment& environment) {
  return FirstSet(environment, {"AWS_ENDPOINT_URL_DYNAMODB", "AWS_ENDPOINT_URL"},
                  "http://127.0.0.1:8000");
}

std::string S3EndpointOf(const Environment& environment, const std::string& region) {
  return FirstSet(environment, {"AWS_ENDPOINT_URL_S3", "AWS_ENDPOINT_URL"},
                  "https://s3." + region + ".amazonaws.com");
}

}  // namespace trestle::remote
