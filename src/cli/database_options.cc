#include "cli/database_options.h"

#include <CLI/CLI.hpp>
#include <filesystem>
#include <utility>

#include "cli/data_messages.h"
#include "operation/local_database.h"
#include "remote/aws_environment.h"
#include "remote/remote_database.h"

namespace trestle {
namespace {

Result<OpenedDatabase> OpenFolder(const std::string& folder, const Clock& clock) {
  std::error_code error;
  // Opening would make one, and a mistyped name would look like an empty database.
  if (!std::filesystem::is_directory(folder, error)) return messages::NoDataFolder(folder);
  TRESTLE_TRY(std::unique_ptr<LocalDatabase> database,
              LocalDatabase::Open({.store = {.folder = folder}}, clock));
  return OpenedDatabase{.database = std::move(database), .name = folder};
}

}  // namespace

void AddCaller(CLI::App& command, CallerArguments& arguments) {
  command
      .add_option("--region", arguments.region,
                  "Region to sign for; by default AWS_REGION, AWS_DEFAULT_REGION or us-east-1")
      ->type_name("NAME");
  CLI::Option* key = command
                         .add_option("--access-key", arguments.access_key,
                                     "Access key to sign with; by default AWS_ACCESS_KEY_ID")
                         ->type_name("KEY");
  CLI::Option* secret = command
                            .add_option("--secret-key", arguments.secret_key,
                                        "Its secret; by default AWS_SECRET_ACCESS_KEY")
                            ->type_name("KEY");
  key->needs(secret);
  secret->needs(key);
  command
      .add_option("--session-token", arguments.session_token,
                  "Token of temporary credentials; by default AWS_SESSION_TOKEN")
      ->type_name("TOKEN");
}

void AddDatabase(CLI::App& command, DatabaseArguments& arguments) {
  CLI::Option* endpoint =
      command
          .add_option("--endpoint", arguments.endpoint,
                      "The DynamoDB endpoint; by default AWS_ENDPOINT_URL_DYNAMODB, "
                      "AWS_ENDPOINT_URL or http://127.0.0.1:8000")
          ->type_name("URL");
  command
      .add_option("--data", arguments.data,
                  "A data folder in its place, while no server has it open")
      ->type_name("DIR")
      ->excludes(endpoint);
  AddCaller(command, arguments.caller);
}

Result<OpenedDatabase> OpenDatabase(const DatabaseArguments& arguments, const Clock& clock,
                                    const Interruption& interruption) {
  if (!arguments.data.empty()) return OpenFolder(arguments.data, clock);
  const remote::Environment environment = remote::ProcessEnvironment();
  const CallerArguments& caller = arguments.caller;
  RemoteDatabase::Options options;
  options.endpoint =
      arguments.endpoint.empty() ? remote::EndpointOf(environment) : arguments.endpoint;
  options.region = caller.region.empty() ? remote::RegionOf(environment) : caller.region;
  if (caller.access_key.empty()) {
    TRESTLE_TRY(options.credentials, remote::CredentialsOf(environment));
  } else {
    options.credentials = {.access_key = caller.access_key,
                           .secret_key = caller.secret_key,
                           .session_token = caller.session_token};
  }
  options.pause = [&interruption](std::chrono::milliseconds time) {
    return interruption.Wait(time);
  };
  TRESTLE_TRY(std::unique_ptr<RemoteDatabase> database, RemoteDatabase::Open(options, clock));
  std::string url = database->url();
  return OpenedDatabase{.database = std::move(database), .name = std::move(url)};
}

}  // namespace trestle
