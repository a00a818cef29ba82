#include <algorithm>
#include <map>
#include <set>

#include "model/condition_text.h"
#include "model/key_use.h"
#include "model/resolve_parts.h"

// The parameters that a pattern mentions without listing them.
namespace trestle::model {
namespace {

constexpr std::string_view kCell = "cell";  // what a geo search sets
constexpr std::string_view kMonthPattern = "[0-9]{4}-[0-9]{2}(-[0-9]{2})?";

class Inference {
 public:
  Inference(const Model& model, Pattern& pattern) : model_(model), pattern_(pattern) {
    for (const std::string& name : pattern.entities) {
      if (const Entity* entity = model.FindEntity(name)) entities_.push_back(entity);
    }
  }

  void Run() {
    for (const Parameter& parameter : pattern_.parameters) listed_.insert(parameter.name);
    if (pattern_.fan_out) FromFanOut(*pattern_.fan_out);
    if (pattern_.geo) FromGeo(*pattern_.geo);
    for (const KeyTest& test : pattern_.where) {
      FromTemplate(test, test.value);
      if (test.kind == KeyTest::Kind::kBetween) FromTemplate(test, test.upper);
    }
    if (pattern_.filter) FromCondition(pattern_.filter->condition, pattern_.filter->place);
    for (Parameter& parameter : pattern_.parameters) {
      const auto use = only_shards_.find(parameter.name);
      parameter.optional = use != only_shards_.end() && use->second && !parameter.default_value;
    }
    if (pattern_.kind == PatternKind::kPut || pattern_.kind == PatternKind::kUpdate) FromEntities();
    if (pattern_.kind == PatternKind::kDelete && pattern_.where.empty()) FromKeys();
  }

 private:
  bool IsSet(std::string_view name) const {
    return (pattern_.fan_out && pattern_.fan_out->parameter == name) ||
           (pattern_.geo && name == kCell);
  }

  void Add(const std::string& name, Place place, const Shape& shape) {
    if (name.empty() || IsSet(name) || !listed_.insert(name).second) return;
    Parameter parameter;
    parameter.name = name;
    parameter.place = place;
    const Shape* same = AttributeShape(name);
    parameter.shape = same != nullptr ? *same : shape;
    pattern_.parameters.push_back(std::move(parameter));
  }

  const Shape* AttributeShape(std::string_view name) const {
    for (const Entity* entity : entities_) {
      if (const Attribute* attribute = entity->FindAttribute(name)) return &attribute->shape;
    }
    return nullptr;
  }

  // A write takes the attributes that it writes.
  void FromEntities() {
    for (const Entity* entity : entities_) {
      for (const Attribute& attribute : entity->attributes) {
        if (attribute.computed || IsSet(attribute.name)) continue;
        if (!listed_.insert(attribute.name).second) continue;
        Parameter parameter;
        parameter.name = attribute.name;
        parameter.place = pattern_.place;
        parameter.shape = attribute.shape;
        parameter.optional = true;
        pattern_.parameters.push_back(std::move(parameter));
      }
    }
  }

  // Without `where`, an item is named by what its key is made of.
  void FromKeys() {
    for (const Entity* entity : entities_) {
      for (const Attribute& attribute : entity->attributes) {
        if (InPrimaryKey(model_, *entity, attribute.name)) {
          Add(attribute.name, pattern_.place, attribute.shape);
        }
      }
    }
  }

  void FromFanOut(const FanOut& fan_out) {
    if (fan_out.by == FanOut::By::kValue) {
      Add(fan_out.list, pattern_.place, {.type = Type::kList});
      return;
    }
    Shape shape{.type = Type::kDate};
    if (fan_out.by == FanOut::By::kMonth) {
      shape = {.type = Type::kString};
      shape.pattern = kMonthPattern;
    }
    Add(fan_out.from, pattern_.place, shape);
    Add(fan_out.to, pattern_.place, shape);
  }

  void FromGeo(const GeoSearch& geo) {
    Add(geo.around, pattern_.place, {.type = Type::kGeo});
    Shape radius{.type = Type::kNumber};
    radius.min = Number();
    Add(geo.radius, pattern_.place, radius);
  }

