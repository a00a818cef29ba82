#include <algorithm>
#include <array>
#include <cctype>
#include <cstdio>
#include <initializer_list>
#include <optional>
#include <string>

#include "model/check_report.h"
#include "model/condition_value.h"
#include "model/geohash.h"
#include "model/key_text.h"
#include "model/key_use.h"

// Rules about the samples of a model.
namespace trestle::model {
namespace {

// Why a key that a sample states is not the one that its attributes give; empty if it is.
std::string StaleKey(const Entity& entity, const Sample& sample) {
  for (const EntityKey& key : entity.keys) {
    const AttributeValue* stated = sample.values.Find(key.attribute);
    if (stated == nullptr) continue;
    const Result<std::optional<AttributeValue>> derived = Derived(entity, key.value, sample.values);
    if (derived && *derived && **derived == *stated) continue;
    const std::string* text = stated->As<std::string>();
    return "its " + key.attribute + (text == nullptr ? "" : " " + *text) + " is not what " +
           key.value.text + " gives";
  }
  return {};
}

// The key that a sample lacks although it states others; empty if it has all that it could.
std::string ForgottenKey(const Entity& entity, const Sample& sample) {
  const bool stated = std::ranges::any_of(entity.keys, [&](const EntityKey& key) {
    return sample.values.Contains(key.attribute) && entity.FindAttribute(key.attribute) == nullptr;
  });
  for (const EntityKey& key : entity.keys) {
    if (!stated || sample.values.Contains(key.attribute)) continue;
    if (key.when && !Matches(key.when->condition, sample.values, {.entity = &entity})) continue;
    const Result<std::optional<AttributeValue>> derived = Derived(entity, key.value, sample.values);
    if (derived && *derived) {
      return "it has keys, but not " + key.attribute + ", which " + key.value.text + " gives";
    }
  }
  return {};
}

std::string Misfit(const Model& model, const Entity& entity, const Sample& sample) {
  for (const Attribute& attribute : entity.attributes) {
    if (sample.values.Contains(attribute.name)) continue;
    const bool needed = attribute.required || InPrimaryKey(model, entity, attribute.name);
    const bool made = attribute.default_value || attribute.on_write || attribute.computed ||
                      entity.version == attribute.name;
    if (needed && !made) return "it has no " + attribute.name;
  }
  const std::string stale = StaleKey(entity, sample);
  return stale.empty() ? ForgottenKey(entity, sample) : stale;
}

void SampleDoesNotFit(const Model& model, Report& report) {
  for (const Sample& sample : model.samples) {
    const Entity* entity = model.FindEntity(sample.entity);
    if (entity == nullptr) continue;
    const std::string why = Misfit(model, *entity, sample);
    if (!why.empty()) {
      report.Add(About(sample), {}, "a sample is no " + entity->name + ": " + why);
    }
  }
}

std::string LowerName(std::string name) {
  std::ranges::transform(name, name.begin(),
                         [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  return name;
}

// The number under one of these names; absent where there is none.
std::optional<double> NumberNamed(const Item& item, std::initializer_list<std::string_view> names) {
  for (const trestle::Attribute& attribute : item) {
    const auto* number = attribute.value.As<Number>();
    if (number == nullptr || std::ranges::find(names, LowerName(attribute.name)) == names.end()) {
      continue;
    }
    return ToDouble(*number);
  }
  return std::nullopt;
}

std::optional<GeoPoint> PointIn(const Item& item) {
  const std::optional<double> latitude = NumberNamed(item, {"lat", "latitude"});
  const std::optional<double> longitude = NumberNamed(item, {"lon", "lng", "long", "longitude"});
  if (latitude && longitude) return GeoPoint{*latitude, *longitude};
  for (const trestle::Attribute& attribute : item) {
    const auto* inner = attribute.value.As<AttributeMap>();
    if (inner == nullptr) continue;
    if (const std::optional<GeoPoint> point = PointIn(*inner)) return point;
  }
  return std::nullopt;
}

std::string PointText(const GeoPoint& point) {
  char text[64];
  std::snprintf(text, sizeof(text), "%.4f, %.4f", point.latitude, point.longitude);
  return text;
}

// A text that says it is a geohash, of a precision that there is.
const std::string* GeohashIn(const trestle::Attribute& attribute) {
  const auto* text = attribute.value.As<std::string>();
  const bool geohash = text != nullptr && !text->empty() &&
                       text->size() <= static_cast<std::size_t>(kMaxGeohashPrecision) &&
                       LowerName(attribute.name).find("geohash") != std::string::npos;
  return geohash ? text : nullptr;
}

void GeohashOfAnotherPlace(const Model& model, Report& report) {
  for (const Sample& sample : model.samples) {
    const std::optional<GeoPoint> point = PointIn(sample.values);
    if (!point) continue;
    for (const trestle::Attribute& attribute : sample.values) {
      const std::string* text = GeohashIn(attribute);
      if (text == nullptr) continue;
      const std::string real = Geohash(*point, static_cast<int>(text->size()));
      if (real == *text) continue;
      report.Add(
          About(sample), {},
          attribute.name + " is " + *text + ", and " + PointText(*point) + " lies in " + real);
      break;  // the others are of the same place
    }
  }
}

constexpr std::array kSamplesRules = {
    Rule{.id = "sample-does-not-fit",
         .severity = Severity::kError,
         .summary = "A sample is not what its entity says.",
         .instead = "all values that are required; keys are derived, so leave them out",
         .check = SampleDoesNotFit},
    Rule{.id = "geohash-of-another-place",
         .severity = Severity::kWarning,
         .summary = "A sample's geohash is not that of its coordinates.",
         .instead = "a geo attribute and computed = \"{Place:geohash(6)}\", which cannot differ",
         .check = GeohashOfAnotherPlace},
};

}  // namespace

std::span<const Rule> SampleRules() { return kSamplesRules; }

}  // namespace trestle::model
