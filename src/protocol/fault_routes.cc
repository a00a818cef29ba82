#include "protocol/fault_routes.h"

#include <array>
#include <charconv>

#include "base/time_text.h"
#include "json/attribute_value_json.h"
#include "json/json_writer.h"
#include "protocol/admin_messages.h"
#include "protocol/api.h"
#include "protocol/type_check.h"

namespace trestle {
namespace {

struct KindName {
  std::string_view name;
  FaultKind kind;
};
constexpr KindName kKinds[] = {
    {"throttle", FaultKind::kThrottle},       {"internal", FaultKind::kInternal},
    {"unavailable", FaultKind::kUnavailable}, {"latency", FaultKind::kLatency},
    {"conflict", FaultKind::kConflict},       {"unprocessed", FaultKind::kUnprocessed}};

constexpr Duration kLongestDelay = std::chrono::minutes(10);

std::string_view NameOf(FaultKind kind) {
  for (const KindName& known : kKinds) {
    if (known.kind == kind) return known.name;
  }
  return {};
}

Result<FaultKind> KindOf(const JsonObject& body) {
  TRESTLE_TRY(const std::optional<std::string_view> name, TextMember(body, "fault"));
  for (const KindName& known : kKinds) {
    if (name == known.name) return known.kind;
  }
  return messages::BadMember("fault",
                             "one of throttle, internal, unavailable, "
                             "latency, conflict and unprocessed");
}

// A rule for an operation that does not exist would wait for ever.
Result<std::optional<std::string>> OperationOf(const JsonObject& body) {
  TRESTLE_TRY(const std::optional<std::string_view> name, TextMember(body, "operation"));
  if (!name) return std::nullopt;
  for (const OperationShape& operation : api::Operations()) {
    if (operation.name == *name) return std::string(*name);
  }
  return messages::BadMember("operation", "the name of an operation, such as PutItem");
}

bool IsMapOfValues(const Json& json) {
  const Shape& key = *api::GetItemInput::kShape.members[api::GetItemInput::kKey].shape;
  if (!json.is_object()) return false;
  for (const auto member : ObjectOf(json)) {
    if (!CheckTypes(*key.element, member.value)) return false;
  }
  return true;
}

Result<std::optional<Item>> KeyOf(const JsonObject& body) {
  Json json;
  if (body["key"].get(json) != simdjson::SUCCESS) return std::nullopt;
  const auto refused = messages::BadMember(
      "key", R"(key attributes in DynamoDB's JSON, such as {"pk": {"S": "a"}})");
  if (!IsMapOfValues(json)) return refused;
  Result<Item> key = DecodeAttributeMap(json);
  if (!key || key->empty()) return refused;
  return *std::move(key);
}

Result<std::optional<std::uint64_t>> TimesOf(const JsonObject& body) {
  const auto json = body["times"];
  if (json.error() != simdjson::SUCCESS) return std::nullopt;
  std::int64_t times = 0;
  if (json.get(times) != simdjson::SUCCESS || times < 1) {
    return messages::BadMember("times", "a whole number of at least 1");
  }
  return static_cast<std::uint64_t>(times);
}

Result<std::optional<Duration>> DurationOf(const JsonObject& body, std::string_view member) {
  TRESTLE_TRY(const std::optional<std::string_view> text, TextMember(body, member));
  if (!text) return std::nullopt;
  const std::optional<Duration> duration = ParseDuration(*text);
  if (!duration) return messages::BadMember(member, R"(a duration such as "250ms" or "30s")");
  return duration;
}

Result<double> ProbabilityOf(const JsonObject& body) {
  const auto json = body["probability"];
  if (json.error() != simdjson::SUCCESS) return 1.0;
  double probability = 0;
  if (json.get(probability) != simdjson::SUCCESS || !(probability > 0) || probability > 1) {
    return messages::BadMember("probability", "a number above 0, at most 1");
  }
  return probability;
}

Result<Duration> DelayOf(const JsonObject& body, FaultKind kind) {
  TRESTLE_TRY(const std::optional<Duration> delay, DurationOf(body, "delay"));
  if (kind == FaultKind::kLatency && !delay) {
    return messages::BadMember("delay", R"(given for latency, as a duration such as "250ms")");
  }
  if (delay && *delay > kLongestDelay) return messages::BadMember("delay", "at most 10m");
  return delay.value_or(Duration(0));
}

Result<FaultRule> RuleOf(const JsonObject& body) {
  constexpr std::array<std::string_view, 8> kMembers = {
      "operation", "table", "key", "fault", "times", "for", "delay", "probability"};
  TRESTLE_RETURN_IF_ERROR(CheckMembers(body, kMembers));
  FaultRule rule;
  TRESTLE_TRY(rule.fault, KindOf(body));
  TRESTLE_TRY(rule.operation, OperationOf(body));
  TRESTLE_TRY(const std::optional<std::string_view> table, TextMember(body, "table"));
  if (table) rule.table = std::string(*table);
  TRESTLE_TRY(rule.key, KeyOf(body));
  TRESTLE_TRY(rule.times, TimesOf(body));
  TRESTLE_TRY(rule.lasts, DurationOf(body, "for"));
  TRESTLE_TRY(rule.delay, DelayOf(body, rule.fault));
  TRESTLE_TRY(rule.probability, ProbabilityOf(body));
  return rule;
}

// As it could have been given.
std::string DurationText(Duration duration) {
  if (duration % std::chrono::seconds(1) == Duration(0)) {
    return std::to_string(duration / std::chrono::seconds(1)) + "s";
  }
  if (duration % std::chrono::milliseconds(1) == Duration(0)) {
    return std::to_string(duration / std::chrono::milliseconds(1)) + "ms";
  }
  return std::to_string(duration.count()) + "us";
}

void WriteText(std::string_view name, const std::optional<std::string>& text, JsonWriter& writer) {
  if (!text) return;
  writer.Name(name);
  writer.String(*text);
}

void WriteRule(const FaultRule& rule, JsonWriter& writer) {
  WriteText("operation", rule.operation, writer);
  WriteText("table", rule.table, writer);
  if (rule.key) {
    writer.Name("key");
    writer.Attributes(*rule.key);
  }
  writer.Name("fault");
  writer.String(NameOf(rule.fault));
  if (rule.times) {
    writer.Name("times");
    writer.Integer(static_cast<std::int64_t>(*rule.times));
  }
  if (rule.lasts) WriteText("for", DurationText(*rule.lasts), writer);
  if (rule.delay > Duration(0)) WriteText("delay", DurationText(rule.delay), writer);
  if (rule.probability < 1) {
    writer.Name("probability");
    writer.Decimal(rule.probability);
  }
}

}  // namespace

Result<std::string> AddFault(const AdminCall& call) {
  TRESTLE_TRY(const JsonObject body, BodyOf(call));
  TRESTLE_TRY(FaultRule rule, RuleOf(body));
  const std::uint64_t id = call.database.gatekeeper().faults().Add(std::move(rule));
  return R"({"id":)" + std::to_string(id) + "}";
}

Result<std::string> ListFaults(const AdminCall& call) {
  std::string answer;
  JsonWriter writer(answer);
  writer.BeginObject();
  writer.Name("faults");
  writer.BeginArray();
  for (const Faults::Listed& listed : call.database.gatekeeper().faults().List()) {
    writer.BeginObject();
    writer.Name("id");
    writer.Integer(static_cast<std::int64_t>(listed.id));
    WriteRule(listed.rule, writer);
    writer.Name("hits");
    writer.Integer(static_cast<std::int64_t>(listed.hits));
    writer.Name("active");
    writer.Boolean(!listed.over);
    writer.EndObject();
  }
  writer.EndArray();
  writer.EndObject();
  return answer;
}

Result<std::string> RemoveFaults(const AdminCall& call) {
  call.database.gatekeeper().faults().Clear();
  return std::string("{}");
}

Result<std::string> RemoveFault(const AdminCall& call) {
  std::uint64_t id = 0;
  const char* const end = call.rest.data() + call.rest.size();
  const auto parsed = std::from_chars(call.rest.data(), end, id);
  const bool is_id = parsed.ec == std::errc() && parsed.ptr == end;
  if (!is_id || !call.database.gatekeeper().faults().Remove(id)) {
    return messages::NoSuchFault(call.rest);
  }
  return std::string("{}");
}

}  // namespace trestle
