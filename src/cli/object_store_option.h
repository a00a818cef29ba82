#pragma once

#include <memory>
#include <string>

#include "base/clock.h"
#include "base/result.h"

namespace CLI {
class App;
}

namespace trestle {

class ObjectStore;

// --s3-root and --s3-endpoint: where exports go and imports come from. Credentials for a server are
// taken from the environment, as AWS's tools do.
struct ObjectStoreOptions {
  std::string root;      // a folder whose folders are buckets
  std::string endpoint;  // or the URL of a server that speaks S3's API
  std::string region = "us-east-1";
};
// `options` outlives `serve`.
void AddObjectStore(CLI::App& serve, ObjectStoreOptions& options);

// Null if there is none. `clock` tells the true time and outlives the store.
Result<std::unique_ptr<ObjectStore>> OpenObjectStore(const ObjectStoreOptions& options,
                                                     const Clock& clock);

}  // namespace trestle
