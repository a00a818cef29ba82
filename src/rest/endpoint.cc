#include "rest/endpoint.h"

#include <algorithm>
#include <array>
#include <utility>

namespace trestle::rest {
namespace {

using http::Method;
using Kind = Endpoint::Kind;

constexpr std::array kMethods = {Method::kGet, Method::kPost, Method::kPut, Method::kPatch,
                                 Method::kDelete};

PathSegment Literal(std::string text) { return {.text = std::move(text)}; }
PathSegment Parameter(std::string text) { return {.text = std::move(text), .parameter = true}; }

std::vector<PathSegment> Parsed(std::string_view path) {
  std::vector<PathSegment> segments;
  while (!path.empty()) {
    path.remove_prefix(path.front() == '/' ? 1 : 0);
    const std::size_t end = std::min(path.find('/'), path.size());
    const std::string_view text = path.substr(0, end);
    path.remove_prefix(end);
    if (text.starts_with('{') && text.ends_with('}')) {
      segments.push_back(Parameter(std::string(text.substr(1, text.size() - 2))));
    } else if (!text.empty() || !path.empty()) {
      segments.push_back(Literal(std::string(text)));
    }
  }
  return segments;
}

class Endpoints {
 public:
  Endpoints(const model::Model& model, std::span<const model::Workflow> workflows)
      : model_(model), workflows_(workflows) {}

  std::vector<Endpoint> Made() {
    for (const model::Route& route : model_.routes) Declare(route);
    Add(Method::kGet, {}, Kind::kOverview);
    Add(Method::kGet, {Literal("openapi.json")}, Kind::kOpenApi);
    Add(Method::kGet, {Literal("patterns")}, Kind::kCatalogue);
    for (const model::Pattern& pattern : model_.patterns) {
      if (!IsRunByItsName(pattern)) continue;
      Add(Method::kGet, {Literal("patterns"), Literal(pattern.name)}, Kind::kPattern).pattern =
          &pattern;
    }
    for (const model::Workflow& workflow : workflows_) {
      Add(Method::kPost, {Literal("actions"), Literal(workflow.name)}, Kind::kWorkflow).workflow =
          &workflow;
    }
    for (const model::Transaction& transaction : model_.transactions) {
      if (transaction.routes == model::Served::kNone) continue;
      Add(Method::kPost, {Literal("actions"), Literal(transaction.name)}, Kind::kTransaction)
          .transaction = &transaction;
    }
    for (const model::Entity& entity : model_.entities) AddEntity(entity);
    return std::move(endpoints_);
  }

 private:
  Endpoint& Add(Method method, std::vector<PathSegment> path, Kind kind) {
    endpoints_.push_back({.method = method, .path = std::move(path), .kind = kind});
    return endpoints_.back();
  }

  void AddEntity(const model::Entity& entity) {
    if (entity.routes == model::Served::kNone) return;
    const bool writes = entity.routes == model::Served::kAll;
    std::vector<PathSegment> path = {Literal(entity.name)};
    if (writes) Add(Method::kPost, path, Kind::kCreate).entity = &entity;
    for (std::string& part : IdPartsOf(*model_.FindTable(entity.table), entity)) {
      path.push_back(Parameter(std::move(part)));
    }
    Add(Method::kGet, path, Kind::kGet).entity = &entity;
    if (!writes) return;
    Add(Method::kPut, path, Kind::kPut).entity = &entity;
    Add(Method::kPatch, path, Kind::kUpdate).entity = &entity;
    Add(Method::kDelete, path, Kind::kDelete).entity = &entity;
  }

  void Declare(const model::Route& route) {
    const auto method = std::ranges::find(kMethods, route.method, NameOf);
    if (method == kMethods.end()) return;
    Endpoint endpoint{.method = *method, .path = Parsed(route.path), .declared = true};
    switch (route.kind) {
      case model::Route::Kind::kPattern:
        endpoint.kind = Kind::kPattern;
        endpoint.pattern = model_.FindPattern(route.target);
        break;
      case model::Route::Kind::kTransaction:
        endpoint.kind = Kind::kTransaction;
        endpoint.transaction = model_.FindTransaction(route.target);
        break;
      case model::Route::Kind::kWorkflow: {
        endpoint.kind = Kind::kWorkflow;
        const auto found = std::ranges::find(workflows_, route.target, &model::Workflow::name);
        if (found != workflows_.end()) endpoint.workflow = &*found;
        break;
      }
      case model::Route::Kind::kCreate:
        endpoint.kind = Kind::kCreate;
        break;
      case model::Route::Kind::kPut:
        endpoint.kind = Kind::kPut;
        break;
      case model::Route::Kind::kUpdate:
        endpoint.kind = Kind::kUpdate;
        break;
      case model::Route::Kind::kGet:
        endpoint.kind = Kind::kGet;
        break;
      case model::Route::Kind::kDelete:
        endpoint.kind = Kind::kDelete;
        break;
    }
    const bool of_entity = endpoint.kind >= Kind::kCreate;
    if (of_entity) endpoint.entity = model_.FindEntity(route.target);
    // A server without the system's workflows does not have their routes.
    const bool known = endpoint.entity != nullptr || endpoint.pattern != nullptr ||
                       endpoint.transaction != nullptr || endpoint.workflow != nullptr;
    if (known) endpoints_.push_back(std::move(endpoint));
  }

