#include "protocol/admin_routes.h"

#include <algorithm>
#include <iterator>
#include <utility>

#include "json/json_writer.h"
#include "protocol/admin_messages.h"
#include "protocol/clock_routes.h"
#include "protocol/fault_routes.h"
#include "protocol/heat_routes.h"
#include "protocol/model_routes.h"
#include "protocol/signatures.h"
#include "protocol/snapshot_routes.h"

namespace trestle {
namespace {

// The first that fits answers.
constexpr AdminRoute kRoutes[] = {
    {http::Method::kGet, "/_trestle/clock", ShowClock},
    {http::Method::kPost, "/_trestle/clock", MoveClock},
    {http::Method::kGet, "/_trestle/faults", ListFaults},
    {http::Method::kPost, "/_trestle/faults", AddFault},
    {http::Method::kDelete, "/_trestle/faults", RemoveFaults},
    {http::Method::kDelete, "/_trestle/faults/", RemoveFault},
    {http::Method::kGet, "/_trestle/heat", ShowHeat},
    {http::Method::kPost, "/_trestle/heat", TrackHeat},
    {http::Method::kGet, "/_trestle/snapshots", ListSnapshots},
    {http::Method::kPost, "/_trestle/snapshots", MakeSnapshot},
    {http::Method::kPost, "/_trestle/snapshots/reset", ResetDatabase},
    {http::Method::kPost, "/_trestle/snapshots/", RestoreSnapshot},
    {http::Method::kDelete, "/_trestle/snapshots/", DropSnapshot},
    {http::Method::kPost, "/_trestle/reset", ResetDatabase},
    {http::Method::kGet, "/_trestle/models", ListModels},
    {http::Method::kPut, "/_trestle/models", BindModel},
    {http::Method::kPut, "/_trestle/models/", SetModelMode},
    {http::Method::kDelete, "/_trestle/models/", UnbindModel},
};

bool Fits(const AdminRoute& route, std::string_view path) {
  return route.path.ends_with('/') ? path.starts_with(route.path) : path == route.path;
}

std::string RouteList() {
  std::string list;
  std::string_view last;
  for (const AdminRoute& route : kRoutes) {
    if (route.path == last) continue;
    last = route.path;
    list.append(list.empty() ? "" : ", ").append(route.path);
  }
  return list;
}

Result<const AdminRoute*> FindRoute(const http::Request& request) {
  bool known = false;
  for (const AdminRoute& route : kRoutes) {
    if (!Fits(route, request.path)) continue;
    if (route.method == request.method) return &route;
    known = true;
  }
  if (known) return messages::WrongMethod(request.method_name, request.path);
  return messages::NoSuchRoute(request.path, RouteList());
}

int StatusOf(ErrorCode code) {
  switch (code) {
    case ErrorCode::kValidation:
    case ErrorCode::kSerialization:
      return 400;
    case ErrorCode::kAccessDenied:
      return 403;
    case ErrorCode::kResourceNotFound:
    case ErrorCode::kTableNotFound:
      return 404;
    case ErrorCode::kNotSupported:
      return 405;
    case ErrorCode::kResourceInUse:
      return 409;
    default:
      return 500;
  }
}

http::Response ResponseOf(Result<std::string> answer) {
  http::Response response;
  response.headers.Add("Content-Type", "application/json");
  response.headers.Add("Cache-Control", "no-store");
  if (answer) {
    response.body = *std::move(answer);
    return response;
  }
  response.status = StatusOf(answer.error().code);
  response.body = R"({"error":)";
  AppendJsonString(answer.error().message, response.body);
  response.body.push_back('}');
  return response;
}

// Takes as long for a wrong token as for the right one.
bool IsToken(std::string_view given, std::string_view token) {
  if (token.empty() || given.size() != token.size()) return false;
  unsigned difference = 0;
  for (std::size_t i = 0; i < token.size(); ++i) {
    difference |= static_cast<unsigned char>(given[i]) ^ static_cast<unsigned char>(token[i]);
  }
  return difference == 0;
}

// A page of another site, open in a browser of this machine, must not be able to ask: what it sends
// names its origin. A page of this server is known by a local name, which no other site can take.
bool IsFromPageElsewhere(const http::Request& request) {
  const auto origin = request.Find("Origin");
  if (!origin) return false;
  const std::string_view host = request.Find("Host").value_or("");
  const std::string_view name = host.substr(0, host.rfind(':'));
  const bool local = name == "localhost" || name == "127.0.0.1" || name == "[::1]";
  return !local || *origin != std::string(request.secure ? "https://" : "http://").append(host);
}

// What a proxy on this machine passes on may come from anywhere.
bool IsPassedOn(const http::Request& request) {
  return request.Find("Forwarded") || request.Find("X-Forwarded-For") || request.Find("Via");
}

}  // namespace

Result<JsonObject> BodyOf(const AdminCall& call) {
  const std::string_view body = call.request.body.empty() ? "{}" : call.request.body;
  const Result<Json> json = call.parser.Parse(body);
  if (!json || !json->is_object()) return messages::BodyIsNoObject();
  return ObjectOf(*json);
}

Result<std::optional<std::string_view>> TextMember(const JsonObject& body, std::string_view name) {
  std::optional<std::string_view> text;
  for (const auto member : body) {
    if (member.key != name) continue;
    if (!member.value.is_string()) return messages::BadMember(name, "a string");
    text = StringOf(member.value);
  }
  return text;
}

Status CheckMembers(const JsonObject& body, std::span<const std::string_view> known) {
  for (const auto member : body) {
    if (std::find(known.begin(), known.end(), member.key) == known.end()) {
      return messages::UnknownMember(member.key);
    }
  }
  return {};
}

AdminRoutes::AdminRoutes(LocalDatabase& database, AdminOptions options)
    : database_(database), options_(std::move(options)), thread_([this] { return Turn(); }) {}

void AdminRoutes::Handle(const http::Request& request, http::Responder responder) {
  if (!MayUse(request)) return responder.Send(ResponseOf(messages::AdminOnly()));
  {
    const MutexLock lock(mutex_);
    waiting_.push_back({&request, std::move(responder)});
  }
  thread_.Wake();
}

bool AdminRoutes::MayUse(const http::Request& request) const {
  constexpr std::string_view kBearer = "Bearer ";
  const std::string_view given = request.Find("Authorization").value_or("");
  if (given.starts_with(kBearer) && IsToken(given.substr(kBearer.size()), options_.token)) {
    return true;
  }
  if (options_.verifier != nullptr) {
    const Result<const KnownKey*> key = SignerOf(request, *options_.verifier);
    if (key && (*key)->admin) return true;
  }
  return request.remote.IsLoopback() && !IsPassedOn(request) && !IsFromPageElsewhere(request);
}

BackgroundThread::Rest AdminRoutes::Turn() {
  std::vector<Waiting> calls;
  {
    const MutexLock lock(mutex_);
    calls.swap(waiting_);
  }
  for (Waiting& call : calls) call.responder.Send(ResponseOf(Answer(*call.request)));
  return std::nullopt;
}

Result<std::string> AdminRoutes::Answer(const http::Request& request) {
  TRESTLE_TRY(const AdminRoute* const route, FindRoute(request));
  return route->run({.database = database_,
                     .options = options_,
                     .request = request,
                     .rest = request.path.substr(route->path.size()),
                     .parser = parser_});
}

}  // namespace trestle
