#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <cstdint>

#include "model/check.h"

namespace trestle::model {
namespace {

// Choices that a random text of bytes makes.
class Dice {
 public:
  explicit Dice(const std::vector<std::uint8_t>& bytes) : bytes_(bytes) {}
  std::size_t Below(std::size_t limit) {
    const std::size_t byte = next_ < bytes_.size() ? bytes_[next_] : 0;
    ++next_;
    return byte % limit;
  }
  bool Coin() { return Below(2) == 1; }

 private:
  const std::vector<std::uint8_t>& bytes_;
  std::size_t next_ = 0;
};

constexpr std::string_view kNames[] = {"PK", "SK", "A", "B.c", "geohash", "Id", "", "Missing"};
std::string Name(Dice& dice) { return std::string(kNames[dice.Below(std::size(kNames))]); }

Template RandomTemplate(Dice& dice) {
  constexpr std::string_view kLiterals[] = {"", "A#", "#", "USER#", "~"};
  Template text;
  for (std::size_t left = dice.Below(5); left > 0; --left) {
    TemplatePart part;
    if (dice.Coin()) {
      part.literal = kLiterals[dice.Below(std::size(kLiterals))];
    } else {
      part.reference = Name(dice);
      if (dice.Coin()) {
        part.formats.push_back({.kind = static_cast<Format::Kind>(dice.Below(13)),
                                .first = static_cast<int>(dice.Below(12)),
                                .second = static_cast<int>(dice.Below(3))});
      }
    }
    text.parts.push_back(part);
  }
  return text;
}

Shape RandomShape(Dice& dice) {
  Shape shape{.type = static_cast<Type>(dice.Below(18))};
  if (dice.Coin()) shape.values = {"b", "a", ""};
  if (dice.Coin()) shape.min = Number::FromInteger(static_cast<std::int64_t>(dice.Below(9)) - 4);
  if (dice.Coin()) shape.max = Number::FromInteger(static_cast<std::int64_t>(dice.Below(255)));
  if (dice.Coin()) shape.pattern = dice.Coin() ? "[^#" : "a\\";
  return shape;
}

Entity RandomEntity(Dice& dice) {
  Entity entity{.name = Name(dice), .table = dice.Coin() ? "t" : "none"};
  for (std::size_t left = dice.Below(5); left > 0; --left) {
    entity.keys.push_back({.attribute = Name(dice), .value = RandomTemplate(dice)});
    entity.attributes.push_back({.name = Name(dice), .shape = RandomShape(dice)});
    if (dice.Coin()) entity.attributes.back().computed = RandomTemplate(dice);
  }
  entity.parent = Name(dice);
  if (dice.Coin()) entity.count = static_cast<std::int64_t>(dice.Below(3));
  if (dice.Coin()) entity.ttl.push_back({.of = Name(dice)});
  return entity;
}

Pattern RandomPattern(Dice& dice) {
  Pattern pattern{.name = Name(dice), .kind = static_cast<PatternKind>(dice.Below(9))};
  pattern.entities = {Name(dice), Name(dice)};
  pattern.table = dice.Coin() ? "t" : "none";
  if (dice.Coin()) pattern.index = dice.Coin() ? "I" : "J";
  for (std::size_t left = dice.Below(4); left > 0; --left) {
    pattern.where.push_back({.kind = static_cast<KeyTest::Kind>(dice.Below(7)),
                             .attribute = Name(dice),
                             .value = RandomTemplate(dice),
                             .upper = RandomTemplate(dice)});
    pattern.parameters.push_back({.name = Name(dice), .shape = RandomShape(dice)});
  }
  if (dice.Coin()) pattern.filter = ConditionText{};
  if (dice.Coin()) pattern.rate = 1e6;
  if (dice.Coin()) pattern.geo = GeoSearch{.radius = Name(dice), .precision = -3};
  if (dice.Coin()) pattern.project = {Name(dice)};
  return pattern;
}

Model RandomModel(Dice& dice) {
  Model model;
  Table table{.name = "t", .partition_key = {Name(dice)}};
  if (dice.Coin()) table.sort_key = KeyAttribute{Name(dice)};
  table.ttl = Name(dice);
  Index index{.name = "I", .local = dice.Coin()};
  for (std::size_t left = dice.Below(3); left > 0; --left) {
    index.partition_key.push_back({Name(dice)});
    index.sort_key.push_back({Name(dice)});
  }
  index.projection.kind = static_cast<Projection::Kind>(dice.Below(3));
  table.indexes.push_back(index);
  model.tables.push_back(table);
  for (std::size_t left = dice.Below(4); left > 0; --left) {
    model.entities.push_back(RandomEntity(dice));
    model.patterns.push_back(RandomPattern(dice));
  }
  Step step{.entity = Name(dice), .key = {{Name(dice), RandomTemplate(dice)}}};
  model.transactions.push_back({.name = "T", .steps = {step, step}});
  model.triggers.push_back({.name = "R", .entity = Name(dice)});
  model.routes.push_back({.path = "/{x}/{", .target = Name(dice)});
  model.samples.push_back({.entity = Name(dice)});
  model.claims.push_back({.pattern = Name(dice), .read_units = 1, .cells = 1, .storage_gb = 1});
  model.loads.push_back({.monthly_dollars = 1});
  return model;
}

// Whatever a model says, and whatever it names that is not there, checking it ends.
RC_GTEST_PROP(CheckPropertyTest, TakesAnyModel, (const std::vector<std::uint8_t>& bytes)) {
  Dice dice(bytes);
  const Model model = RandomModel(dice);
  for (const Finding& finding : Check(model).all) RC_ASSERT(!finding.message.empty());
}

}  // namespace
}  // namespace trestle::model