  const model::Model& model_;
  const std::span<const model::Workflow> workflows_;
  std::vector<Endpoint> endpoints_;
};

bool Fits(const Endpoint& endpoint, const std::vector<std::string>& path) {
  if (endpoint.path.size() != path.size()) return false;
  for (std::size_t i = 0; i < path.size(); ++i) {
    const PathSegment& segment = endpoint.path[i];
    if (segment.parameter ? path[i].empty() : segment.text != path[i]) return false;
  }
  return true;
}

bool IsMoreLiteral(const Endpoint& a, const Endpoint& b) {
  for (std::size_t i = 0; i < a.path.size(); ++i) {
    if (a.path[i].parameter != b.path[i].parameter) return b.path[i].parameter;
  }
  return false;
}

}  // namespace

std::string_view NameOf(Method method) {
  switch (method) {
    case Method::kGet:
      return "GET";
    case Method::kHead:
      return "HEAD";
    case Method::kPost:
      return "POST";
    case Method::kPut:
      return "PUT";
    case Method::kPatch:
      return "PATCH";
    case Method::kDelete:
      return "DELETE";
    case Method::kOptions:
      return "OPTIONS";
    case Method::kOther:
      break;
  }
  return "other";
}

std::string TitleOf(const Endpoint& endpoint) {
  if (endpoint.pattern != nullptr) return endpoint.pattern->title;
  if (endpoint.transaction != nullptr) return endpoint.transaction->title;
  if (endpoint.workflow != nullptr) return endpoint.workflow->title;
  if (endpoint.entity == nullptr) return "";
  std::string_view verb;
  switch (endpoint.kind) {
    case Kind::kCreate:
      verb = "Create ";
      break;
    case Kind::kPut:
      verb = "Create or replace ";
      break;
    case Kind::kUpdate:
      verb = "Change attributes of ";
      break;
    case Kind::kDelete:
      verb = "Delete ";
      break;
    default:
      verb = "Read ";
  }
  return std::string(verb) + endpoint.entity->name;
}

std::string TextOf(const std::vector<PathSegment>& path) {
  std::string text;
  for (const PathSegment& segment : path) {
    text += '/';
    text += segment.parameter ? "{" + segment.text + "}" : segment.text;
  }
  return text.empty() ? "/" : text;
}

std::vector<std::string> IdPartsOf(const model::Table& table, const model::Entity& entity) {
  std::vector<std::string> parts;
  const auto add = [&parts](const std::string& name) {
    if (std::ranges::find(parts, name) == parts.end()) parts.push_back(name);
  };
  const auto add_key = [&](const std::string& attribute) {
    const model::EntityKey* key = entity.FindKey(attribute);
    if (key == nullptr) return add(attribute);
    for (const model::TemplatePart& part : key->value.parts) {
      if (!part.reference.empty()) add(part.reference);
    }
  };
  add_key(table.partition_key.name);
  if (table.sort_key) add_key(table.sort_key->name);
  return parts;
}

namespace {

bool IsRead(const model::Pattern& pattern) {
  switch (pattern.kind) {
    case model::PatternKind::kGet:
    case model::PatternKind::kQuery:
    case model::PatternKind::kScan:
    case model::PatternKind::kBatchGet:
      return true;
    default:
      return false;
  }
}

}  // namespace

bool IsRunByItsName(const model::Pattern& pattern) {
  return IsRead(pattern) && pattern.routes != model::Served::kNone;
}

std::vector<Endpoint> EndpointsOf(const model::Model& model,
                                  std::span<const model::Workflow> workflows) {
  return Endpoints(model, workflows).Made();
}

Match Find(std::span<const Endpoint> endpoints, Method method,
           const std::vector<std::string>& path) {
  if (method == Method::kHead) method = Method::kGet;
  Match match;
  std::array<bool, kMethods.size()> allowed = {};
  for (const Endpoint& endpoint : endpoints) {
    if (!Fits(endpoint, path)) continue;
    const auto place = std::ranges::find(kMethods, endpoint.method) - kMethods.begin();
    allowed[static_cast<std::size_t>(place)] = true;
    if (endpoint.method != method) continue;
    if (match.endpoint == nullptr || IsMoreLiteral(endpoint, *match.endpoint)) {
      match.endpoint = &endpoint;
    }
  }
  for (std::size_t i = 0; i < kMethods.size(); ++i) {
    if (!allowed[i]) continue;
    match.allowed.append(match.allowed.empty() ? "" : ", ").append(NameOf(kMethods[i]));
    if (kMethods[i] == Method::kGet) match.allowed += ", HEAD";
  }
  if (!match.allowed.empty()) match.allowed += ", OPTIONS";
  if (match.endpoint == nullptr) return match;
  for (std::size_t i = 0; i < path.size(); ++i) {
    const PathSegment& segment = match.endpoint->path[i];
    if (segment.parameter) match.arguments.push_back({segment.text, path[i]});
  }
  return match;
}

}  // namespace trestle::rest
