#include "operation/key_schema_rules.h"

#include <algorithm>
#include <set>

#include "base/check.h"
#include "operation/table_messages.h"
#include "value/limits.h"

namespace trestle {
namespace {

constexpr std::size_t kMaxTableKeys = 2;

template <class List, class ToText>
std::string Joined(const List& list, ToText to_text) {
  std::string text;
  for (const auto& element : list) {
    if (!text.empty()) text.append(", ");
    text.append(to_text(element));
  }
  return text;
}

std::string Printed(const KeySchemaElement& element) {
  return "KeySchemaElement(attributeName=" + element.attribute_name +
         ", keyType=" + (element.hash ? "HASH" : "RANGE") + ")";
}

bool HasTwins(const KeyElements& elements) {
  std::set<std::string_view> names;
  return std::any_of(elements.begin(), elements.end(), [&](const KeySchemaElement& element) {
    return !names.insert(element.attribute_name).second;
  });
}

const AttributeDefinition* Find(const Definitions& definitions, std::string_view attribute) {
  const auto found = std::find_if(
      definitions.begin(), definitions.end(),
      [&](const AttributeDefinition& definition) { return definition.name == attribute; });
  return found == definitions.end() ? nullptr : &*found;
}

}  // namespace

Status CheckTableKeyShape(const KeyElements& elements, std::string_view path) {
  if (elements.size() > kMaxTableKeys) {
    return messages::KeySchemaTooLong(Joined(elements, Printed), path, kMaxTableKeys);
  }
  if (!elements.front().hash) return messages::FirstKeyNotHash();
  if (elements.size() == 1) return {};
  if (elements.back().hash) return messages::SecondKeyNotRange();
  if (HasTwins(elements)) return messages::KeysOfOneName();
  return {};
}

Status CheckGlobalIndexKeyShape(const KeyElements& elements) {
  if (!elements.front().hash) return messages::FirstKeyNotHash();
  const auto is_hash = [](const KeySchemaElement& element) { return element.hash; };
  if (!std::is_partitioned(elements.begin(), elements.end(), is_hash)) {
    return messages::HashAfterRange();
  }
  const auto hashes =
      static_cast<std::size_t>(std::count_if(elements.begin(), elements.end(), is_hash));
  if (hashes > kMaxKeyAttributesOfAKind) return messages::TooManyKeysOfAKind("HASH");
  if (elements.size() - hashes > kMaxKeyAttributesOfAKind) {
    return messages::TooManyKeysOfAKind("RANGE");
  }
  if (HasTwins(elements)) return messages::KeysOfOneName();
  return {};
}

bool IsDefined(const Definitions& definitions, std::string_view attribute) {
  return Find(definitions, attribute) != nullptr;
}

bool AllDefined(const KeyElements& elements, const Definitions& definitions) {
  return std::all_of(elements.begin(), elements.end(), [&](const KeySchemaElement& element) {
    return IsDefined(definitions, element.attribute_name);
  });
}

KeySchema Resolve(const KeyElements& elements, const Definitions& definitions) {
  KeySchema keys;
  for (const KeySchemaElement& element : elements) {
    const AttributeDefinition* definition = Find(definitions, element.attribute_name);
    TRESTLE_CHECK(definition != nullptr);
    (element.hash ? keys.hash : keys.range).push_back({definition->name, definition->type});
  }
  return keys;
}

std::string NamesOf(const KeyElements& elements) {
  return Joined(elements, [](const KeySchemaElement& element) { return element.attribute_name; });
}

std::string NamesOf(const Definitions& definitions) {
  return Joined(definitions, [](const AttributeDefinition& definition) { return definition.name; });
}

}  // namespace trestle
