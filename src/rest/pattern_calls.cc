#include <charconv>
#include <cstdint>
#include <utility>

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

Result<Paging> PagingOf(const Call& call) {
  const model::Pattern& pattern = *call.endpoint.pattern;
  Paging paging;
  std::vector<model::FieldError> errors;
  // A parameter of the pattern's own goes before ours of the same name.
  const auto ours = [&](std::string_view name) {
    return pattern.FindParameter(name) == nullptr ? QueryValue(call, name) : std::nullopt;
  };
  if (const auto text = ours("limit")) {
    std::int64_t limit = 0;
    const auto [end, error] = std::from_chars(text->data(), text->data() + text->size(), limit);
    if (error != std::errc() || end != text->data() + text->size()) {
      errors.push_back({"limit", messages::NotAWholeNumber()});
    }
    paging.options.limit = limit;
  }
  if (const auto text = ours("cursor")) paging.options.cursor = *text;
  if (const auto text = ours("keys")) {
    paging.shown.keys = *text == "true" || text->empty();
    if (!paging.shown.keys && *text != "false") {
      errors.push_back({"keys", messages::NotTrueOrFalse()});
    }
  }
  if (!errors.empty()) return messages::Bad(messages::BadQuery(), std::move(errors));
  paging.shown.entity = pattern.entities.size() > 1;
  return paging;
}

Result<std::string> BodyOfPage(const Call& call, const repository::Page& page, const Shown& shown) {
  const model::Pattern& pattern = *call.endpoint.pattern;
  const model::Table& table = *call.served.model().FindTable(pattern.table);
  std::string body = R"({"items":[)";
  for (std::size_t i = 0; i < page.items.size(); ++i) {
    if (i != 0) body += ',';
    TRESTLE_TRY(const Item item, page.items[i].Decode());
    AppendItem(table, page.entities[i], item, shown, body);
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

bool HasNoBody(const Call& call) {
  return call.endpoint.method == http::Method::kGet ||
         call.endpoint.method == http::Method::kDelete;
}

}  // namespace

Result<http::Response> RunPattern(const Call& call) {
  const model::Pattern& pattern = *call.endpoint.pattern;
  TRESTLE_TRY(const Paging paging, PagingOf(call));
  TRESTLE_TRY(const Item arguments, ArgumentsOf(call, pattern.parameters, HasNoBody(call)));
  TRESTLE_TRY(const repository::Page page,
              call.served.repository.Run(pattern.name, arguments, paging.options));
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
    AppendItem(call.TableOf(*item.entity), item.entity, item.item, {}, body);
    body += '}';
  }
  body += "]}";
  http::Response response = JsonResponse(200, std::move(body), "no-store");
  if (answer.repeated) response.headers.Add("Idempotency-Replayed", "true");
  return response;
}

Result<http::Response> RunWorkflow(const Call& call) {
  const repository::WorkflowInfo& workflow = *call.endpoint.workflow;
  TRESTLE_TRY(std::optional<std::string> key, IdempotencyKeyOf(call));
  TRESTLE_TRY(const Item given, ArgumentsOf(call, workflow.parameters, HasNoBody(call)));
  TRESTLE_TRY(Item checked,
              repository::CheckedArguments(workflow.parameters, given, call.served.clock.Now(),
                                           messages::BadArguments()));
  TRESTLE_TRY(const repository::WorkflowAnswer answer,
              call.served.workflows->Run(workflow.name, {.arguments = std::move(checked),
                                                         .idempotency_key = std::move(key)}));
  std::string body;
  const bool has_body = answer.status != 204 && answer.body.type() != AttributeType::kNull;
  if (has_body) AppendPlainJson(answer.body, body);
  if (has_body) return JsonResponse(answer.status, std::move(body), "no-store");
  http::Response response{.status = answer.status};
  response.headers.Add("Cache-Control", "no-store");
  return response;
}

}  // namespace trestle::rest
