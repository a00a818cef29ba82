#include "rest/rest_api.h"

#include <algorithm>
#include <optional>
#include <utility>

#include "json/plain_json.h"
#include "rest/catalogue.h"
#include "rest/messages.h"
#include "rest/problem.h"
#include "rest/url.h"

namespace trestle::rest {
namespace {

using http::Method;

constexpr std::string_view kMethods = "GET, HEAD, POST, PUT, PATCH, DELETE";
constexpr std::string_view kHeaders =
    "Authorization, Content-Type, Idempotency-Key, If-Match, If-None-Match, X-Amz-Date, "
    "X-Amz-Content-Sha256, X-Amz-Security-Token";

bool IsOfThisServer(const http::Request& request, std::string_view origin) {
  const std::string_view host = request.Find("Host").value_or("");
  return origin == std::string(request.secure ? "https://" : "http://").append(host);
}

// "http://localhost:3000": what a developer has open beside the server.
bool IsOfThisMachine(std::string_view origin) {
  const std::size_t scheme = origin.find("://");
  if (scheme == std::string_view::npos) return false;
  std::string_view host = origin.substr(scheme + 3);
  const std::size_t port = host.rfind(':');
  if (port != std::string_view::npos && host.find(']', port) == std::string_view::npos) {
    host = host.substr(0, port);
  }
  return host == "localhost" || host == "127.0.0.1" || host == "[::1]";
}

bool Changes(Method method) {
  return method != Method::kGet && method != Method::kHead && method != Method::kOptions;
}

// What follows /api and the model's name, and the name.
struct Place {
  std::string_view model;
  std::string_view path;
};
Place PlaceOf(std::string_view path) {
  path.remove_prefix(std::min(path.size(), std::string_view(RestApi::kPath).size()));
  if (path.starts_with('/')) path.remove_prefix(1);
  const std::size_t end = std::min(path.find('/'), path.size());
  return {path.substr(0, end), path.substr(end)};
}

}  // namespace

RestApi::RestApi(const Clock& clock, RestOptions options)
    : clock_(clock), options_(std::move(options)) {}

void RestApi::Serve(RestModel model) {
  auto api = std::make_shared<const ModelApi>(std::move(model), clock_);
  const MutexLock lock(mutex_);
  models_.insert_or_assign(api->model().name, std::move(api));
}

void RestApi::Drop(std::string_view name) {
  std::shared_ptr<const ModelApi> dropped;  // destroyed after the lock is given back
  const MutexLock lock(mutex_);
  const auto found = models_.find(name);
  if (found == models_.end()) return;
  dropped = std::move(found->second);
  models_.erase(found);
}

http::Response RestApi::Answer(const http::Request& request) const {
  const auto origin = request.Find("Origin");
  const bool here = !origin || IsOfThisServer(request, *origin);
  const bool allowed = here || Allows(*origin);
  http::Response response = !allowed && Changes(request.method)
                                ? ProblemOf(messages::OriginNotAllowed(*origin).value())
                                : AnswerModel(request);
  response.headers.Add("Vary", "Origin");
  if (here || !allowed) return response;
  response.headers.Add("Access-Control-Allow-Origin", *origin);
  if (request.method == Method::kOptions) {
    response.headers.Add("Access-Control-Allow-Methods", kMethods);
    response.headers.Add("Access-Control-Allow-Headers", kHeaders);
    response.headers.Add("Access-Control-Max-Age", "600");
  } else {
    response.headers.Add("Access-Control-Expose-Headers",
                         "ETag, Location, Allow, Retry-After, Idempotency-Replayed");
  }
  return response;
}

http::Response RestApi::Refuse(const http::Request& request) const {
  http::Response response = ProblemOf(messages::TooBusy().value());
  others_.Count(request.method, response.status);
  return response;
}

http::Response RestApi::AnswerModel(const http::Request& request) const {
  const Place place = PlaceOf(request.path);
  const auto name = Decoded(place.model);
  const auto api = name ? FindModel(*name) : nullptr;
  RequestCounts& counts = api ? api->counts() : others_;
  const auto answer = [&]() -> http::Response {
    if (options_.authorize && request.method != Method::kOptions) {
      const Status may = options_.authorize(request);
      if (!may) return ProblemOf(messages::NotSigned(may.error().message).value());
    }
    if (place.model.empty()) return ListModels(request);
    if (!api) return ProblemOf(messages::NoSuchPath(request.path).value());
    return api->Answer(request, place.path);
  };
  http::Response response = answer();
  counts.Count(request.method, response.status);
  return response;
}

http::Response RestApi::ListModels(const http::Request& request) const {
  constexpr std::string_view kAllowed = "GET, HEAD, OPTIONS";
  if (request.method == Method::kOptions) {
    http::Response response{.status = 204};
    response.headers.Add("Allow", kAllowed);
    return response;
  }
  if (Changes(request.method)) {
    http::Response response =
        ProblemOf(messages::WrongMethod(request.method_name, kAllowed).value());
    response.headers.Add("Allow", kAllowed);
    return response;
  }
  List list;
  for (const auto& [name, api] : models()) list.push_back(SummaryOf(api->model(), api->root()));
  std::string body;
  AppendPlainJson(AttributeMap{{"models", AttributeValue::Of(std::move(list))}}, body);
  return JsonResponse(200, std::move(body), "no-cache");
}

RestApi::Models RestApi::models() const {
  const MutexLock lock(mutex_);
  return models_;
}

std::shared_ptr<const ModelApi> RestApi::FindModel(std::string_view name) const {
  const MutexLock lock(mutex_);
  const auto found = models_.find(name);
  return found == models_.end() ? nullptr : found->second;
}

bool RestApi::Allows(std::string_view origin) const {
  if (IsOfThisMachine(origin)) return true;
  return std::ranges::any_of(options_.origins, [origin](const std::string& allowed) {
    return allowed == "*" || allowed == origin;
  });
}

void RestApi::AppendMetrics(std::string& out) const {
  out +=
      "# HELP trestle_rest_requests_total REST requests answered, by model, method and status.\n"
      "# TYPE trestle_rest_requests_total counter\n";
  others_.AppendTo(out, "");
  for (const auto& [name, api] : models()) api->counts().AppendTo(out, name);
}

}  // namespace trestle::rest
