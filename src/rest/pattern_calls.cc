#include <algorithm>
#include <charconv>
#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include "json/json_writer.h"
#include "json/plain_json.h"
#include "repository/arguments.h"
#include "rest/call.h"
#include "rest/messages.h"
#include "rest/representation.h"

// Endpoints of patterns, transactions and workflows.
namespace trestle::rest {
namespace {

constexpr std::size_t kMostKeyBytes = 255;

struct Paging {
  repository::PageOptions options;
  Shown shown;
};

Paging PagingOf(const Call& call, std::vector<model::FieldError>& errors) {
  const model::Pattern& pattern = *call.endpoint.pattern;
  Paging paging;
  // A parameter of the pattern's own goes before ours of the same name.
  const auto ours = [&](std::string_view name) -> std::optional<std::string_view> {
    if (pattern.FindParameter(name) != nullptr) return std::nullopt;
    if (std::ranges::count(call.query, name, &QueryArgument::name) > 1) {
      errors.push_back({std::string(name), messages::GivenTwice()});
    }
    return QueryValue(call, name);
  };
  if (const auto text = ours("limit")) {
    std::int64_t limit = 0;
    const auto [end, error] = std::from_chars(text->data(), text->data() + text->size(), limit);
    if (error != std::errc() || end != text->data() + text->size()) {
      errors.push_back({"limit", messages::NotAWholeNumber()});
    } else {
      paging.options.limit = limit;
    }
  }
  if (const auto text = ours("cursor")) paging.options.cursor = *text;
  if (const auto text = ours("keys")) {
    paging.shown.keys = *text == "true" || text->empty();
    if (!paging.shown.keys && *text != "false") {
      errors.push_back({"keys", messages::NotTrueOrFalse()});
    }
  }
  paging.shown.entity = pattern.entities.size() > 1;
  return paging;
}

// `errors` are of the query; with what the repository finds wrong beside them, a client is told all
// at once.
tl::unexpected<Error> BadPage(const Call& call, std::vector<model::FieldError> errors,
                              const Result<Item>& arguments,
                              const repository::PageOptions& options) {
  const Status checked =
      arguments ? call.served.repository.Check(call.endpoint.pattern->name, *arguments, options)
                : Status(tl::unexpected(arguments.error()));
  if (!checked) {
    const auto* const bad =
        dynamic_cast<const repository::BadFields*>(checked.error().detail.get());
    if (bad == nullptr) return tl::unexpected(checked.error());
    for (const model::FieldError& field : bad->fields) {
      if (std::ranges::find(errors, field.field, &model::FieldError::field) == errors.end()) {
        errors.push_back(field);
      }
    }
  }
  return messages::Bad(messages::BadQuery(), std::move(errors));
}

Result<std::string> BodyOfPage(const Call& call, const repository::Page& page, const Shown& shown) {
  const model::Pattern& pattern = *call.endpoint.pattern;
  const model::Table& table = *call.served.model().FindTable(pattern.table);
  std::string body = R"({"items":[)";
  for (std::size_t i = 0; i < page.items.size(); ++i) {
    if (i != 0) body += ',';
    TRESTLE_TRY(const Item item, page.items[i].Decode());
    AppendItem({call.served.model(), table, page.EntityOf(i)}, item, shown, body);
  }
  body += R"(],"count":)" + std::to_string(page.count) + R"(,"cursor":)";
  if (page.cursor) {
    AppendJsonString(*page.cursor, body);
  } else {
    body += "null";
  }
  if (pattern.geo) {
    body += R"(,"distances_km":)";
    JsonWriter writer(body);
    writer.BeginArray();
    for (const double distance : page.distances_km) writer.Decimal(distance);
    writer.EndArray();
  }
  body += R"(,"consumed":)";
  JsonWriter writer(body);
  writer.BeginObject();
  writer.Name("read");
  writer.Decimal(page.spent.read_units);
  writer.EndObject();
  body += R"(,"requests":)" + std::to_string(page.spent.requests) + "}";
  return body;
}

Result<std::optional<std::string>> IdempotencyKeyOf(const Call& call) {
  const auto key = call.request.Find("Idempotency-Key");
  if (!key) return std::optional<std::string>();
  if (key->empty() || key->size() > kMostKeyBytes) return messages::BadIdempotencyKey();
  return std::optional<std::string>(*key);
}

void AppendEntity(const Call& call, const repository::EntityItem& entity, std::string& out) {
  AppendItem({call.served.model(), call.TableOf(*entity.entity), entity.entity}, entity.item, {},
             out);
}

// The token of `Authorization: Bearer …`.
std::optional<std::string> BearerTokenOf(const http::Request& request) {
  constexpr std::string_view kScheme = "Bearer ";
  const std::string_view given = request.Find("Authorization").value_or("");
  if (!http::EqualsIgnoreCase(given.substr(0, kScheme.size()), kScheme)) return std::nullopt;
  return std::string(given.substr(kScheme.size()));
}

bool HasNoBody(const Call& call) {
  return call.endpoint.method == http::Method::kGet ||
         call.endpoint.method == http::Method::kDelete;
}

}  // namespace

Result<http::Response> RunPattern(const Call& call) {
  const model::Pattern& pattern = *call.endpoint.pattern;
  std::vector<model::FieldError> errors;
  const Paging paging = PagingOf(call, errors);
  const Result<Item> arguments = ArgumentsOf(call, pattern.parameters, HasNoBody(call));
  if (!errors.empty()) return BadPage(call, std::move(errors), arguments, paging.options);
  if (!arguments) return tl::unexpected(arguments.error());
  TRESTLE_TRY(const repository::Page page,
              call.served.repository.Run(pattern.name, *arguments, paging.options));
  TRESTLE_TRY(std::string body, BodyOfPage(call, page, paging.shown));
  return JsonResponse(200, std::move(body), "no-store");
}

Result<http::Response> RunTransaction(const Call& call) {
  const model::Transaction& transaction = *call.endpoint.transaction;
  TRESTLE_TRY(const std::optional<std::string> key, IdempotencyKeyOf(call));
  TRESTLE_TRY(const Item arguments, ArgumentsOf(call, transaction.parameters, HasNoBody(call)));
  TRESTLE_TRY(const repository::TransactionAnswer answer,
              call.served.repository.Transact(transaction.name, arguments, key));
  std::string body = R"({"items":[)";
  bool first = true;
  for (const repository::EntityItem& item : answer.items) {
    body += std::exchange(first, false) ? R"({"entity":)" : R"(,{"entity":)";
    AppendJsonString(item.entity->name, body);
    body += R"(,"item":)";
    AppendEntity(call, item, body);
    body += '}';
  }
  body += "]}";
  http::Response response = JsonResponse(200, std::move(body), "no-store");
  if (answer.repeated) response.headers.Add("Idempotency-Replayed", "true");
  return response;
}

namespace {

std::string BodyOf(const Call& call, const repository::WorkflowAnswer& answer) {
  std::string body;
  if (answer.status == 204) return body;
  if (answer.body.type() != AttributeType::kNull) AppendPlainJson(answer.body, body);
  if (answer.entities.empty()) return body;
  const bool alone = body.empty() || body == "{}";
  if (alone) {
    body = "{";
  } else {
    body.back() = ',';  // the body is an object
  }
  for (const auto& [name, shown] : answer.entities) {
    AppendJsonString(name, body);
    body += ':';
    if (const auto* const entity = std::get_if<repository::EntityItem>(&shown)) {
      AppendEntity(call, *entity, body);
    } else {
      body += '[';
      for (const repository::EntityItem& one :
           std::get<std::vector<repository::EntityItem>>(shown)) {
        AppendEntity(call, one, body);
        body += ',';
      }
      if (body.back() == ',') body.pop_back();
      body += ']';
    }
    body += ',';
  }
  body.back() = '}';
  return body;
}

}  // namespace

Result<http::Response> RunWorkflow(const Call& call) {
  const model::Workflow& workflow = *call.endpoint.workflow;
  TRESTLE_TRY(std::optional<std::string> key, IdempotencyKeyOf(call));
  TRESTLE_TRY(const Item given, ArgumentsOf(call, workflow.parameters, HasNoBody(call)));
  TRESTLE_TRY(Item checked,
              repository::CheckedArguments(workflow.parameters, given, call.served.clock.Now()));
  TRESTLE_TRY(
      const repository::WorkflowAnswer answer,
      call.served.workflows->Run(workflow.name, {.arguments = std::move(checked),
                                                 .idempotency_key = std::move(key),
                                                 .bearer_token = BearerTokenOf(call.request)}));
  std::string body = BodyOf(call, answer);
  http::Response response{.status = answer.status};
  if (body.empty()) {
    response.headers.Add("Cache-Control", "no-store");
  } else {
    response = JsonResponse(answer.status, std::move(body), "no-store");
  }
  if (answer.repeated) response.headers.Add("Idempotency-Replayed", "true");
  return response;
}

}  // namespace trestle::rest
