#include "protocol/credentials_file.h"

#include <algorithm>
#include <fstream>
#include <iterator>
#include <utility>

#include "json/json.h"
#include "protocol/admin_messages.h"

namespace trestle {
namespace {

struct Line {
  std::string access_key;
  KnownKey key;
};

// The error is what is wrong with the line.
Result<Line> ParseLine(const Json& json) {
  Line line;
  for (const auto member : ObjectOf(json)) {
    if (member.key == "access_key_id" && member.value.is_string()) {
      line.access_key = StringOf(member.value);
    } else if (member.key == "secret_access_key" && member.value.is_string()) {
      line.key.secret_key = StringOf(member.value);
    } else if (member.key == "admin" && member.value.is_bool()) {
      line.key.admin = member.value.get_bool().value_unsafe();
    } else {
      return messages::CredentialMemberWrong(member.key);
    }
  }
  if (line.access_key.empty()) return messages::CredentialMemberMissing("access_key_id");
  if (line.key.secret_key.empty()) return messages::CredentialMemberMissing("secret_access_key");
  return line;
}

}  // namespace

Result<Keyring> ParseCredentials(std::string_view text, std::string_view path) {
  Keyring keys;
  JsonParser parser;
  for (std::size_t number = 1; !text.empty(); ++number) {
    const std::string_view line = text.substr(0, text.find('\n'));
    text.remove_prefix(std::min(text.size(), line.size() + 1));
    if (line.find_first_not_of(" \t\r") == std::string_view::npos || line.starts_with('#')) {
      continue;
    }
    const Result<Json> json = parser.Parse(line);
    if (!json || !json->is_object()) {
      return messages::InCredentialsFile(path, number, messages::CredentialIsNoObject().value());
    }
    Result<Line> parsed = ParseLine(*json);
    if (!parsed) return messages::InCredentialsFile(path, number, parsed.error());
    if (!keys.emplace(std::move(parsed->access_key), std::move(parsed->key)).second) {
      return messages::InCredentialsFile(path, number, messages::CredentialTwice().value());
    }
  }
  if (keys.empty()) return messages::NoCredentials(path);
  return keys;
}

Result<Keyring> ReadCredentialsFile(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  if (!file) return messages::CredentialsUnreadable(path);
  const std::string text{std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
  return ParseCredentials(text, path);
}

}  // namespace trestle
