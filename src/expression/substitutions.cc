#include "expression/substitutions.h"

#include <algorithm>

#include "expression/substitution_messages.h"
#include "value/limits.h"
#include "value/messages.h"

namespace trestle {
namespace {

constexpr std::string_view kNames = "ExpressionAttributeNames";
constexpr std::string_view kValues = "ExpressionAttributeValues";

bool IsWordPart(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
}

Status CheckPlaceholder(std::string_view parameter, std::string_view key, char mark) {
  if (key.size() > kMaxPlaceholderBytes)
    return messages::SubstitutionKeyTooLong(parameter, key.size());
  const bool valid =
      key.size() > 1 && key.front() == mark && std::all_of(key.begin() + 1, key.end(), IsWordPart);
  if (!valid) return messages::SubstitutionKeyInvalid(parameter, key);
  return {};
}

template <class T>
void MarkUsed(std::vector<const T*>& used, const T* entry) {
  if (std::find(used.begin(), used.end(), entry) == used.end()) used.push_back(entry);
}

template <class T>
bool Contains(const std::vector<const T*>& used, const T* entry) {
  return std::find(used.begin(), used.end(), entry) != used.end();
}

void AppendKey(std::string& keys, std::string_view key) {
  if (!keys.empty()) keys.append(", ");
  keys.append(key);
}

}  // namespace

const std::string* Substitutions::Name(std::string_view placeholder) {
  if (names_ == nullptr) return nullptr;
  const auto found = names_->find(placeholder);
  if (found == names_->end()) return nullptr;
  MarkUsed(used_names_, &found->second);
  return &found->second;
}

const AttributeValue* Substitutions::Value(std::string_view placeholder) {
  if (values_ == nullptr) return nullptr;
  const AttributeValue* value = values_->Find(placeholder);
  if (value != nullptr) MarkUsed(used_values_, value);
  return value;
}

Status Substitutions::CheckAllUsed() const {
  if (names_ != nullptr && used_names_.size() < names_->size()) {
    std::string unused;
    for (const auto& [key, name] : *names_) {
      if (!Contains(used_names_, &name)) AppendKey(unused, key);
    }
    return messages::SubstitutionsUnused(kNames, unused);
  }
  if (values_ != nullptr && used_values_.size() < values_->size()) {
    std::string unused;
    for (const Attribute& attribute : *values_) {
      if (!Contains(used_values_, &attribute.value)) AppendKey(unused, attribute.name);
    }
    return messages::SubstitutionsUnused(kValues, unused);
  }
  return {};
}

Status CheckNameMap(const NameMap& names) {
  if (names.empty()) return messages::SubstitutionsEmpty(kNames);
  for (const auto& [key, name] : names) TRESTLE_RETURN_IF_ERROR(CheckPlaceholder(kNames, key, '#'));
  for (const auto& [key, name] : names) {
    if (name.empty()) return messages::SubstitutedNameEmpty(kNames, key);
    if (name.size() > kMaxAttributeNameBytes) return messages::AttributeNameTooLarge();
  }
  return {};
}

Status CheckValueMap(const AttributeMap& values) {
  if (values.empty()) return messages::SubstitutionsEmpty(kValues);
  for (const Attribute& attribute : values) {
    TRESTLE_RETURN_IF_ERROR(CheckPlaceholder(kValues, attribute.name, ':'));
  }
  return {};
}

}  // namespace trestle
