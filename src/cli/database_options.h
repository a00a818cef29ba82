#pragma once

#include <memory>
#include <string>

#include "base/clock.h"
#include "cli/interruption.h"
#include "operation/database.h"

namespace CLI {
class App;
}

namespace trestle {

// Who asks, for endpoints. Empty: the environment decides, as it does for AWS's tools.
struct CallerArguments {
  std::string region;
  std::string access_key;
  std::string secret_key;
  std::string session_token;
};

// The database that a command works on.
struct DatabaseArguments {
  std::string endpoint;  // a URL; empty: the environment decides, or this machine's port 8000
  std::string data;      // a data folder, in place of an endpoint
  CallerArguments caller;
};

void AddCaller(CLI::App& command, CallerArguments& arguments);
void AddDatabase(CLI::App& command, DatabaseArguments& arguments);

struct OpenedDatabase {
  std::unique_ptr<Database> database;
  std::string name;  // its URL or its folder
};
// `clock` and `interruption` outlive it; an interruption ends waits between attempts.
Result<OpenedDatabase> OpenDatabase(const DatabaseArguments& arguments, const Clock& clock,
                                    const Interruption& interruption);

}  // namespace trestle
