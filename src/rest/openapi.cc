#include "rest/openapi.h"

#include <algorithm>
#include <initializer_list>
#include <map>
#include <set>
#include <utility>
#include <vector>

#include "json/plain_json.h"
#include "rest/schema.h"

namespace trestle::rest {
namespace {

using http::Method;
using Kind = Endpoint::Kind;

AttributeValue Reference(std::string_view kind, std::string_view name) {
  return Object({{"$ref", Text("#/components/" + std::string(kind) + "/" + std::string(name))}});
}
AttributeValue SchemaReference(std::string_view name) { return Reference("schemas", name); }

AttributeValue JsonContent(AttributeValue schema) {
  return Object({{"application/json", Object({{"schema", std::move(schema)}})}});
}

struct ParameterPlace {
  const char* in = "query";
  bool required = false;
};
AttributeValue ParameterOf(std::string_view name, ParameterPlace place, AttributeMap schema) {
  AttributeMap parameter{{"name", Text(name)},
                         {"in", Text(place.in)},
                         {"required", Flag(place.required)},
                         {"schema", Object(std::move(schema))}};
  // Lists are elements parted by commas.
  const AttributeValue* type = parameter.Find("schema")->As<AttributeMap>()->Find("type");
  if (type != nullptr && *type == Text("array") && place.in == std::string_view("query")) {
    parameter.Set("style", Text("form"));
    parameter.Set("explode", Flag(false));
  }
  return Object(std::move(parameter));
}

// A geo point of a URL is "lat,lon".
AttributeMap UrlSchema(const model::Shape& shape, AttributeMap schema) {
  if (shape.type != model::Type::kGeo) return schema;
  return AttributeMap{{"type", Text("string")},
                      {"pattern", Text("^-?[0-9.]+,-?[0-9.]+$")},
                      {"description", Text("latitude,longitude")}};
}

class Document {
 public:
  Document(const model::Model& model, std::span<const Endpoint> endpoints, const std::string& root)
      : model_(model), endpoints_(endpoints), root_(root) {}

  std::string Written() {
    AttributeMap paths;
    for (const Endpoint& endpoint : endpoints_) AddTo(paths, endpoint);
    const std::string title = model_.title.empty() ? model_.name : model_.title;
    const AttributeMap document{
        {"openapi", Text("3.1.0")},
        {"info",
         Object({{"title", Text(title)}, {"version", Text(std::to_string(model_.version))}})},
        {"servers", AttributeValue::Of(List{Object({{"url", Text(root_)}})})},
        {"paths", Object(std::move(paths))},
        {"components", Object(Components())}};
    std::string text;
    AppendPlainJson(document, text);
    return text;
  }

 private:
  // Paths that differ only in the names of their parameters are one path: the first one's names.
  void AddTo(AttributeMap& paths, const Endpoint& endpoint) {
    std::string form;
    for (const PathSegment& segment : endpoint.path) {
      form += segment.parameter ? std::string("/{}") : "/" + segment.text;
    }
    const std::vector<PathSegment>& shown = paths_.emplace(form, endpoint.path).first->second;
    const std::string path = TextOf(shown);
    AttributeValue* item = paths.Find(path);
    if (item == nullptr) item = &paths.Set(path, Object({}));
    std::string method(NameOf(endpoint.method));
    std::ranges::transform(method, method.begin(),
                           [](char c) { return static_cast<char>(c - 'A' + 'a'); });
    auto& methods = *item->As<AttributeMap>();
    // The first that fits answers, so the others are not told.
    if (!methods.Contains(method)) methods.Set(method, Object(OperationOf(endpoint, shown)));
  }

  AttributeMap OperationOf(const Endpoint& endpoint, const std::vector<PathSegment>& shown) {
    AttributeMap operation;
    List parameters;
    for (std::size_t i = 0; i < endpoint.path.size(); ++i) {
      if (!endpoint.path[i].parameter) continue;
      parameters.push_back(ParameterOf(shown[i].text, {.in = "path", .required = true},
                                       PathSchema(endpoint, endpoint.path[i].text)));
    }
    Describe(endpoint, operation, parameters);
    if (!parameters.empty()) operation.Set("parameters", AttributeValue::Of(std::move(parameters)));
    return operation;
  }

  static const std::vector<model::Parameter>* ParametersOf(const Endpoint& endpoint) {
    if (endpoint.pattern != nullptr) return &endpoint.pattern->parameters;
    if (endpoint.transaction != nullptr) return &endpoint.transaction->parameters;
    if (endpoint.workflow != nullptr) return &endpoint.workflow->parameters;
    return nullptr;
  }

