#include "cli/object_store_option.h"

#include <CLI/CLI.hpp>
#include <cstdlib>
#include <utility>

#include "objects/folder_store.h"
#include "objects/s3_store.h"

namespace trestle {
namespace {

std::string Environment(const char* name) {
  const char* const value = std::getenv(name);
  return value == nullptr ? std::string() : value;
}

}  // namespace

void AddObjectStore(CLI::App& serve, ObjectStoreOptions& options) {
  CLI::Option* root =
      serve
          .add_option("--s3-root", options.root,
                      "Folder for exports and imports: each folder in it is an S3 bucket")
          ->type_name("DIR")
          ->check(CLI::ExistingDirectory);
  serve
      .add_option("--s3-endpoint", options.endpoint,
                  "URL of an S3-compatible server for exports and imports; credentials come from "
                  "AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY")
      ->type_name("URL")
      ->excludes(root);
  serve.add_option("--s3-region", options.region, "Region that requests to it are signed for")
      ->capture_default_str();
}

Result<std::unique_ptr<ObjectStore>> OpenObjectStore(const ObjectStoreOptions& options,
                                                     const Clock& clock) {
  if (!options.root.empty()) {
    return std::unique_ptr<ObjectStore>(std::make_unique<FolderStore>(options.root));
  }
  if (options.endpoint.empty()) return std::unique_ptr<ObjectStore>();
  S3Store::Options store{.endpoint = {},
                         .credentials = {.access_key = Environment("AWS_ACCESS_KEY_ID"),
                                         .secret_key = Environment("AWS_SECRET_ACCESS_KEY"),
                                         .session_token = Environment("AWS_SESSION_TOKEN")},
                         .region = options.region};
  TRESTLE_TRY(store.endpoint, client::Endpoint::Parse(options.endpoint));
  TRESTLE_RETURN_IF_ERROR(store.endpoint.Resolve());
  return std::unique_ptr<ObjectStore>(std::make_unique<S3Store>(std::move(store), clock));
}

}  // namespace trestle
