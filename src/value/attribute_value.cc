#include "value/attribute_value.h"

#include <array>

namespace trestle {
namespace {

constexpr std::array<std::string_view, 10> kWireNames = {"S",  "N", "B", "SS",   "NS",
                                                         "BS", "M", "L", "NULL", "BOOL"};
static_assert(kWireNames.size() == std::variant_size_v<AttributeValue::Variant>);

bool NameLess(const Attribute& attribute, std::string_view name) { return attribute.name < name; }

// Looks at the first bytes before it calls a function to compare the rest.
bool IsNamed(const Attribute& attribute, std::string_view name) {
  return attribute.name.size() == name.size() &&
         (name.empty() || (attribute.name.front() == name.front() && attribute.name == name));
}

}  // namespace

AttributeMap::AttributeMap(std::initializer_list<Attribute> attributes) {
  Reserve(attributes.size());
  for (const Attribute& attribute : attributes) Set(attribute.name, attribute.value);
}

std::vector<Attribute>::iterator AttributeMap::LowerBound(std::string_view name) {
  // Decoders and parsers mostly add in order, so the end is looked at first.
  if (attributes_.empty() || attributes_.back().name < name) return attributes_.end();
  return std::lower_bound(attributes_.begin(), attributes_.end(), name, NameLess);
}

const AttributeValue* AttributeMap::Find(std::string_view name) const {
  // Few names are told apart sooner by their lengths than by their order.
  constexpr std::size_t kFew = 16;
  if (attributes_.size() <= kFew) {
    for (const Attribute& attribute : attributes_) {
      if (IsNamed(attribute, name)) return &attribute.value;
    }
    return nullptr;
  }
  const auto found = std::lower_bound(attributes_.begin(), attributes_.end(), name, NameLess);
  return found != attributes_.end() && found->name == name ? &found->value : nullptr;
}

AttributeValue* AttributeMap::Find(std::string_view name) {
  return const_cast<AttributeValue*>(std::as_const(*this).Find(name));
}

AttributeValue& AttributeMap::Set(std::string name, AttributeValue value) {
  const auto place = LowerBound(name);
  if (place == attributes_.end()) {
    attributes_.push_back(Attribute{std::move(name), std::move(value)});
    return attributes_.back().value;
  }
  if (place->name == name) {
    place->value = std::move(value);
    return place->value;
  }
  return attributes_.insert(place, Attribute{std::move(name), std::move(value)})->value;
}

AttributeValue* AttributeMap::Append(std::string_view name) {
  if (!attributes_.empty() && name <= attributes_.back().name) return nullptr;
  Attribute& added = attributes_.emplace_back();
  added.name.assign(name);
  return &added.value;
}

bool AttributeMap::Erase(std::string_view name) {
  const auto place = LowerBound(name);
  if (place == attributes_.end() || place->name != name) return false;
  attributes_.erase(place);
  return true;
}

void AttributeMap::Reserve(std::size_t count) { attributes_.reserve(count); }

bool operator==(const AttributeMap& a, const AttributeMap& b) {
  return a.attributes_ == b.attributes_;
}

std::string_view WireName(AttributeType type) { return kWireNames[static_cast<std::size_t>(type)]; }

}  // namespace trestle
