#include "model/sizes.h"

#include <algorithm>

#include "value/item_size.h"

namespace trestle::model {
namespace {

double TypicalBytes(const Shape& shape) {
  switch (shape.type) {
    case Type::kBoolean:
      return 1;
    case Type::kInteger:
      return 4;
    case Type::kNumber:
    case Type::kDecimal:
      return 5;
    case Type::kTimestamp:
      return shape.stored == Stored::kText ? 24 : 7;
    case Type::kDate:
      return 10;
    case Type::kUuid:
      return 36;
    case Type::kUlid:
      return 26;
    case Type::kGeo:
      return 25;
    case Type::kEnum: {
      double sum = 0;
      for (const std::string& value : shape.values) sum += static_cast<double>(value.size());
      return shape.values.empty() ? 8 : sum / static_cast<double>(shape.values.size());
    }
    case Type::kList:
    case Type::kMap:
      return 64;
    case Type::kStringSet:
    case Type::kNumberSet:
    case Type::kBinarySet:
    case Type::kBinary:
      return 32;
    case Type::kString:
    case Type::kAny:
      break;
  }
  return static_cast<double>(std::min<std::int64_t>(shape.max_length.value_or(20), 20));
}

// A value's mean size in the samples; nothing where no sample has it.
std::optional<double> SampledBytes(const Model& model, const Entity& entity,
                                   std::string_view attribute) {
  double sum = 0;
  int count = 0;
  for (const Sample& sample : model.samples) {
    if (sample.entity != entity.name) continue;
    if (const AttributeValue* value = sample.values.Find(attribute)) {
      sum += static_cast<double>(ValueSize(*value));
      ++count;
    }
  }
  if (count == 0) return std::nullopt;
  return sum / count;
}

// What is computed counts as its type does: two may be computed from each other.
double PlainBytes(const Model& model, const Entity& entity, std::string_view attribute) {
  if (const auto sampled = SampledBytes(model, entity, attribute)) return *sampled;
  const Attribute* declared = entity.FindAttribute(attribute);
  return declared == nullptr ? 20 : TypicalBytes(declared->shape);
}

double PartBytes(const Model& model, const Entity& entity, const TemplatePart& part) {
  if (part.reference.empty()) return static_cast<double>(part.literal.size());
  for (const Format& format : part.formats) {
    switch (format.kind) {
      case Format::Kind::kPad:
      case Format::Kind::kDescending:
      case Format::Kind::kGeohash:
        return format.first;
      case Format::Kind::kFixed:
        return format.first + 1 + format.second;
      case Format::Kind::kDate:
        return 10;
      case Format::Kind::kMonth:
        return 7;
      case Format::Kind::kYear:
        return 4;
      case Format::Kind::kHour:
        return 13;
      case Format::Kind::kRank:
      case Format::Kind::kShard:
        return 2;
      case Format::Kind::kLower:
      case Format::Kind::kUpper:
      case Format::Kind::kEscape:
        break;
    }
  }
  return PlainBytes(model, entity, part.reference);
}

double TemplateBytes(const Model& model, const Entity& entity, const Template& text) {
  double bytes = 0;
  for (const TemplatePart& part : text.parts) bytes += PartBytes(model, entity, part);
  return bytes;
}

double ValueBytes(const Model& model, const Entity& entity, std::string_view attribute) {
  const Attribute* declared = entity.FindAttribute(attribute);
  if (declared != nullptr && declared->computed && !SampledBytes(model, entity, attribute)) {
    return TemplateBytes(model, entity, *declared->computed);
  }
  return PlainBytes(model, entity, attribute);
}

bool NeverChanges(const Table& table, const Entity& entity, std::string_view attribute) {
  const Attribute* declared = entity.FindAttribute(attribute);
  if (declared != nullptr && declared->immutable) return true;
  const auto in_key = [&](const std::string& key) {
    const EntityKey* of_entity = entity.FindKey(key);
    if (of_entity == nullptr) return key == attribute;
    return std::ranges::any_of(of_entity->value.parts, [&](const TemplatePart& part) {
      return part.reference == attribute;
    });
  };
  return in_key(table.partition_key.name) || (table.sort_key && in_key(table.sort_key->name));
}

template <class Visit>
bool AnyKey(const Index& index, Visit visit) {
  return std::ranges::any_of(index.partition_key, visit) ||
         std::ranges::any_of(index.sort_key, visit);
}

double EstimatedItemBytes(const Model& model, const Entity& entity) {
  double bytes = 0;
  for (const EntityKey& key : entity.keys) bytes += KeyBytes(model, entity, key.attribute);
  for (const Attribute& attribute : entity.attributes) {
    if (entity.FindKey(attribute.name) != nullptr) continue;
    bytes += static_cast<double>(attribute.name.size()) + ValueBytes(model, entity, attribute.name);
  }
  const Table* table = model.FindTable(entity.table);
  if (table != nullptr) {
    bytes += static_cast<double>(table->entity_attribute.size() + entity.value.size());
    if (!entity.ttl.empty()) bytes += static_cast<double>(table->ttl.size()) + 7;
  }
  return bytes;
}

}  // namespace

double KeyBytes(const Model& model, const Entity& entity, std::string_view attribute) {
  const EntityKey* key = entity.FindKey(attribute);
  const double value = key != nullptr ? TemplateBytes(model, entity, key->value)
                                      : ValueBytes(model, entity, attribute);
  return static_cast<double>(attribute.size()) + value;
}

double ItemBytes(const Model& model, const Entity& entity) {
  return entity.size ? *entity.size : EstimatedItemBytes(model, entity);
}

bool HasEntry(const Entity& entity, const Index& index) {
  return !AnyKey(index, [&](const KeyAttribute& key) {
    return entity.FindKey(key.name) == nullptr && entity.FindAttribute(key.name) == nullptr;
  });
}

bool IsSparse(const Entity& entity, const Index& index) {
  return AnyKey(index, [&](const KeyAttribute& key) {
    const EntityKey* of_entity = entity.FindKey(key.name);
    if (of_entity != nullptr && of_entity->when) return true;
    const Attribute* declared = entity.FindAttribute(key.name);
    return of_entity == nullptr && declared != nullptr && !declared->required;
  });
}

bool CanMove(const Table& table, const Entity& entity, const Index& index) {
  return AnyKey(index, [&](const KeyAttribute& key) {
    const EntityKey* of_entity = entity.FindKey(key.name);
    if (of_entity == nullptr) return !NeverChanges(table, entity, key.name);
    if (of_entity->when) return true;
    return std::ranges::any_of(of_entity->value.parts, [&](const TemplatePart& part) {
      return !part.reference.empty() && !NeverChanges(table, entity, part.reference);
    });
  });
}

double EntryBytes(const Model& model, const Entity& entity, const Index& index) {
  if (!HasEntry(entity, index)) return 0;
  const double item = ItemBytes(model, entity);
  if (index.projection.kind == Projection::Kind::kAll) return item;
  std::vector<std::string> projected;
  const auto add = [&](const std::string& name) {
    if (std::ranges::find(projected, name) == projected.end()) projected.push_back(name);
  };
  const Table* table = model.FindTable(entity.table);
  if (table != nullptr) {
    add(table->partition_key.name);
    if (table->sort_key) add(table->sort_key->name);
  }
  for (const KeyAttribute& key : index.partition_key) add(key.name);
  for (const KeyAttribute& key : index.sort_key) add(key.name);
  for (const std::string& name : index.projection.attributes) add(name);
  double bytes = 0;
  for (const std::string& name : projected) bytes += KeyBytes(model, entity, name);
  return std::min(bytes, item);
}

}  // namespace trestle::model
