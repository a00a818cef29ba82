#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "auth/keyring.h"
#include "base/background_thread.h"
#include "base/clock.h"
#include "base/mutex.h"
#include "http/handler.h"
#include "json/json.h"
#include "operation/local_database.h"

namespace trestle {

class ModelBinder;

// What the routes under /_trestle/ work on, and who may use them from elsewhere.
struct AdminOptions {
  ManualClock* clock = nullptr;  // outlives the server; null: time is the system's
  std::string token;             // empty: only this machine may
  // Knows who may ask at all, and who has admin rights; outlives the server. Null: anybody is taken
  // for who they say they are.
  const SignatureVerifier* verifier = nullptr;
  ModelBinder* models = nullptr;  // outlives the server; null: models cannot be bound
};

// One request to a route.
struct AdminCall {
  LocalDatabase& database;
  const AdminOptions& options;
  const http::Request& request;
  std::string_view rest;  // of the path, behind the route's own
  JsonParser& parser;
};

// The members of the body, which must be an object; an empty body has none. Lasts as long as the
// call.
Result<JsonObject> BodyOf(const AdminCall& call);
// A member that is a text, if it is there.
Result<std::optional<std::string_view>> TextMember(const JsonObject& body, std::string_view name);
// Refuses members that are not among the known ones: a misspelt one must not be ignored.
Status CheckMembers(const JsonObject& body, std::span<const std::string_view> known);

// The answer is a JSON value. A route may block and take long: it runs on a thread of its own, one
// call after the other.
struct AdminRoute {
  http::Method method;
  std::string_view path;  // with a slash at its end: everything below
  Result<std::string> (*run)(const AdminCall& call);
};

// Answers /_trestle/…: what an operator or a test suite may do beside the service's API. Only for
// clients on this machine or with the token.
class AdminRoutes {
 public:
  static constexpr std::string_view kPrefix = "/_trestle/";

  AdminRoutes(LocalDatabase& database, AdminOptions options);  // `database` outlives it

  // From any event loop; never blocks it.
  void Handle(const http::Request& request, http::Responder responder) TRESTLE_EXCLUDES(mutex_);

 private:
  struct Waiting {
    const http::Request* request;  // lasts until it is answered
    http::Responder responder;
  };
  BackgroundThread::Rest Turn() TRESTLE_EXCLUDES(mutex_);
  bool MayUse(const http::Request& request) const;
  Result<std::string> Answer(const http::Request& request);

  LocalDatabase& database_;
  const AdminOptions options_;
  JsonParser parser_;  // of the thread
  Mutex mutex_;
  std::vector<Waiting> waiting_ TRESTLE_GUARDED_BY(mutex_);
  BackgroundThread thread_;  // the last member: it uses the others
};

}  // namespace trestle