  void FromTemplate(const KeyTest& test, const Template& value) {
    for (std::size_t i = 0; i < value.parts.size(); ++i) {
      const TemplatePart& part = value.parts[i];
      if (part.reference.empty()) continue;
      const bool shard = std::ranges::any_of(
          part.formats, [](const Format& format) { return format.kind == Format::Kind::kShard; });
      auto [use, fresh] = only_shards_.emplace(part.reference, shard);
      if (!fresh) use->second = use->second && shard;
      // The end of a prefix may be a part of the value.
      const bool prefix = test.kind == KeyTest::Kind::kBeginsWith && i + 1 == value.parts.size() &&
                          part.formats.empty();
      const Shape* aligned = prefix ? nullptr : AlignedShape(test.attribute, value, i);
      Add(part.reference, value.place, aligned != nullptr ? *aligned : Shape());
    }
  }

  // The attribute that stands in the entity's template where part `index` stands in `value`.
  const Shape* AlignedShape(std::string_view key, const Template& value, std::size_t index) const {
    for (const Entity* entity : entities_) {
      const EntityKey* own = entity->FindKey(key);
      if (own == nullptr) {
        const Attribute* native = entity->FindAttribute(key);
        if (native != nullptr && value.parts.size() == 1) return &native->shape;
        continue;
      }
      if (own->value.parts.size() <= index || own->value.parts[index].reference.empty()) continue;
      const auto same_start = std::ranges::equal(
          value.parts.begin(), value.parts.begin() + static_cast<std::ptrdiff_t>(index),
          own->value.parts.begin(), own->value.parts.begin() + static_cast<std::ptrdiff_t>(index),
          {}, &TemplatePart::literal, &TemplatePart::literal);
      if (!same_start) continue;
      const Attribute* attribute = entity->FindAttribute(own->value.parts[index].reference);
      if (attribute != nullptr) return &attribute->shape;
    }
    return nullptr;
  }

  void FromCondition(const Condition& condition, Place place) {
    for (const Condition& part : condition.conditions) FromCondition(part, place);
    Shape shape{.type = Type::kAny};
    for (const Operand& operand : condition.operands) {
      if (operand.kind == Operand::Kind::kSize) shape = {.type = Type::kInteger};
      if (operand.kind != Operand::Kind::kAttribute) continue;
      const Shape* of_attribute = AttributeShape(operand.name);
      const bool element = condition.kind == Condition::Kind::kContains;
      const bool prefix = condition.kind == Condition::Kind::kBeginsWith;
      if (prefix) shape = {.type = Type::kString};
      if (of_attribute != nullptr && !element && !prefix) shape = *of_attribute;
      if (of_attribute != nullptr && element && of_attribute->type != Type::kNumberSet &&
          of_attribute->type != Type::kBinarySet && of_attribute->type != Type::kList) {
        shape = {.type = Type::kString};
      }
      if (of_attribute != nullptr && element && of_attribute->type == Type::kNumberSet) {
        shape = {.type = Type::kNumber};
      }
    }
    for (const Operand& operand : condition.operands) {
      if (operand.kind != Operand::Kind::kParameter) continue;
      only_shards_[operand.name] = false;
      Add(operand.name, place, shape);
    }
  }

  const Model& model_;
  Pattern& pattern_;
  std::vector<const Entity*> entities_;
  std::set<std::string> listed_;
  std::map<std::string, bool> only_shards_;
};

}  // namespace

void InferParameters(const Model& model, Pattern& pattern, Problems& problems) {
  const Transaction* transaction = model.FindTransaction(pattern.transaction);
  if (transaction != nullptr && pattern.parameters.empty()) {
    pattern.parameters = transaction->parameters;
  }
  Inference(model, pattern).Run();
  if (!pattern.fan_out && !pattern.geo) return;
  const std::string name = pattern.fan_out ? pattern.fan_out->parameter : std::string(kCell);
  const bool used = std::ranges::any_of(pattern.where, [&](const KeyTest& test) {
    return std::ranges::any_of(test.value.parts,
                               [&](const TemplatePart& part) { return part.reference == name; });
  });
  if (!used && !name.empty() && !pattern.where.empty()) {
    problems.Add(pattern.where_place, messages::Missing("where", "{" + name + "}"));
  }
}

}  // namespace trestle::model
