// Any text as each kind of expression: parsed, bound and held against an item. Nothing may crash, a
// cached parse must answer as the first one did, and a negation must say the opposite.

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "base/check.h"
#include "expression/condition.h"
#include "expression/key_condition.h"
#include "expression/projection.h"
#include "expression/update.h"

namespace trestle {
namespace {

AttributeValue Integer(std::int64_t value) {
  return AttributeValue::Of(Number::FromInteger(value));
}

Item SampleItem() {
  AttributeMap inner;
  inner.Set("x", AttributeValue::String("deep"));
  inner.Set("n", Integer(7));
  Item item;
  item.Set("pk", AttributeValue::String("key"));
  item.Set("a", AttributeValue::String("text"));
  item.Set("n", Integer(1));
  item.Set("s", AttributeValue::Of(StringSet({"a", "b"})));
  item.Set("l", AttributeValue::Of(
                    List{AttributeValue::String("zero"), Integer(1), AttributeValue::Of(inner)}));
  item.Set("m", AttributeValue::Of(inner));
  return item;
}

AttributeMap SampleValues() {
  AttributeMap values;
  values.Set(":a", AttributeValue::String("a"));
  values.Set(":n", Integer(1));
  values.Set(":s", AttributeValue::Of(StringSet({"a"})));
  values.Set(":l", AttributeValue::Of(List{Integer(1)}));
  values.Set(":b", AttributeValue::Of(true));
  values.Set(":t", AttributeValue::String("SS"));
  return values;
}

const NameMap& SampleNames() {
  static const NameMap names = {{"#a", "a"}, {"#m", "m"}, {"#x", "x"}};
  return names;
}

struct Sample {
  Item item = SampleItem();
  AttributeMap values = SampleValues();
};

void CheckCondition(std::string_view text, const Sample& sample) {
  Substitutions substitutions(&SampleNames(), &sample.values);
  const auto first = Condition::Parse(ExpressionKind::kFilter, text, substitutions);
  const auto second = Condition::Parse(ExpressionKind::kFilter, text, substitutions);
  TRESTLE_CHECK(first.has_value() == second.has_value());
  if (!first) {
    TRESTLE_CHECK(first.error().message == second.error().message);
    return;
  }
  const bool holds = first->Matches(sample.item);
  TRESTLE_CHECK(holds == second->Matches(sample.item));
  const std::string negation = "NOT (" + std::string(text) + ")";
  // It may have become too long, have too many operators or redundant parentheses.
  if (const auto negated = Condition::Parse(ExpressionKind::kFilter, negation, substitutions)) {
    TRESTLE_CHECK(negated->Matches(sample.item) != holds);
  }
}

void CheckUpdate(std::string_view text, const Sample& sample) {
  Substitutions substitutions(&SampleNames(), &sample.values);
  const auto update = Update::Parse(text, substitutions);
  if (!update) return;
  const auto after = update->Apply(sample.item);
  const auto again = update->Apply(sample.item);
  TRESTLE_CHECK(after.has_value() == again.has_value());
  if (!after) return;
  TRESTLE_CHECK(*after == *again);
  Projection::OfPaths(update->Targets()).Apply(*after);
}

void CheckProjection(std::string_view text, const Sample& sample) {
  Substitutions substitutions(&SampleNames(), &sample.values);
  const auto projection = Projection::Parse(text, substitutions);
  if (!projection) return;
  const Item part = projection->Apply(sample.item);
  for (const Attribute& attribute : part) TRESTLE_CHECK(sample.item.Contains(attribute.name));
}

void CheckKeyCondition(std::string_view text, const Sample& sample) {
  Substitutions substitutions(&SampleNames(), &sample.values);
  const auto condition = KeyCondition::Parse(text, substitutions);
  if (!condition) return;
  const KeySchema schema{.hash = {{"pk", AttributeType::kString}},
                         .range = {{"n", AttributeType::kNumber}}};
  const auto selection = Select(*condition, schema);
  TRESTLE_CHECK(!selection || selection->hash.size() == 1);
}

}  // namespace
}  // namespace trestle

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static const trestle::Sample sample;
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  trestle::CheckCondition(text, sample);
  trestle::CheckUpdate(text, sample);
  trestle::CheckProjection(text, sample);
  trestle::CheckKeyCondition(text, sample);
  return 0;
}