  static AttributeMap PathSchema(const Endpoint& endpoint, std::string_view name) {
    if (endpoint.entity != nullptr) {
      const model::Attribute* attribute = endpoint.entity->FindAttribute(name);
      if (attribute != nullptr) return UrlSchema(attribute->shape, SchemaOf(attribute->shape));
    }
    if (const auto* parameters = ParametersOf(endpoint)) {
      const auto found = std::ranges::find(*parameters, name, &model::Parameter::name);
      if (found != parameters->end()) return UrlSchema(found->shape, SchemaOf(found->shape));
    }
    return AttributeMap{{"type", Text("string")}};
  }

  static bool IsInPath(const Endpoint& endpoint, std::string_view name) {
    return std::ranges::any_of(endpoint.path, [name](const PathSegment& segment) {
      return segment.parameter && segment.text == name;
    });
  }

  static void AddQuery(const Endpoint& endpoint, List& parameters) {
    const auto* declared = ParametersOf(endpoint);
    for (const model::Parameter& parameter : *declared) {
      if (IsInPath(endpoint, parameter.name)) continue;
      parameters.push_back(ParameterOf(parameter.name, {.required = IsRequired(parameter)},
                                       UrlSchema(parameter.shape, SchemaOf(parameter))));
    }
  }

  // The arguments that the path does not give.
  static AttributeValue Arguments(const Endpoint& endpoint) {
    std::vector<model::Parameter> left;
    for (const model::Parameter& parameter : *ParametersOf(endpoint)) {
      if (!IsInPath(endpoint, parameter.name)) left.push_back(parameter);
    }
    return Object(ArgumentsSchemaOf(left));
  }

  void Name(AttributeMap& operation, const std::string& verb, const std::string& what,
            std::string_view tag) {
    std::string id = verb + what;
    for (int count = 2; !ids_.insert(id).second; ++count) id = verb + what + std::to_string(count);
    operation.Set("operationId", Text(id));
    operation.Set("tags", AttributeValue::Of(List{Text(tag)}));
  }

  static void Answers(AttributeMap& operation, const char* status, AttributeMap answer) {
    operation.Set("responses", Object({{status, Object(std::move(answer))},
                                       {"default", Reference("responses", "Problem")}}));
  }

  static void TakesBody(AttributeMap& operation, AttributeValue schema, bool required) {
    operation.Set("requestBody", Object({{"required", Flag(required)},
                                         {"content", JsonContent(std::move(schema))}}));
  }

  static AttributeMap EntityAnswer(std::string_view description, const model::Entity& entity,
                                   std::initializer_list<const char*> headers = {"ETag"}) {
    AttributeMap shown;
    for (const char* header : headers) {
      shown.Set(header, Object({{"schema", Object({{"type", Text("string")}})}}));
    }
    return AttributeMap{{"description", Text(description)},
                        {"headers", Object(std::move(shown))},
                        {"content", JsonContent(SchemaReference(entity.name))}};
  }

  void Describe(const Endpoint& endpoint, AttributeMap& operation, List& parameters) {
    switch (endpoint.kind) {
      case Kind::kOverview:
        Name(operation, "overview", "", "model");
        return Answers(operation, "200", Plain("The model, its entities and where the rest is"));
      case Kind::kOpenApi:
        Name(operation, "openapi", "", "model");
        return Answers(operation, "200", Plain("This document"));
      case Kind::kCatalogue:
        Name(operation, "patterns", "", "model");
        return Answers(operation, "200", Plain("The access patterns and actions of the model"));
      case Kind::kPattern:
        return DescribePattern(endpoint, operation, parameters);
      case Kind::kTransaction:
      case Kind::kWorkflow:
        return DescribeAction(endpoint, operation, parameters);
      default:
        return DescribeEntity(endpoint, operation, parameters);
    }
  }

  static AttributeMap Plain(std::string_view description) {
    return AttributeMap{{"description", Text(description)},
                        {"content", JsonContent(Object({{"type", Text("object")}}))}};
  }

  static void Summarise(AttributeMap& operation, const Endpoint& endpoint) {
    if (std::string title = TitleOf(endpoint); !title.empty()) {
      operation.Set("summary", Text(std::move(title)));
    }
  }

