#include <algorithm>
#include <array>
#include <string>

#include "model/check_report.h"
#include "model/key_use.h"
#include "model/text_form.h"

// Rules about the formats of templates and the types of keys.
namespace trestle::model {
namespace {

using Kind = Format::Kind;

bool Suits(Kind format, Type type) {
  switch (format) {
    case Kind::kPad:
    case Kind::kFixed:
    case Kind::kDescending:
      return IsNumeric(type) || type == Type::kTimestamp;
    case Kind::kDate:
    case Kind::kMonth:
    case Kind::kYear:
    case Kind::kHour:
      return type == Type::kTimestamp || type == Type::kDate;
    case Kind::kRank:
      return type == Type::kEnum;
    case Kind::kGeohash:
      return type == Type::kGeo;
    default:
      return true;
  }
}

std::string_view FormatName(Kind kind) {
  constexpr std::array<std::string_view, 13> kNames = {
      "pad",   "fixed", "descending", "date", "month",   "year", "hour",
      "lower", "upper", "escape",     "rank", "geohash", "shard"};
  return kNames[static_cast<std::size_t>(kind)];
}

// Templates of keys and of computed attributes.
template <class Visit>
void ForEachTemplate(const Model& model, Visit visit) {
  for (const Entity& entity : model.entities) {
    for (const EntityKey& key : entity.keys) visit(entity, key.attribute, key.value);
    for (const Attribute& attribute : entity.attributes) {
      if (attribute.computed) visit(entity, attribute.name, *attribute.computed);
    }
  }
}

void FormatOfAnotherType(const Model& model, Report& report) {
  ForEachTemplate(model, [&](const Entity& entity, const std::string& name, const Template& text) {
    for (const TemplatePart& part : text.parts) {
      if (part.reference.empty() || part.formats.empty()) continue;
      const std::optional<Shape> shape = ShapeOf(model, entity, part.reference);
      const Kind kind = part.formats.front().kind;
      if (!shape || shape->type == Type::kAny || Suits(kind, shape->type)) continue;
      report.Add(About(entity), text.place,
                 name + " of " + entity.name + " formats " + part.reference + " with " +
                     std::string(FormatName(kind)) + ", which its type does not allow");
    }
  });
}

int WholeDigits(const Number& number) {
  return number.IsZero() ? 1 : std::max(number.Magnitude(), 0) + 1;
}

void CheckRoom(const Entity& entity, const Template& text, const TemplatePart& part,
               const Shape& shape, Report& report) {
  for (const Format& format : part.formats) {
    const bool digits = format.kind == Kind::kPad || format.kind == Kind::kFixed ||
                        format.kind == Kind::kDescending;
    if (!digits || !IsNumeric(shape.type)) continue;
    const std::string written =
        std::string(FormatName(format.kind)) + "(" + std::to_string(format.first) + ")";
    if (shape.max && WholeDigits(*shape.max) > format.first) {
      report.Add(About(entity), text.place,
                 part.reference + " goes up to " + shape.max->ToString() + ", and " + written +
                     " has room for " + std::to_string(format.first) + " digits");
    } else if (shape.min && shape.min->IsNegative()) {
      report.Add(About(entity), text.place,
                 part.reference + " may be negative, which " + written + " refuses");
    } else if (format.kind == Kind::kFixed && shape.decimals && *shape.decimals > format.second) {
      report.Add(About(entity), text.place,
                 part.reference + " has " + std::to_string(*shape.decimals) +
                     " decimals, and the format keeps " + std::to_string(format.second));
    } else if (format.kind == Kind::kPad && shape.type == Type::kDecimal && shape.decimals != 0) {
      report.Add(About(entity), text.place,
                 part.reference + " has decimals, which " + written + " refuses");
    }
  }
}

void FormatTooSmall(const Model& model, Report& report) {
  ForEachTemplate(model, [&](const Entity& entity, const std::string&, const Template& text) {
    for (const TemplatePart& part : text.parts) {
      if (part.reference.empty()) continue;
      const std::optional<Shape> shape = ShapeOf(model, entity, part.reference);
      if (shape) CheckRoom(entity, text, part, *shape, report);
    }
  });
}

std::optional<KeyType> TypeInKey(const Shape& shape) {
  switch (shape.type) {
    case Type::kNumber:
    case Type::kInteger:
    case Type::kDecimal:
      return KeyType::kNumber;
    case Type::kBinary:
      return KeyType::kBinary;
    case Type::kTimestamp:
      return shape.stored == Stored::kText ? KeyType::kString : KeyType::kNumber;
    case Type::kString:
    case Type::kDate:
    case Type::kUuid:
    case Type::kUlid:
    case Type::kEnum:
      return KeyType::kString;
    default:
      return std::nullopt;
  }
}

std::string_view TypeName(KeyType type) {
  if (type == KeyType::kNumber) return "a number";
  return type == KeyType::kBinary ? "binary" : "a string";
}

void KeyOfAnotherType(const Model& model, Report& report) {
  for (const Entity& entity : model.entities) {
    const Table* table = TableOf(model, entity);
    if (table == nullptr) continue;
    std::vector<std::string_view> done;
    for (const KeyView& view : KeysOf(*table)) {
      std::vector<const KeyAttribute*> attributes = view.partition;
      attributes.insert(attributes.end(), view.sort.begin(), view.sort.end());
      for (const KeyAttribute* key : attributes) {
        const Template text = KeyTemplate(entity, key->name);
        if (text.parts.empty() || std::ranges::find(done, key->name) != done.end()) continue;
        done.push_back(key->name);
        std::optional<KeyType> type = KeyType::kString;
        if (IsNative(text)) {
          const std::optional<Shape> shape = ShapeOf(model, entity, text.parts[0].reference);
          if (!shape || shape->type == Type::kAny) continue;
          type = TypeInKey(*shape);
        }
        if (type == key->type) continue;
        report.Add(About(entity), text.place,
                   "the key " + key->name + " is " + std::string(TypeName(key->type)) + ", but " +
                       entity.name + " gives it " +
                       (type ? std::string(TypeName(*type)) : "a value that cannot be a key"));
      }
    }
  }
}

constexpr std::array kFormatsRules = {
    Rule{.id = "format-of-another-type",
         .severity = Severity::kError,
         .summary = "A template's format does not suit the attribute's type.",
         .instead = "pad, fixed and descending take numbers, rank an enum, geohash a geo point, "
                    "date, month, year and hour a timestamp or date",
         .check = FormatOfAnotherType},
    Rule{.id = "format-too-small",
         .severity = Severity::kError,
         .summary = "A format has no room for values that the attribute allows.",
         .instead = "widen the format, or narrow min and max",
         .check = FormatTooSmall},
    Rule{.id = "key-of-another-type",
         .severity = Severity::kError,
         .summary = "A key's value is not of the key's type.",
         .instead = "change the key's type, or write the value with a format or a prefix",
         .check = KeyOfAnotherType},
};

}  // namespace

std::span<const Rule> FormatRules() { return kFormatsRules; }

}  // namespace trestle::model
