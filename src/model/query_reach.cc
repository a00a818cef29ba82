#include "model/query_reach.h"

#include <algorithm>

#include "model/pattern_tests.h"
#include "model/text_form.h"

namespace trestle::model {
namespace {

using Test = KeyTest::Kind;
using Match = KeyMatch::Kind;

std::string LeadingText(const Template& text) {
  return text.parts.empty() ? std::string() : text.parts.front().literal;
}

// A range that is open on the side where the other keys lie.
bool RunsInto(const KeyTest& test, const Template& other) {
  const std::string bound = LeadingText(test.value);
  const std::string text = LeadingText(other);
  if (bound.empty() || text.empty()) return false;
  const std::size_t common = std::min(bound.size(), text.size());
  const int order = text.compare(0, common, bound, 0, common);
  if (test.kind == Test::kGreater || test.kind == Test::kGreaterOrEqual) return order > 0;
  if (test.kind == Test::kLess || test.kind == Test::kLessOrEqual) return order < 0;
  return false;
}

// What the pattern gives can be what the other entity has there: a day is no identifier.
bool MeansTheSame(const Model& model, const Pattern& pattern, const Entity& other,
                  const KeyMatch& match) {
  return std::ranges::all_of(match.bindings, [&](const Binding& binding) {
    if (binding.value == nullptr) return true;
    const Parameter* parameter = pattern.FindParameter(binding.value->reference);
    const std::optional<Shape> shape = ShapeOf(model, other, binding.key->reference);
    const bool day = pattern.fan_out && pattern.fan_out->by != FanOut::By::kValue &&
                     pattern.fan_out->parameter == binding.value->reference;
    if (day && shape) return Meaning(shape->type) == Type::kDate;
    return parameter == nullptr || !shape || Meaning(parameter->shape.type) == Meaning(shape->type);
  });
}

}  // namespace

Reach Reaches(const Model& model, const Pattern& pattern, const KeyView& view,
              const Entity& other) {
  Reach reach = Reach::kAlike;
  std::vector<const KeyAttribute*> attributes = view.partition;
  attributes.insert(attributes.end(), view.sort.begin(), view.sort.end());
  for (const KeyAttribute* attribute : attributes) {
    const Template key = KeyTemplate(other, attribute->name);
    if (key.parts.empty()) return Reach::kNo;
    const KeyTest* test = FindTest(pattern, attribute->name);
    if (test == nullptr) continue;
    const KeyMatch match = MatchKey(key, test->value);
    if (test->kind == Test::kEqual && !MeansTheSame(model, pattern, other, match))
      return Reach::kNo;
    const bool possible = match.kind == Match::kWhole || match.kind == Match::kUnknown ||
                          (match.kind == Match::kPrefix && test->kind != Test::kEqual);
    if (possible) continue;
    if (!RunsInto(*test, key)) return Reach::kNo;
    reach = Reach::kRunsInto;
  }
  return reach;
}

}  // namespace trestle::model
