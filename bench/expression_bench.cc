// Expressions: parsed and bound when their text is known and when it is new, and evaluated.

#include <fmt/format.h>

#include <string>
#include <vector>

#include "base/check.h"
#include "bench_case.h"
#include "expression/condition.h"
#include "expression/key_condition.h"
#include "expression/projection.h"
#include "expression/update.h"
#include "samples.h"

namespace trestle::bench {
namespace {

// Expressions over the sample item. In each, {} makes one text differ from another.
constexpr std::string_view kCondition =
    "attribute_exists(pk) AND cnt < :limit AND (active = :yes OR contains(tags, :tag{}))";
constexpr std::string_view kUpdate =
    "SET price = price + :one, address.city = :tag{} ADD cnt :one REMOVE gsk";
constexpr std::string_view kKeyCondition = "pk = :p AND sk BETWEEN :a AND :tag{}";
constexpr std::string_view kProjection = "pk, sk, price, address.city, tags{}";

AttributeValue Text(std::string text) { return AttributeValue::String(std::move(text)); }

Item Values(std::string_view distinction) {
  Item values;
  values.Set(":a", Text("order#00000001"));
  values.Set(":limit", AttributeValue::Of(Number::FromInteger(100)));
  values.Set(":one", AttributeValue::Of(Number::FromInteger(1)));
  values.Set(":p", Text("customer#000000"));
  values.Set(fmt::format(":tag{}", distinction), Text("purple"));
  values.Set(":yes", AttributeValue::Of(true));
  return values;
}

// A text, and the values that it needs.
struct Written {
  std::string text;
  Item values;
};

// As many as make sure that none is remembered when its turn comes again.
constexpr std::size_t kNewTexts = 2048;

std::vector<Written> Known(std::string_view pattern) {
  return {{fmt::format(fmt::runtime(pattern), ""), Values("")}};
}
std::vector<Written> New(std::string_view pattern) {
  std::vector<Written> written;
  for (std::size_t i = 0; i < kNewTexts; ++i) {
    const std::string distinction = fmt::format("{:04}", i);
    written.push_back({fmt::format(fmt::runtime(pattern), distinction), Values(distinction)});
  }
  return written;
}

template <class Parse>
void ParseEach(benchmark::State& state, const std::vector<Written>& expressions, Parse parse) {
  std::size_t next = 0;
  for (auto _ : Laps(state)) {
    const Written& written = expressions[next];
    Substitutions substitutions(nullptr, &written.values);
    const auto parsed = parse(written.text, substitutions);
    TRESTLE_CHECK(parsed.has_value());
    benchmark::DoNotOptimize(parsed);
    if (++next == expressions.size()) next = 0;
  }
}

Result<Condition> ParseOneCondition(std::string_view text, Substitutions& substitutions) {
  return Condition::Parse(ExpressionKind::kCondition, text, substitutions);
}

void ParseKnownCondition(benchmark::State& state) {
  ParseEach(state, Known(kCondition), ParseOneCondition);
}
void ParseNewCondition(benchmark::State& state) {
  ParseEach(state, New(kCondition), ParseOneCondition);
}
void ParseKnownUpdate(benchmark::State& state) { ParseEach(state, Known(kUpdate), Update::Parse); }
void ParseNewUpdate(benchmark::State& state) { ParseEach(state, New(kUpdate), Update::Parse); }
void ParseKnownKeyCondition(benchmark::State& state) {
  ParseEach(state, Known(kKeyCondition), KeyCondition::Parse);
}
void ParseNewKeyCondition(benchmark::State& state) {
  ParseEach(state, New(kKeyCondition), KeyCondition::Parse);
}
void ParseKnownProjection(benchmark::State& state) {
  ParseEach(state, Known(kProjection), Projection::Parse);
}
void ParseNewProjection(benchmark::State& state) {
  ParseEach(state, New(kProjection), Projection::Parse);
}

void EvaluateCondition(benchmark::State& state) {
  const Item item = SampleItem(1);
  const Written written = Known(kCondition).front();
  Substitutions substitutions(nullptr, &written.values);
  const Condition condition = *ParseOneCondition(written.text, substitutions);
  for (auto _ : Laps(state)) benchmark::DoNotOptimize(condition.Matches(item));
}

void ApplyUpdate(benchmark::State& state) {
  const Item item = SampleItem(1);
  const Written written = Known(kUpdate).front();
  Substitutions substitutions(nullptr, &written.values);
  const Update update = *Update::Parse(written.text, substitutions);
  for (auto _ : Laps(state)) benchmark::DoNotOptimize(update.Apply(item));
}

void SelectKeys(benchmark::State& state) {
  const KeySchema schema{.hash = {{.name = "pk"}}, .range = {{.name = "sk"}}};
  const Written written = Known(kKeyCondition).front();
  Substitutions substitutions(nullptr, &written.values);
  const KeyCondition condition = *KeyCondition::Parse(written.text, substitutions);
  for (auto _ : Laps(state)) benchmark::DoNotOptimize(Select(condition, schema));
}

void ApplyProjection(benchmark::State& state) {
  const Item item = SampleItem(1);
  const Written written = Known(kProjection).front();
  Substitutions substitutions(nullptr, &written.values);
  const Projection projection = *Projection::Parse(written.text, substitutions);
  for (auto _ : Laps(state)) benchmark::DoNotOptimize(projection.Apply(item));
}

const Registered kCases[] = {
    {"expression/condition/known", ParseKnownCondition},
    {"expression/condition/new", ParseNewCondition},
    {"expression/condition/evaluate", EvaluateCondition},
    {"expression/update/known", ParseKnownUpdate},
    {"expression/update/new", ParseNewUpdate},
    {"expression/update/apply", ApplyUpdate},
    {"expression/key_condition/known", ParseKnownKeyCondition},
    {"expression/key_condition/new", ParseNewKeyCondition},
    {"expression/key_condition/select", SelectKeys},
    {"expression/projection/known", ParseKnownProjection},
    {"expression/projection/new", ParseNewProjection},
    {"expression/projection/apply", ApplyProjection},
};

}  // namespace
}  // namespace trestle::bench
