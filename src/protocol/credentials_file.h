#pragma once

#include <string>
#include <string_view>

#include "auth/keyring.h"

namespace trestle {

// Reads the file of --auth: one JSON object a line, {"access_key_id": …, "secret_access_key": …}
// and "admin": true for who may use /_trestle/. Empty lines and those that begin with # are passed
// over. An error names the file, and the line if it is of one.
Result<Keyring> ReadCredentialsFile(const std::string& path);
Result<Keyring> ParseCredentials(std::string_view text, std::string_view path);

}  // namespace trestle
