#include "rest/model_api.h"

#include <optional>
#include <span>
#include <utility>

#include "auth/sha256.h"
#include "rest/catalogue.h"
#include "rest/messages.h"
#include "rest/openapi.h"
#include "rest/problem.h"
#include "rest/representation.h"
#include "rest/url.h"

namespace trestle::rest {
namespace {

using Kind = Endpoint::Kind;

std::span<const model::Workflow> WorkflowsOf(const RestModel& model) {
  if (model.workflows == nullptr) return {};
  return model.repository->model().workflows;
}

Asked AskedBy(const Call& call) {
  switch (call.endpoint.kind) {
    case Kind::kPattern:
      return Asked::kPattern;
    case Kind::kTransaction:
      return Asked::kTransaction;
    case Kind::kWorkflow:
      return Asked::kWorkflow;
    default:
      if (call.request.Find("If-Match")) return Asked::kEntityIfMatch;
      if (call.endpoint.kind == Kind::kPut && call.request.Find("If-None-Match")) {
        return Asked::kEntityIfNone;
      }
      return Asked::kEntity;
  }
}

}  // namespace

ModelApi::ModelApi(RestModel model, const Clock& clock)
    : model_(std::move(model)),
      served_{.repository = *model_.repository,
              .workflows = model_.workflows.get(),
              .clock = clock,
              .root = "/api/" + Encoded(model_.repository->model().name)},
      endpoints_(EndpointsOf(model_.repository->model(), WorkflowsOf(model_))) {}

http::Response ModelApi::Answer(const http::Request& request, std::string_view path) const {
  if (path == "/") path = {};
  const auto segments = SegmentsOf(path);
  auto query = QueryOf(request.query);
  if (!segments || !query) return ProblemOf(messages::UnreadablePath().value());
  Match match = Find(endpoints_, request.method, *segments);
  if (match.allowed.empty()) return ProblemOf(messages::NoSuchPath(request.path).value());
  if (request.method == http::Method::kOptions) {
    http::Response response{.status = 204};
    response.headers.Add("Allow", match.allowed);
    return response;
  }
  if (match.endpoint == nullptr) {
    http::Response response =
        ProblemOf(messages::WrongMethod(request.method_name, match.allowed).value());
    response.headers.Add("Allow", match.allowed);
    return response;
  }
  const Call call{.served = served_,
                  .request = request,
                  .endpoint = *match.endpoint,
                  .path = std::move(match.arguments),
                  .query = *std::move(query)};
  Result<http::Response> answer = Run(call);
  return answer ? *std::move(answer) : ProblemOf(answer.error(), AskedBy(call));
}

Result<http::Response> ModelApi::Run(const Call& call) const {
  switch (call.endpoint.kind) {
    case Kind::kOverview:
      return ShowDocument(call.request, OverviewOf(model(), endpoints_, root()));
    case Kind::kOpenApi:
      std::call_once(openapi_made_, [this] { openapi_ = OpenApiOf(model(), endpoints_, root()); });
      return ShowDocument(call.request, openapi_);
    case Kind::kCatalogue:
      return ShowDocument(call.request, CatalogueOf(model(), endpoints_, root()));
    case Kind::kPattern:
      return RunPattern(call);
    case Kind::kTransaction:
      return RunTransaction(call);
    case Kind::kWorkflow:
      return RunWorkflow(call);
    case Kind::kCreate:
      return CreateEntity(call);
    case Kind::kGet:
      return GetEntity(call);
    case Kind::kPut:
      return PutEntity(call);
    case Kind::kUpdate:
      return UpdateEntity(call);
    case Kind::kDelete:
      return DeleteEntity(call);
  }
  return messages::NoSuchPath(call.request.path);
}

Result<http::Response> ModelApi::ShowDocument(const http::Request& request,
                                              std::string body) const {
  constexpr std::size_t kDigits = 24;
  const std::string tag = "\"" + Hex(Sha256(body)).substr(0, kDigits) + "\"";
  http::Response response = JsonResponse(200, std::move(body), "no-cache");
  response.headers.Add("ETag", tag);
  const auto known = request.Find("If-None-Match");
  if (known && EntityTags::Parse(*known).Contain(tag)) {
    response.status = 304;
    response.body.clear();
  }
  return response;
}

}  // namespace trestle::rest
