#include "rest/call.h"

#include <algorithm>
#include <utility>

#include "json/plain_json.h"
#include "model/plain_value.h"
#include "rest/messages.h"

namespace trestle::rest {
namespace {

bool IsJson(const http::Request& request) {
  std::string_view type = request.Find("Content-Type").value_or("");
  type = type.substr(0, type.find(';'));
  while (type.ends_with(' ')) type.remove_suffix(1);
  return http::EqualsIgnoreCase(type, "application/json");
}

const model::Parameter* FindParameter(const std::vector<model::Parameter>& parameters,
                                      std::string_view name) {
  const auto found = std::ranges::find(parameters, name, &model::Parameter::name);
  return found == parameters.end() ? nullptr : &*found;
}

bool HoldsMany(const model::Shape& shape) {
  switch (shape.type) {
    case model::Type::kList:
    case model::Type::kStringSet:
    case model::Type::kNumberSet:
    case model::Type::kBinarySet:
      return true;
    default:
      return false;
  }
}

bool IsPaging(std::string_view name) {
  return name == "limit" || name == "cursor" || name == "keys";
}

// The query's arguments that are the pattern's, each as one text.
Result<std::vector<QueryArgument>> Gathered(const Call& call,
                                            const std::vector<model::Parameter>& parameters) {
  std::vector<QueryArgument> gathered;
  std::vector<model::FieldError> errors;
  for (const QueryArgument& argument : call.query) {
    const model::Parameter* parameter = FindParameter(parameters, argument.name);
    const bool has_pages = call.endpoint.pattern != nullptr;
    if (parameter == nullptr && has_pages && IsPaging(argument.name)) continue;
    const auto before = std::ranges::find(gathered, argument.name, &QueryArgument::name);
    if (before == gathered.end()) {
      gathered.push_back(argument);
    } else if (parameter != nullptr && HoldsMany(parameter->shape)) {
      before->value.append(",").append(argument.value);
    } else {
      errors.push_back({argument.name, messages::GivenTwice()});
    }
  }
  if (!errors.empty()) return messages::Bad(messages::BadQuery(), std::move(errors));
  return gathered;
}

// What the text means to the parameter. Whoever takes the arguments says which of them do not fit.
AttributeValue Typed(const model::Parameter* parameter, std::string_view text) {
  if (parameter == nullptr) return AttributeValue::String(std::string(text));
  return model::PlainOfText(parameter->shape, text);
}

}  // namespace

Result<Item> BodyOf(const Call& call, bool may_be_empty) {
  const http::Request& request = call.request;
  if (request.body.size() > kMaxBody) return messages::BodyTooLarge(kMaxBody);
  if (request.body.empty() && may_be_empty) return Item();
  if (!IsJson(request)) return messages::NotJsonContent();
  auto value = ParsePlainJson(request.body);
  if (!value) return messages::UnreadableBody(value.error().message);
  auto* members = value->As<AttributeMap>();
  if (members == nullptr) return messages::BodyIsNoObject();
  return std::move(*members);
}

std::optional<std::string_view> QueryValue(const Call& call, std::string_view name) {
  std::optional<std::string_view> value;
  for (const QueryArgument& argument : call.query) {
    if (argument.name == name) value = argument.value;
  }
  return value;
}

Result<bool> ShowsKeys(const Call& call) {
  const auto value = QueryValue(call, "keys");
  if (!value || *value == "false") return false;
  if (*value == "true" || value->empty()) return true;
  return messages::Bad(messages::BadQuery(), {{"keys", messages::NotTrueOrFalse()}});
}

Status CheckQuery(const Call& call, const std::vector<std::string>& known) {
  std::vector<model::FieldError> errors;
  for (const QueryArgument& argument : call.query) {
    if (argument.name == "keys" || std::ranges::find(known, argument.name) != known.end()) continue;
    errors.push_back({argument.name, messages::NotAParameter()});
  }
  if (!errors.empty()) return messages::Bad(messages::BadQuery(), std::move(errors));
  return {};
}

void SetAt(Item& item, std::string_view path, AttributeValue value) {
  const std::size_t dot = path.find('.');
  if (dot == std::string_view::npos) {
    item.Set(std::string(path), std::move(value));
    return;
  }
  const std::string name(path.substr(0, dot));
  AttributeValue* inner = item.Find(name);
  if (inner == nullptr || inner->As<AttributeMap>() == nullptr) {
    inner = &item.Set(name, AttributeValue::Of(AttributeMap()));
  }
  SetAt(*inner->As<AttributeMap>(), path.substr(dot + 1), std::move(value));
}

Result<Item> ArgumentsOf(const Call& call, const std::vector<model::Parameter>& parameters,
                         bool from_query) {
  Item arguments;
  if (from_query) {
    TRESTLE_TRY(const std::vector<QueryArgument> gathered, Gathered(call, parameters));
    for (const QueryArgument& argument : gathered) {
      arguments.Set(argument.name, Typed(FindParameter(parameters, argument.name), argument.value));
    }
  } else {
    const bool has_pages = call.endpoint.pattern != nullptr;
    TRESTLE_RETURN_IF_ERROR(CheckQuery(call, has_pages ? std::vector<std::string>{"limit", "cursor"}
                                                       : std::vector<std::string>()));
    TRESTLE_TRY(arguments, BodyOf(call, true));
  }
  std::vector<model::FieldError> errors;
  for (const PathArgument& argument : call.path) {
    AttributeValue value = Typed(FindParameter(parameters, argument.name), argument.value);
    const AttributeValue* other = arguments.Find(argument.name);
    if (other != nullptr && *other != value) {
      errors.push_back({std::string(argument.name), messages::OtherInPath()});
    }
    arguments.Set(std::string(argument.name), std::move(value));
  }
  if (!errors.empty()) return messages::Bad(messages::BadPath(), std::move(errors));
  return arguments;
}

http::Response JsonResponse(int status, std::string body, std::string_view cache_control) {
  http::Response response{.status = status};
  response.headers.Add("Content-Type", "application/json");
  response.headers.Add("Cache-Control", cache_control);
  response.body = std::move(body);
  return response;
}

}  // namespace trestle::rest
