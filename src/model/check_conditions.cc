#include <algorithm>
#include <array>
#include <string>
#include <tuple>
#include <variant>

#include "model/check_report.h"
#include "model/pattern_tests.h"
#include "model/text_form.h"

// Rules about the conditions of patterns: whether they find what is meant.
namespace trestle::model {
namespace {

using Test = KeyTest::Kind;
using Match = KeyMatch::Kind;

const Shape* ShapeOfParameter(const Pattern& pattern, const Binding& binding) {
  if (binding.value == nullptr) return nullptr;
  const Parameter* parameter = pattern.FindParameter(binding.value->reference);
  return parameter == nullptr ? nullptr : &parameter->shape;
}

// A day stands where the key holds a moment.
bool IsDayForMoment(const Model& model, const Pattern& pattern, const Entity& entity,
                    const KeyMatch& match) {
  if (match.bindings.empty()) return false;
  const Binding& last = match.bindings.back();
  const Shape* given = ShapeOfParameter(pattern, last);
  const std::optional<Shape> held = ShapeOf(model, entity, last.key->reference);
  return given != nullptr && given->type == Type::kDate && held && held->type == Type::kTimestamp &&
         held->stored == Stored::kText && last.key->formats.empty();
}

void EqualityOnPrefix(const Model& model, Report& report) {
  ForEachTest(model, [&](const Pattern& pattern, const KeyTest& test, const Entity& entity,
                         const Template& key) {
    if (test.kind != Test::kEqual) return;
    const KeyMatch match = MatchKey(key, test.value);
    if (match.kind == Match::kPrefix) {
      report.Add(About(pattern), PlaceOf(pattern, test),
                 test.attribute + " of " + entity.name + " goes on with " + match.rest +
                     ", so nothing equals " + test.value.text);
    } else if (match.kind == Match::kWhole && IsDayForMoment(model, pattern, entity, match)) {
      report.Add(About(pattern), PlaceOf(pattern, test),
                 test.attribute + " of " + entity.name +
                     " holds a time, so nothing equals the day " + test.value.text);
    }
  });
}

void EqualityOnMoment(const Model& model, Report& report) {
  ForEachTest(model, [&](const Pattern& pattern, const KeyTest& test, const Entity& entity,
                         const Template& key) {
    if (test.kind != Test::kEqual || pattern.kind != PatternKind::kQuery ||
        !KeyOf(model, pattern).IsSort(test.attribute)) {
      return;
    }
    const KeyMatch match = MatchKey(key, test.value);
    if (match.kind != Match::kWhole) return;
    for (const Binding& binding : match.bindings) {
      const std::optional<Shape> shape = ShapeOf(model, entity, binding.key->reference);
      if (!shape || shape->type != Type::kTimestamp || !binding.key->formats.empty()) continue;
      report.Add(About(pattern), PlaceOf(pattern, test),
                 pattern.name + " finds only what has exactly one moment as its " +
                     binding.key->reference);
    }
  });
}

// The bound ends with what comes behind every value, or is today: what is past ends before today.
bool IsMeantToEndThere(const Pattern& pattern, const KeyMatch& match) {
  if (match.bindings.empty()) return false;
  const Binding& last = match.bindings.back();
  if (last.value == nullptr) return last.literal.starts_with('~');
  const Parameter* parameter = pattern.FindParameter(last.value->reference);
  return parameter != nullptr && parameter->default_value &&
         std::holds_alternative<Generated>(*parameter->default_value);
}

void UpperBoundTooLow(const Model& model, Report& report) {
  ForEachTest(model, [&](const Pattern& pattern, const KeyTest& test, const Entity& entity,
                         const Template& key) {
    if (test.kind != Test::kBetween && test.kind != Test::kLessOrEqual) return;
    const Template& bound = test.kind == Test::kBetween ? test.upper : test.value;
    const KeyMatch match = MatchKey(key, bound);
    if (IsMeantToEndThere(pattern, match)) return;
    const bool short_of_rest =
        match.kind == Match::kPrefix && match.rest_has_value && !match.bindings.empty();
    if (!short_of_rest &&
        !(match.kind == Match::kWhole && IsDayForMoment(model, pattern, entity, match))) {
      return;
    }
    report.Add(About(pattern), PlaceOf(pattern, test),
               test.attribute + " of " + entity.name + " goes on behind the upper bound " +
                   bound.text + ", so what has exactly that value is left out");
  });
}

// Why no key of the entity can be what the test asks for; empty if one can.
std::string Impossible(const Model& model, const Entity& entity, const KeyTest& test,
                       const Template& key) {
  if (IsRange(test.kind)) return {};
  const KeyMatch match = MatchKey(key, test.value);
  if (match.kind == Match::kMismatch || match.kind == Match::kBeyond) {
    return test.attribute + " of " + entity.name + " is " + key.text + ", never " +
           (test.kind == Test::kBeginsWith ? "something that begins with " : "") + test.value.text;
  }
  for (const Binding& binding : match.bindings) {
    if (binding.value != nullptr || !binding.closed || !binding.key->formats.empty()) continue;
    const std::optional<Shape> shape = ShapeOf(model, entity, binding.key->reference);
    if (!shape || shape->type != Type::kEnum ||
        std::ranges::find(shape->values, binding.literal) != shape->values.end()) {
      continue;
    }
    return binding.literal + " is no value of " + binding.key->reference + " of " + entity.name;
  }
  const EntityKey* const own = entity.FindKey(test.attribute);
  for (const Binding& binding : match.bindings) {
    if (own == nullptr || binding.value != nullptr || !binding.closed ||
        !binding.key->formats.empty() ||
        CanHaveKey(*own, binding.key->reference, binding.literal)) {
      continue;
    }
    return "a " + entity.name + " whose " + binding.key->reference + " is " + binding.literal +
           " has no " + test.attribute;
  }
  return {};
}

void NeverMatches(const Model& model, Report& report) {
  ForEachTest(model, [&](const Pattern& pattern, const KeyTest& test, const Entity& entity,
                         const Template& key) {
    const std::string why = Impossible(model, entity, test, key);
    if (!why.empty()) report.Add(About(pattern), PlaceOf(pattern, test), why);
  });
}

// A parameter's list of values beside the attribute's: what the pattern cannot be asked for.
void EnumDiffers(const Model& model, Report& report) {
  ForEachTest(model, [&](const Pattern& pattern, const KeyTest& test, const Entity& entity,
                         const Template& key) {
    const KeyMatch match = MatchKey(key, test.value);
    for (const Binding& binding : match.bindings) {
      const Shape* given = ShapeOfParameter(pattern, binding);
      const std::optional<Shape> held = ShapeOf(model, entity, binding.key->reference);
      if (given == nullptr || !held || given->type != Type::kEnum || held->type != Type::kEnum) {
        continue;
      }
      const EntityKey* const own = entity.FindKey(test.attribute);
      for (const auto& [these, those, verb] :
           {std::tuple(&held->values, &given->values, " cannot be asked for "),
            std::tuple(&given->values, &held->values, " asks for what is never there, ")}) {
        for (const std::string& value : *these) {
          if (std::ranges::find(*those, value) != those->end()) continue;
          // What is not in the index cannot be asked for either.
          if (own != nullptr && !CanHaveKey(*own, binding.key->reference, value)) continue;
          report.Add(About(pattern), PlaceOf(pattern, test),
                     pattern.name + verb + value + " of " + binding.key->reference);
        }
      }
    }
  });
}

bool IsOfDates(const std::vector<Format>& formats) {
  return std::ranges::all_of(formats, [](const Format& format) {
    return format.kind == Format::Kind::kDate || format.kind == Format::Kind::kMonth ||
           format.kind == Format::Kind::kYear || format.kind == Format::Kind::kHour;
  });
}

void KeyFormatDiffers(const Model& model, Report& report) {
  ForEachTest(model, [&](const Pattern& pattern, const KeyTest& test, const Entity& entity,
                         const Template& key) {
    for (const Template* text : {&test.value, &test.upper}) {
      const KeyMatch match = MatchKey(key, *text);
      for (const Binding& binding : match.bindings) {
        if (binding.value == nullptr || binding.key->formats == binding.value->formats) continue;
        // A cell, of a circle or by itself, is a geohash already.
        const bool cell = HasFormat(binding.key->formats, Format::Kind::kGeohash);
        // A parameter may be the day or the month itself.
        const bool date = binding.value->formats.empty() && IsOfDates(binding.key->formats);
        if (cell || date) continue;
        report.Add(About(pattern), PlaceOf(pattern, test),
                   test.attribute + " of " + entity.name + " writes " + binding.key->reference +
                       " in another form than " + text->text + " gives " +
                       binding.value->reference);
      }
    }
  });
}

// One value begins another, such as low and lower.
bool OneBeginsAnother(const std::vector<std::string>& values) {
  for (const std::string& a : values) {
    for (const std::string& b : values) {
      if (a != b && b.starts_with(a)) return true;
    }
  }
  return false;
}

bool IsOpen(const Binding& last, const Shape& shape, Match kind) {
  if (IsNumeric(shape.type) && !HasFixedWidth(shape, last.key->formats)) return true;
  if (kind != Match::kPrefix || last.closed || HasFixedWidth(shape, last.key->formats))
    return false;
  return shape.type != Type::kEnum || OneBeginsAnother(shape.values);
}

void OpenPrefix(const Model& model, Report& report) {
  ForEachTest(model, [&](const Pattern& pattern, const KeyTest& test, const Entity& entity,
                         const Template& key) {
    if (test.kind != Test::kBeginsWith) return;
    const KeyMatch match = MatchKey(key, test.value);
    if (match.bindings.empty() || test.value.parts.empty()) return;
    if (match.kind != Match::kPrefix && match.kind != Match::kWhole) return;
    const Binding& last = match.bindings.back();
    const bool ends_there = match.kind == Match::kWhole || !last.closed;
    const std::optional<Shape> shape = ShapeOf(model, entity, last.key->reference);
    if (!ends_there || !shape || !IsOpen(last, *shape, match.kind)) return;
    report.Add(About(pattern), PlaceOf(pattern, test),
               test.value.text + " ends within " + last.key->reference +
                   ", so longer values that begin alike are found too" +
                   (IsNumeric(shape->type) ? ", and larger numbers are not" : ""));
  });
}

// The attribute by whose values the items that a pattern finds are ordered first; null: unknown.
struct FirstOrder {
  const TemplatePart* part = nullptr;
  bool ranged = false;
  Place place;
};
FirstOrder OrderOf(const Pattern& pattern, const KeyView& view, const Entity& entity,
                   std::vector<Template>& keys) {
  for (const KeyAttribute* attribute : view.sort) {
    const KeyTest* test = FindTest(pattern, attribute->name);
    if (test != nullptr && test->kind == Test::kEqual) continue;
    keys.push_back(KeyTemplate(entity, attribute->name));
    if (test == nullptr) {
      for (const TemplatePart& part : keys.back().parts) {
        if (!part.reference.empty()) return {&part, false, pattern.where_place};
      }
      return {};
    }
    const KeyMatch match = MatchKey(keys.back(), test->value);
    if (IsRange(test->kind)) {
      if (match.bindings.empty()) return {};
      return {match.bindings.back().key, true, PlaceOf(pattern, *test)};
    }
    if (match.rest_values.empty()) return {};
    return {match.rest_values.front(), false, PlaceOf(pattern, *test)};
  }
  return {};
}

// Calls `visit(pattern, entity, order)` where a pattern's items come in the alphabetical order of
// an enum that lists its values in another.
template <class Visit>
void ForEachAlphabetical(const Model& model, Visit visit) {
  for (const Pattern& pattern : model.patterns) {
    if (pattern.kind != PatternKind::kQuery || pattern.count_only) continue;
    const KeyView view = KeyOf(model, pattern);
    for (const Entity* entity : EntitiesOf(model, pattern)) {
      std::vector<Template> keys;
      keys.reserve(view.sort.size());
      const FirstOrder order = OrderOf(pattern, view, *entity, keys);
      if (order.part == nullptr) continue;
      const std::optional<Shape> shape = ShapeOf(model, *entity, order.part->reference);
      if (!shape || !SortsOutOfOrder(*shape, order.part->formats)) continue;
      std::vector<std::string> sorted = shape->values;
      std::ranges::sort(sorted);
      std::string listed;
      for (const std::string& value : sorted) listed += (listed.empty() ? "" : ", ") + value;
      visit(pattern, order, order.part->reference + " is ordered as text: " + listed);
    }
  }
}

void EnumOrder(const Model& model, Report& report) {
  ForEachAlphabetical(
      model, [&](const Pattern& pattern, const FirstOrder& order, const std::string& message) {
        if (order.ranged || pattern.descending) report.Add(About(pattern), order.place, message);
      });
}

void EnumListedAlphabetically(const Model& model, Report& report) {
  ForEachAlphabetical(
      model, [&](const Pattern& pattern, const FirstOrder& order, const std::string& message) {
        if (!order.ranged && !pattern.descending) report.Add(About(pattern), order.place, message);
      });
}

constexpr std::array kConditionsRules = {
    Rule{.id = "equality-on-prefix",
         .severity = Severity::kError,
         .summary = "A key is compared for equality with only its first part.",
         .instead = "begins_with(KEY, ...)",
         .check = EqualityOnPrefix},
    Rule{.id = "equality-on-moment",
         .severity = Severity::kWarning,
         .summary = "A query asks for one moment of a time that only sorts.",
         .instead = "leave the sort key out to read all in the order of time, or give a range",
         .check = EqualityOnMoment},
    Rule{.id = "upper-bound-too-low",
         .severity = Severity::kError,
         .summary = "The upper bound of a range leaves out the last value.",
         .instead = "end the bound behind everything that may follow: DATE#{end}#~, or "
                    "KEY < DATE#{day after}",
         .check = UpperBoundTooLow},
    Rule{.id = "never-matches",
         .severity = Severity::kError,
         .summary = "No key of the entity can be what the pattern asks for.",
         .instead = "ask by the template that the entity's key has",
         .check = NeverMatches},
    Rule{.id = "enum-differs",
         .severity = Severity::kWarning,
         .summary = "A parameter lists other values than the attribute that it stands for.",
         .instead = "leave the parameter's type out: it is the attribute's",
         .check = EnumDiffers},
    Rule{.id = "key-format-differs",
         .severity = Severity::kWarning,
         .summary = "A pattern writes a value in another form than the key.",
         .instead = "use the key's format: {least:pad(8)}",
         .check = KeyFormatDiffers},
    Rule{.id = "open-prefix",
         .severity = Severity::kWarning,
         .summary = "A prefix ends within a value and finds more than is meant.",
         .instead = "end the prefix with the delimiter, or use a range of values of fixed width",
         .check = OpenPrefix},
    Rule{.id = "enum-order",
         .severity = Severity::kWarning,
         .summary = "Levels are ordered alphabetically where their order is meant.",
         .instead = "{Level:rank} in the key, and in the pattern",
         .check = EnumOrder},
    Rule{.id = "enum-listed-alphabetically",
         .severity = Severity::kInfo,
         .summary = "Items come in the alphabetical order of an enum's values.",
         .instead = "{Level:rank} in the key if their own order is wanted",
         .check = EnumListedAlphabetically},
};

}  // namespace

std::span<const Rule> ConditionRules() { return kConditionsRules; }

}  // namespace trestle::model