  void DescribePattern(const Endpoint& endpoint, AttributeMap& operation, List& parameters) {
    const model::Pattern& pattern = *endpoint.pattern;
    Name(operation, "run", pattern.name, "patterns");
    Summarise(operation, endpoint);
    if (endpoint.method == Method::kGet || endpoint.method == Method::kDelete) {
      AddQuery(endpoint, parameters);
    } else {
      TakesBody(operation, Arguments(endpoint), false);
    }
    for (const char* own : {"limit", "cursor", "keys"}) {
      if (pattern.FindParameter(own) == nullptr) parameters.push_back(Reference("parameters", own));
    }
    List kinds;
    for (const std::string& entity : pattern.entities) kinds.push_back(SchemaReference(entity));
    // A projection leaves out what the whole entity must have.
    AttributeValue items = !pattern.project.empty() || kinds.empty()
                               ? Object({{"type", Text("object")}})
                           : kinds.size() == 1 ? kinds[0]
                                               : Object({{"anyOf", AttributeValue::Of(kinds)}});
    AttributeMap page = Page();
    page.Set("items", Object({{"type", Text("array")}, {"items", std::move(items)}}));
    AttributeValue schema =
        Object({{"type", Text("object")},
                {"required", AttributeValue::Of(List{Text("items"), Text("count"), Text("cursor"),
                                                     Text("consumed"), Text("requests")})},
                {"properties", Object(std::move(page))}});
    Answers(operation, "200",
            {{"description", Text("One page")}, {"content", JsonContent(std::move(schema))}});
  }

  static AttributeValue EmptyList() { return AttributeValue::Of(List{}); }

  static AttributeMap Page() {
    const AttributeValue number = Object({{"type", Text("number")}});
    return AttributeMap{
        {"count", Object({{"type", Text("integer")}})},
        {"cursor", Object({{"type", AttributeValue::Of(List{Text("string"), Text("null")})}})},
        {"consumed",
         Object({{"type", Text("object")}, {"properties", Object({{"read", number}})}})},
        {"distances_km", Object({{"type", Text("array")}, {"items", number}})},
        {"requests", Object({{"type", Text("integer")}})}};
  }

  void DescribeAction(const Endpoint& endpoint, AttributeMap& operation, List& parameters) {
    const bool workflow = endpoint.workflow != nullptr;
    Name(operation, "do", workflow ? endpoint.workflow->name : endpoint.transaction->name,
         "actions");
    Summarise(operation, endpoint);
    parameters.push_back(Reference("parameters", "Idempotency-Key"));
    if (endpoint.method == Method::kGet || endpoint.method == Method::kDelete) {
      AddQuery(endpoint, parameters);
    } else {
      TakesBody(operation, Arguments(endpoint), false);
    }
    if (workflow) {
      if (endpoint.workflow->session) {
        operation.Set("security", AttributeValue::Of(List{Object({{"session", EmptyList()}})}));
      }
      return Answers(operation, "2XX", Plain("What it did"));
    }
    Answers(operation, "200",
            {{"description", Text("What it wrote, or had written for the same key before")},
             {"content", JsonContent(SchemaReference("trestle.TransactionAnswer"))}});
  }

  void DescribeEntity(const Endpoint& endpoint, AttributeMap& operation, List& parameters) {
    const model::Entity& entity = *endpoint.entity;
    const auto described = [&](const char* verb) {
      Name(operation, verb, entity.name, entity.name);
      Summarise(operation, endpoint);
    };
    if (endpoint.kind != Kind::kDelete) parameters.push_back(Reference("parameters", "keys"));
    const bool changes = endpoint.kind == Kind::kPut || endpoint.kind == Kind::kUpdate ||
                         endpoint.kind == Kind::kDelete;
    if (changes) parameters.push_back(Reference("parameters", "If-Match"));
    if (endpoint.kind == Kind::kGet || endpoint.kind == Kind::kPut) {
      parameters.push_back(Reference("parameters", "If-None-Match"));
    }
    switch (endpoint.kind) {
      case Kind::kCreate:
        described("create");
        TakesBody(operation, BodySchema(endpoint), true);
        return Answers(operation, "201", EntityAnswer("Created", entity, {"ETag", "Location"}));
      case Kind::kGet:
        described("get");
        Answers(operation, "200", EntityAnswer("As it is", entity));
        operation.Find("responses")
            ->As<AttributeMap>()
            ->Set("304", Object({{"description", Text("As If-None-Match knows it")}}));
        return;
      case Kind::kPut:
        described("put");
        TakesBody(operation, BodySchema(endpoint), true);
        return Answers(operation, "2XX",
                       EntityAnswer("200 replaced, 201 created", entity, {"ETag", "Location"}));
      case Kind::kUpdate:
        described("update");
        TakesBody(operation, SchemaReference(entity.name + ".changes"), true);
        return Answers(operation, "200", EntityAnswer("As it is now", entity));
      default:
        described("delete");
        return Answers(operation, "204", {{"description", Text("Gone")}});
    }
  }

