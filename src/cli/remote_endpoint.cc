#include "cli/remote_endpoint.h"

#include "remote/aws_environment.h"
#include "remote/remote_database.h"

namespace trestle {

Result<std::unique_ptr<Database>> OpenEndpoint(const std::string& endpoint, const Clock& clock) {
  const remote::Environment environment = remote::ProcessEnvironment();
  RemoteDatabase::Options options;
  options.endpoint = endpoint;
  options.region = remote::RegionOf(environment);
  TRESTLE_TRY(options.credentials, remote::CredentialsOf(environment));
  TRESTLE_TRY(std::unique_ptr<RemoteDatabase> opened, RemoteDatabase::Open(options, clock));
  return std::unique_ptr<Database>(std::move(opened));
}

}  // namespace trestle
