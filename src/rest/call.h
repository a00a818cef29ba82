#pragma once

#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/clock.h"
#include "base/result.h"
#include "http/request.h"
#include "http/response.h"
#include "repository/repository.h"
#include "repository/workflow.h"
#include "rest/endpoint.h"
#include "rest/url.h"

namespace trestle::rest {

// What the endpoints of one model work on. All outlive it.
struct ServedModel {
  const repository::Repository& repository;
  repository::Workflows* workflows = nullptr;
  const Clock& clock;
  std::string root;  // /api/shop

  const model::Model& model() const { return repository.model(); }
};

// One request to an endpoint.
struct Call {
  const ServedModel& served;
  const http::Request& request;
  const Endpoint& endpoint;
  std::vector<PathArgument> path;
  std::vector<QueryArgument> query;

  const model::Table& TableOf(const model::Entity& entity) const {
    return *served.model().FindTable(entity.table);
  }
};

// The largest body; more than any transaction of the service can hold.
inline constexpr std::size_t kMaxBody = std::size_t{4} << 20;

// The body's members; an empty body has none where `may_be_empty`.
Result<Item> BodyOf(const Call& call, bool may_be_empty);

// The last value of a query's argument.
std::optional<std::string_view> QueryValue(const Call& call, std::string_view name);
// ?keys=true
Result<bool> ShowsKeys(const Call& call);
// Refuses arguments that are not among the known ones.
Status CheckQuery(const Call& call, const std::vector<std::string>& known);

// Sets what a dotted path names.
void SetAt(Item& item, std::string_view path, AttributeValue value);

// What a pattern, transaction or workflow is called with: the path's parameters, and those of the
// body, or of the query where `from_query`.
Result<Item> ArgumentsOf(const Call& call, const std::vector<model::Parameter>& parameters,
                         bool from_query);

http::Response JsonResponse(int status, std::string body, std::string_view cache_control);

// The endpoints by what they do.
Result<http::Response> CreateEntity(const Call& call);
Result<http::Response> GetEntity(const Call& call);
Result<http::Response> PutEntity(const Call& call);
Result<http::Response> UpdateEntity(const Call& call);
Result<http::Response> DeleteEntity(const Call& call);
Result<http::Response> RunPattern(const Call& call);
Result<http::Response> RunTransaction(const Call& call);
Result<http::Response> RunWorkflow(const Call& call);

}  // namespace trestle::rest