  // The entity, without the attributes that the path gives.
  AttributeValue BodySchema(const Endpoint& endpoint) const {
    const model::Entity& entity = *endpoint.entity;
    AttributeMap schema = SchemaOf(model_, entity);
    AttributeValue* required = schema.Find("required");
    if (required == nullptr) return SchemaReference(entity.name);
    List left;
    for (const AttributeValue& name : *required->As<List>()) {
      if (!IsInPath(endpoint, *name.As<std::string>())) left.push_back(name);
    }
    if (left.size() == required->As<List>()->size()) return SchemaReference(entity.name);
    if (left.empty()) {
      schema.Erase("required");
    } else {
      schema.Set("required", AttributeValue::Of(std::move(left)));
    }
    return Object(std::move(schema));
  }

  AttributeMap Components() const {
    AttributeMap schemas;
    for (const model::Entity& entity : model_.entities) {
      schemas.Set(entity.name, Object(SchemaOf(model_, entity)));
      schemas.Set(entity.name + ".changes", Object(ChangesSchemaOf(entity)));
    }
    AddOwnSchemas(schemas);
    const AttributeMap text{{"type", Text("string")}};
    const AttributeValue problem =
        Object({{"description", Text("What was wrong")},
                {"content", Object({{"application/problem+json",
                                     Object({{"schema", SchemaReference("trestle.Problem")}})}})}});
    return AttributeMap{
        {"schemas", Object(std::move(schemas))},
        {"responses", Object({{"Problem", problem}})},
        {"securitySchemes", Object(SecuritySchemes())},
        {"parameters",
         Object({{"limit", ParameterOf("limit", {},
                                       {{"type", Text("integer")},
                                        {"minimum", AttributeValue::Integer(1)}})},
                 {"cursor", ParameterOf("cursor", {}, text)},
                 {"keys", ParameterOf("keys", {}, {{"type", Text("boolean")}})},
                 {"If-Match", ParameterOf("If-Match", {.in = "header"}, text)},
                 {"If-None-Match", ParameterOf("If-None-Match", {.in = "header"}, text)},
                 {"Idempotency-Key", ParameterOf("Idempotency-Key", {.in = "header"}, text)}})}};
  }

  AttributeMap SecuritySchemes() const {
    AttributeMap schemes;
    if (std::ranges::any_of(model_.workflows, &model::Workflow::session)) {
      schemes.Set("session", Object({{"type", Text("http")}, {"scheme", Text("bearer")}}));
    }
    return schemes;
  }

  static void AddOwnSchemas(AttributeMap& schemas) {
    const AttributeValue text = Object({{"type", Text("string")}});
    const AttributeValue number = Object({{"type", Text("number")}});
    const AttributeValue entry = Object(
        {{"type", Text("object")}, {"properties", Object({{"field", text}, {"message", text}})}});
    schemas.Set(
        "trestle.Problem",
        Object({{"type", Text("object")},
                {"properties",
                 Object({{"type", text},
                         {"title", text},
                         {"status", Object({{"type", Text("integer")}})},
                         {"code", text},
                         {"detail", text},
                         {"step", Object({{"type", Text("integer")}})},
                         {"errors", Object({{"type", Text("array")}, {"items", entry}})}})}}));
    schemas.Set("trestle.GeoPoint",
                Object({{"type", Text("object")},
                        {"required", AttributeValue::Of(List{Text("lat"), Text("lon")})},
                        {"properties", Object({{"lat", number}, {"lon", number}})}}));
    const AttributeValue written = Object(
        {{"type", Text("object")},
         {"properties", Object({{"entity", text}, {"item", Object({{"type", Text("object")}})}})}});
    schemas.Set(
        "trestle.TransactionAnswer",
        Object({{"type", Text("object")},
                {"properties",
                 Object({{"items", Object({{"type", Text("array")}, {"items", written}})}})}}));
  }

  const model::Model& model_;
  const std::span<const Endpoint> endpoints_;
  const std::string& root_;
  std::map<std::string, std::vector<PathSegment>> paths_;
  std::set<std::string> ids_;
};

}  // namespace

std::string OpenApiOf(const model::Model& model, std::span<const Endpoint> endpoints,
                      const std::string& root) {
  return Document(model, endpoints, root).Written();
}

}  // namespace trestle::rest
