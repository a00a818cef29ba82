#include "repository/arguments.h"

#include <algorithm>
#include <string>

#include "model/generated.h"
#include "model/hint.h"
#include "model/plain_value.h"
#include "repository/messages.h"

namespace trestle::repository {
namespace {

void ReportUnknown(const std::vector<model::Parameter>& parameters, const Item& given,
                   std::vector<model::FieldError>& errors) {
  std::vector<std::string> names;
  for (const model::Parameter& parameter : parameters) names.push_back(parameter.name);
  for (const auto& [name, value] : given) {
    if (std::ranges::find(names, name) != names.end()) continue;
    errors.push_back(
        {.field = name, .message = messages::NotAParameter(model::DidYouMean(name, names))});
  }
}

// Text of any kind is stored as it is.
bool IsPlainText(const model::Shape& shape, const AttributeValue& value) {
  return shape.type == model::Type::kString && shape.pattern.empty() && !shape.min_length &&
         !shape.max_length && value.type() == AttributeType::kString;
}

}  // namespace

bool AreChecked(const std::vector<model::Parameter>& parameters, const Item& given) {
  if (given.size() != parameters.size()) return false;
  return std::ranges::all_of(parameters, [&](const model::Parameter& parameter) {
    const AttributeValue* value = given.Find(parameter.name);
    return value != nullptr && IsPlainText(parameter.shape, *value);
  });
}

Result<Item> CheckedArguments(const std::vector<model::Parameter>& parameters, const Item& given,
                              TimePoint now) {
  Item arguments;
  std::vector<model::FieldError> errors;
  std::size_t used = 0;
  for (const model::Parameter& parameter : parameters) {
    const AttributeValue* value = given.Find(parameter.name);
    if (value == nullptr) {
      if (parameter.default_value) {
        arguments.Set(parameter.name,
                      model::ValueNow(*parameter.default_value, &parameter.shape, now));
      } else if (!parameter.optional) {
        errors.push_back({.field = parameter.name, .message = messages::Required()});
      }
      continue;
    }
    ++used;
    if (IsPlainText(parameter.shape, *value)) {
      arguments.Set(parameter.name, *value);
      continue;
    }
    auto stored = model::FromPlain(parameter.shape, *value);
    if (stored) {
      arguments.Set(parameter.name, *std::move(stored));
    } else {
      errors.push_back({.field = parameter.name, .message = stored.error().message});
    }
  }
  if (used != given.size()) ReportUnknown(parameters, given, errors);
  if (!errors.empty()) return messages::BadArguments(std::move(errors));
  return arguments;
}

}  // namespace trestle::repository
