#include "protocol/dispatcher.h"

#include <algorithm>
#include <optional>
#include <random>
#include <utility>

#include "base/log.h"
#include "json/json.h"
#include "operation/context.h"
#include "protocol/api.h"
#include "protocol/messages.h"
#include "protocol/operations.h"
#include "protocol/replies.h"
#include "protocol/request_id.h"
#include "protocol/signatures.h"
#include "protocol/type_check.h"

namespace trestle {
namespace {

constexpr std::string_view kDefaultRegion = "us-east-1";

// The place in api::Operations(), or their number if none has that target.
std::size_t PlaceOf(std::string_view target) {
  const auto operations = api::Operations();
  const auto found = std::lower_bound(operations.begin(), operations.end(), target,
                                      [](const OperationShape& operation, std::string_view wanted) {
                                        return operation.target < wanted;
                                      });
  if (found == operations.end() || found->target != target) return operations.size();
  return static_cast<std::size_t>(found - operations.begin());
}

// Without parameters such as charset.
std::string_view MediaType(const http::Request& request) {
  std::string_view type = request.Find("Content-Type").value_or("");
  type = type.substr(0, type.find(';'));
  while (!type.empty() && type.back() == ' ') type.remove_suffix(1);
  return type;
}

// Operations on items ask the gate themselves, item by item.
Status AdmitCall(OperationContext& context, std::string_view operation, const Json& json) {
  if (!context.gate || TouchesItems(operation)) return {};
  std::string_view table_name;
  if (json["TableName"].get(table_name) != simdjson::SUCCESS) table_name = {};
  return context.gate->AdmitCall(table_name);
}

}  // namespace

struct Dispatcher::Parked {
  CommitPosition after;
  http::Response response;
  std::string request_id;
  bool from_browser = false;
  http::Responder responder;
  Duration delay{0};  // once it may be sent
};

// A reply, and what it has to wait for.
struct Dispatcher::Outcome {
  http::Response response;
  std::string request_id = {};
  std::size_t operation = api::Operations().size();
  CommitPosition after = {};
  Duration delay{0};
};

// What one event loop needs for itself.
struct Dispatcher::Loop {
  Loop(LocalDatabase& database, std::uint64_t seed)
      : request_ids(seed), group(database.NewCommitGroup()) {}
  JsonParser parser;
  RequestIds request_ids;
  CommitGroup group;  // of the turn's writes
  std::vector<Parked> parked;
  std::optional<Doorway::Stay> stay;  // from the turn's first operation to its end
};

Dispatcher::Dispatcher(LocalDatabase& database, std::size_t loops, AdminOptions admin)
    : database_(database),
      verifier_(admin.verifier),
      metrics_(loops, api::Operations().size()),
      admin_(database, std::move(admin)) {
  std::random_device random;
  for (std::size_t i = 0; i < loops; ++i) {
    loops_.push_back(std::make_unique<Loop>(database, std::uint64_t{random()} << 32 | random()));
  }
}

Dispatcher::~Dispatcher() = default;

void Dispatcher::Handle(const http::Request& request, http::Responder responder) {
  if (request.path.starts_with(AdminRoutes::kPrefix)) {
    return admin_.Handle(request, std::move(responder));
  }
  Loop& loop = *loops_[request.loop];
  Outcome outcome = Answer(request, loop);
  const int status = outcome.response.status;
  metrics_.Count(request.loop, outcome.operation,
                 status < 400   ? Metrics::Outcome::kOk
                 : status < 500 ? Metrics::Outcome::kClientError
                                : Metrics::Outcome::kServerError);
  const bool is_final = outcome.after != kNotCommittedYet && database_.IsDurable(outcome.after);
  if (is_final && outcome.delay == Duration(0)) {
    return responder.Send(std::move(outcome.response));
  }
  Parked reply{outcome.after,        std::move(outcome.response), std::move(outcome.request_id),
               FromBrowser(request), std::move(responder),        outcome.delay};
  if (is_final) return Send(std::move(reply), *delayed_);
  loop.parked.push_back(std::move(reply));
}

void Dispatcher::Send(Parked reply, DelayedReplies& delayed) {
  if (reply.delay == Duration(0)) return reply.responder.Send(std::move(reply.response));
  delayed.Send(std::move(reply.responder), std::move(reply.response), reply.delay);
}

void Dispatcher::EndOfTurn(std::size_t loop) {
  if (!loops_[loop]->parked.empty()) SendParked(*loops_[loop]);
  loops_[loop]->stay.reset();
}

void Dispatcher::SendParked(Loop& loop) {
  std::vector<Parked>& parked = loop.parked;
  Settle(loop);
  const CommitPosition last =
      std::max_element(parked.begin(), parked.end(), [](const Parked& a, const Parked& b) {
        return a.after < b.after;
      })->after;
  // Shared because a std::function must be copyable; the store calls the one copy that it keeps.
  auto waiting = std::make_shared<std::vector<Parked>>(std::exchange(parked, {}));
  database_.WhenDurable(last, [waiting, delayed = delayed_](const Status& durable) {
    if (!durable) LogError(durable.error().message);
    for (Parked& reply : *waiting) {
      if (!durable) reply.response = InternalFailureReply({reply.request_id, reply.from_browser});
      Send(std::move(reply), *delayed);
    }
  });
}

// Commits what the turn has written, and gives the replies to it the position that they wait for.
void Dispatcher::Settle(Loop& loop) {
  const Result<CommitPosition> committed = loop.group.Finish();
  if (!committed) LogError(committed.error().message);
  for (Parked& reply : loop.parked) {
    if (reply.after != kNotCommittedYet) continue;
    reply.after = committed.value_or(CommitPosition{});
    if (!committed) reply.response = InternalFailureReply({reply.request_id, reply.from_browser});
  }
}

Dispatcher::Outcome Dispatcher::Answer(const http::Request& request, Loop& loop) {
  if (request.method == http::Method::kPost) return AnswerPost(request, loop);
  const std::string_view id = loop.request_ids.Next();
  switch (request.method) {
    case http::Method::kOptions:
      return {PreflightReply(request, id)};
    case http::Method::kGet:
      break;
    default:
      return {NotAnOperationReply(request, id)};
  }
  if (request.path == "/health")
    return {Reply(request, id, 200, "application/json", R"({"status":"ok"})")};
  if (request.path == "/metrics") {
    std::string text = metrics_.Text();
    if (also_show_) also_show_(text);
    return {Reply(request, id, 200, "text/plain; version=0.0.4", std::move(text))};
  }
  return {HealthyReply(request, id)};
}

// The service reads the body before it looks at the operation or the signature, and plain JSON gets
// no further.
Dispatcher::Outcome Dispatcher::AnswerPost(const http::Request& request, Loop& loop) {
  const std::string_view media_type = MediaType(request);
  if (http::EqualsIgnoreCase(media_type, kJsonContent)) return AnswerOperation(request, loop);
  const std::string_view id = loop.request_ids.Next();
  if (!http::EqualsIgnoreCase(media_type, "application/json"))
    return {NotAnOperationReply(request, id)};
  const bool readable = loop.parser.Parse(request.body).has_value();
  const Error error = readable ? messages::UnknownOperation().value() : messages::NotJson().value();
  return {PlainJsonReply(request, id, error)};
}

Dispatcher::Outcome Dispatcher::AnswerOperation(const http::Request& request, Loop& loop) {
  Outcome outcome;
  outcome.request_id = loop.request_ids.Next();
  Result<std::string> body = Run(request, loop, outcome);
  outcome.response = body ? Reply(request, outcome.request_id, 200, kJsonContent, *std::move(body))
                          : ErrorReply(request, outcome.request_id, body.error());
  return outcome;
}

Result<std::string> Dispatcher::Run(const http::Request& request, Loop& loop, Outcome& outcome) {
  TRESTLE_TRY(const Json json, loop.parser.Parse(request.body));
  const std::string_view target = request.Find("X-Amz-Target").value_or("");
  outcome.operation = PlaceOf(target);
  if (outcome.operation == api::Operations().size()) return messages::UnknownOperation();
  TRESTLE_TRY(const Authorization authorization, AuthorizationOf(request));
  if (verifier_ != nullptr) TRESTLE_RETURN_IF_ERROR(SignerOf(request, *verifier_));
  const OperationShape& operation = api::Operations()[outcome.operation];
  const ServedOperation* served = FindServed(target);
  if (!served) return messages::OperationNotServed(operation.name);
  TRESTLE_RETURN_IF_ERROR(CheckTypes(*operation.input, json));
  const Members members(*operation.input, json);
  TRESTLE_RETURN_IF_ERROR(CheckConstraints(members, served->rules));

  if (!loop.stay) loop.stay.emplace(database_.doorway());
  if (served->commits == ServedOperation::Commits::kApart) loop.group.Flush();
  OperationContext context = database_.NewContext(
      std::string(authorization.region.empty() ? kDefaultRegion : authorization.region),
      &loop.group, operation.name);
  std::string body;
  Status status = AdmitCall(context, operation.name, json);
  if (status) {
    status = served->run(context,
                         {.in = members,
                          .body_bytes = request.body.size(),
                          .host = request.Find("Host").value_or("")},
                         body);
  }
  outcome.after = context.answer_after;
  if (context.gate) outcome.delay = context.gate->delay();
  if (!status) return tl::unexpected(status.error());
  return body;
}

}  // namespace trestle
