#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "cli/object_store_option.h"
#include "http/server.h"
#include "storage/store.h"

namespace trestle {

struct ServeOptions {
  StoreOptions store = {.folder = "./trestle-data"};
  http::ServerOptions http = {.port = 8000};
  std::string durability = "strict";  // or relaxed
  std::size_t cache_megabytes = 64;
  std::int64_t table_delay_milliseconds = 0;
  std::string ttl_delay = "0s";  // a duration
  std::string clock = "system";  // see clock_option.h
  std::string admin_token;       // of /_trestle/ from other machines
  std::string backup_schedule;   // as BackupSchedule::Parse takes it; goes before the file's
  std::string config_file;
  std::size_t stream_shards = 4;
  double stream_shard_hours = 4;
  std::string auth_file;             // of credentials; empty: any are accepted
  std::string capacity = "off";      // or enforce
  ObjectStoreOptions objects;        // of exports and imports
  std::vector<std::string> systems;  // by name, or all
  bool seed_demo = false;            // of these
  std::vector<std::string> model_files;
  std::vector<std::string> cors_origins;  // whose pages may use the REST API
  std::string model_mode = "enforce";     // of these; or off, warn; "enforce,audit=warn"
};

// Opens the database and serves it until SIGTERM or SIGINT, then lets requests in flight finish.
// Prints one line when it is ready. Returns the exit code; a failure is one line on standard error.
int Serve(const ServeOptions& options);

}  // namespace trestle
