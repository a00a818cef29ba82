#include "rest/catalogue.h"

#include <utility>
#include <vector>

#include "json/plain_json.h"
#include "rest/schema.h"
#include "rest/url.h"

namespace trestle::rest {
namespace {

std::string_view KindName(model::PatternKind kind) {
  switch (kind) {
    case model::PatternKind::kGet:
      return "get";
    case model::PatternKind::kQuery:
      return "query";
    case model::PatternKind::kScan:
      return "scan";
    case model::PatternKind::kBatchGet:
      return "batch_get";
    case model::PatternKind::kPut:
      return "put";
    case model::PatternKind::kUpdate:
      return "update";
    case model::PatternKind::kDelete:
      return "delete";
    case model::PatternKind::kBatchWrite:
      return "batch_write";
    case model::PatternKind::kTransact:
      break;
  }
  return "transact";
}

AttributeValue Texts(const std::vector<std::string>& texts) {
  List list;
  for (const std::string& text : texts) list.push_back(Text(text));
  return AttributeValue::Of(std::move(list));
}

AttributeValue Parameters(const std::vector<model::Parameter>& parameters) {
  List list;
  for (const model::Parameter& parameter : parameters) {
    list.push_back(Object({{"name", Text(parameter.name)},
                           {"required", Flag(IsRequired(parameter))},
                           {"schema", Object(SchemaOf(parameter))}}));
  }
  return AttributeValue::Of(std::move(list));
}

// "GET /api/shop/customers/{customer}/orders" of each route that the model declares for it.
template <class Target>
AttributeValue RoutesTo(const Target* target, const Target* Endpoint::*member,
                        std::span<const Endpoint> endpoints, const std::string& root) {
  List routes;
  for (const Endpoint& endpoint : endpoints) {
    if (!endpoint.declared || endpoint.*member != target) continue;
    routes.push_back(
        Text(std::string(NameOf(endpoint.method)) + " " + root + TextOf(endpoint.path)));
  }
  return AttributeValue::Of(std::move(routes));
}

// What may be done to the entity by its name, and not by a declared route.
AttributeValue MethodsOf(const model::Entity& entity, std::span<const Endpoint> endpoints) {
  List methods;
  for (const Endpoint& endpoint : endpoints) {
    if (endpoint.declared || endpoint.entity != &entity) continue;
    methods.push_back(Text(NameOf(endpoint.method)));
  }
  return AttributeValue::Of(std::move(methods));
}

// What a declared route runs, by its kind and name.
AttributeMap ShownRoute(const Endpoint& endpoint, const std::string& root) {
  AttributeMap shown{{"method", Text(NameOf(endpoint.method))},
                     {"path", Text(root + TextOf(endpoint.path))},
                     {"title", Text(TitleOf(endpoint))}};
  if (endpoint.entity != nullptr) shown.Set("entity", Text(endpoint.entity->name));
  if (endpoint.pattern != nullptr) shown.Set("pattern", Text(endpoint.pattern->name));
  if (endpoint.transaction != nullptr) shown.Set("action", Text(endpoint.transaction->name));
  if (endpoint.workflow != nullptr) shown.Set("action", Text(endpoint.workflow->name));
  return shown;
}

std::string JsonOf(const AttributeMap& map) {
  std::string text;
  AppendPlainJson(map, text);
  return text;
}

}  // namespace

AttributeValue SummaryOf(const model::Model& model, const std::string& root) {
  return Object({{"name", Text(model.name)},
                 {"title", Text(model.title)},
                 {"version", AttributeValue::Integer(model.version)},
                 {"href", Text(root)},
                 {"openapi", Text(root + "/openapi.json")},
                 {"patterns", Text(root + "/patterns")}});
}

std::string OverviewOf(const model::Model& model, std::span<const Endpoint> endpoints,
                       const std::string& root) {
  AttributeMap overview = *SummaryOf(model, root).As<AttributeMap>();
  List entities;
  for (const model::Entity& entity : model.entities) {
    if (entity.routes == model::Served::kNone) continue;
    entities.push_back(
        Object({{"name", Text(entity.name)},
                {"title", Text(entity.title)},
                {"href", Text(root + "/" + Encoded(entity.name))},
                {"id", Texts(IdPartsOf(*model.FindTable(entity.table), entity))},
                {"methods", MethodsOf(entity, endpoints)},
                {"version", entity.version.empty() ? AttributeValue() : Text(entity.version)},
                {"schema", Object(SchemaOf(model, entity))}}));
  }
  overview.Set("entities", AttributeValue::Of(std::move(entities)));
  List routes;
  for (const Endpoint& endpoint : endpoints) {
    if (endpoint.declared) routes.push_back(Object(ShownRoute(endpoint, root)));
  }
  overview.Set("routes", AttributeValue::Of(std::move(routes)));
  return JsonOf(overview);
}

std::string CatalogueOf(const model::Model& model, std::span<const Endpoint> endpoints,
                        const std::string& root) {
  List patterns;
  for (const model::Pattern& pattern : model.patterns) {
    if (pattern.routes == model::Served::kNone) continue;
    AttributeMap shown{{"name", Text(pattern.name)},
                       {"title", Text(pattern.title)},
                       {"kind", Text(KindName(pattern.kind))},
                       {"entities", Texts(pattern.entities)},
                       {"routes", RoutesTo(&pattern, &Endpoint::pattern, endpoints, root)},
                       {"parameters", Parameters(pattern.parameters)}};
    if (IsRunByItsName(pattern)) {
      shown.Set("href", Text(root + "/patterns/" + Encoded(pattern.name)));
      shown.Set("limit", AttributeValue::Integer(pattern.limit));
    }
    if (!pattern.index.empty()) shown.Set("index", Text(pattern.index));
    const model::Transaction* const transaction = model.FindTransaction(pattern.transaction);
    if (transaction != nullptr && transaction->routes != model::Served::kNone) {
      shown.Set("action", Text(root + "/actions/" + Encoded(pattern.transaction)));
    }
    patterns.push_back(Object(std::move(shown)));
  }
  List actions;
  for (const Endpoint& endpoint : endpoints) {
    const bool workflow = endpoint.workflow != nullptr;
    if (endpoint.declared || (!workflow && endpoint.transaction == nullptr)) continue;
    const std::string& name = workflow ? endpoint.workflow->name : endpoint.transaction->name;
    AttributeValue routes =
        workflow ? RoutesTo(endpoint.workflow, &Endpoint::workflow, endpoints, root)
                 : RoutesTo(endpoint.transaction, &Endpoint::transaction, endpoints, root);
    actions.push_back(
        Object({{"name", Text(name)},
                {"title", Text(TitleOf(endpoint))},
                {"kind", Text(workflow ? "workflow" : "transaction")},
                {"href", Text(root + "/actions/" + Encoded(name))},
                {"routes", std::move(routes)},
                {"parameters", Parameters(workflow ? endpoint.workflow->parameters
                                                   : endpoint.transaction->parameters)}}));
  }
  return JsonOf({{"patterns", AttributeValue::Of(std::move(patterns))},
                 {"actions", AttributeValue::Of(std::move(actions))}});
}

}  // namespace trestle::rest
