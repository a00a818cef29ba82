#include "protocol/snapshot_routes.h"

#include <array>

#include "base/time_text.h"
#include "json/json_writer.h"
#include "protocol/admin_messages.h"

namespace trestle {
namespace {

void Write(const Snapshot& snapshot, JsonWriter& writer) {
  writer.BeginObject();
  writer.Name("name");
  writer.String(snapshot.name);
  writer.Name("created");
  writer.String(FormatInstant(snapshot.created));
  writer.Name("tables");
  writer.Integer(snapshot.tables);
  writer.Name("items");
  writer.Integer(snapshot.items);
  writer.Name("bytes");
  writer.Integer(snapshot.bytes);
  writer.EndObject();
}

// How many tables there are now.
std::string Answer(const LocalDatabase& database) {
  return R"({"tables":)" + std::to_string(database.catalog().size()) + "}";
}

Result<std::optional<std::string_view>> NameInBody(const AdminCall& call) {
  constexpr std::array<std::string_view, 1> kMembers = {"name"};
  TRESTLE_TRY(const JsonObject body, BodyOf(call));
  TRESTLE_RETURN_IF_ERROR(CheckMembers(body, kMembers));
  return TextMember(body, "name");
}

Status CheckNoMembers(const AdminCall& call) {
  TRESTLE_TRY(const JsonObject body, BodyOf(call));
  return CheckMembers(body, {});
}

// In the path, or in the body of POST /_trestle/snapshots/restore.
Result<std::string_view> NameOf(const AdminCall& call) {
  constexpr std::string_view kRestore = "/restore";
  if (call.rest == kRestore.substr(1)) {
    TRESTLE_TRY(const std::optional<std::string_view> name, NameInBody(call));
    if (!name) return messages::BadMember("name", "the name of a snapshot");
    return *name;
  }
  if (!call.rest.ends_with(kRestore)) return messages::NoSuchSnapshotRoute(call.request.path);
  TRESTLE_RETURN_IF_ERROR(CheckNoMembers(call));
  return call.rest.substr(0, call.rest.size() - kRestore.size());
}

}  // namespace

Result<std::string> MakeSnapshot(const AdminCall& call) {
  TRESTLE_TRY(const std::optional<std::string_view> name, NameInBody(call));
  TRESTLE_TRY(const Snapshot snapshot, call.database.MakeSnapshot(name));
  std::string answer;
  JsonWriter writer(answer);
  Write(snapshot, writer);
  return answer;
}

Result<std::string> ListSnapshots(const AdminCall& call) {
  TRESTLE_TRY(const std::vector<Snapshot> snapshots, call.database.ListSnapshots());
  std::string answer;
  JsonWriter writer(answer);
  writer.BeginObject();
  writer.Name("snapshots");
  writer.BeginArray();
  for (const Snapshot& snapshot : snapshots) Write(snapshot, writer);
  writer.EndArray();
  writer.EndObject();
  return answer;
}

Result<std::string> RestoreSnapshot(const AdminCall& call) {
  TRESTLE_TRY(const std::string_view name, NameOf(call));
  TRESTLE_RETURN_IF_ERROR(call.database.RestoreSnapshot(name));
  return Answer(call.database);
}

Result<std::string> DropSnapshot(const AdminCall& call) {
  TRESTLE_RETURN_IF_ERROR(call.database.DropSnapshot(call.rest));
  return std::string("{}");
}

Result<std::string> ResetDatabase(const AdminCall& call) {
  TRESTLE_RETURN_IF_ERROR(CheckNoMembers(call));
  TRESTLE_RETURN_IF_ERROR(call.database.Reset());
  return Answer(call.database);
}

}  // namespace trestle
