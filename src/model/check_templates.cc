#include <algorithm>
#include <array>
#include <string>

#include "model/check_report.h"
#include "model/key_use.h"
#include "model/template_match.h"
#include "model/text_form.h"

// Rules about the templates of entities.
namespace trestle::model {
namespace {

using Kind = Format::Kind;

Place PlaceOf(const EntityKey& key) {
  return key.value.place.line == 0 ? key.place : key.value.place;
}

std::string KeyName(const Entity& entity, const EntityKey& key) {
  return key.attribute + " of " + entity.name;
}

bool IsSortKey(const Table& table, std::string_view attribute) {
  return std::ranges::any_of(KeysOf(table),
                             [&](const KeyView& view) { return view.IsSort(attribute); });
}

// Calls `visit(entity, key, table)` for every template of a key.
template <class Visit>
void ForEachKey(const Model& model, Visit visit) {
  for (const Entity& entity : model.entities) {
    const Table* table = TableOf(model, entity);
    if (table == nullptr) continue;
    for (const EntityKey& key : entity.keys) visit(entity, key, *table);
  }
}

// One value alone keeps its own type in the key.
bool IsNative(const Template& text) {
  return text.parts.size() == 1 && !text.parts.front().reference.empty() &&
         text.parts.front().formats.empty();
}

void NumberSortsAsText(const Model& model, Report& report) {
  ForEachKey(model, [&](const Entity& entity, const EntityKey& key, const Table& table) {
    if (IsNative(key.value) || !IsSortKey(table, key.attribute)) return;
    for (const TemplatePart& part : key.value.parts) {
      if (part.reference.empty()) continue;
      const std::optional<Shape> shape = ShapeOf(model, entity, part.reference);
      if (!shape || !IsNumeric(shape->type) || SortsAsNumber(*shape, part.formats)) continue;
      report.Add(About(entity), PlaceOf(key),
                 KeyName(entity, key) + " writes the number " + part.reference +
                     " as it is, and as text 1000 comes before 150 and 10.0 before 9.2");
    }
  });
}

bool IsIdentifier(const std::optional<Shape>& shape, std::string_view name) {
  if (!shape) return false;
  if (shape->type == Type::kUuid) return true;
  return shape->type == Type::kString &&
         (name.ends_with("Id") || name.ends_with("ID") || name.ends_with("_id") || name == "id");
}

void DelimiterInValue(const Model& model, Report& report) {
  ForEachKey(model, [&](const Entity& entity, const EntityKey& key, const Table&) {
    const std::vector<TemplatePart>& parts = key.value.parts;
    for (std::size_t i = 0; i + 1 < parts.size(); ++i) {
      if (parts[i].reference.empty()) continue;
      const bool more =
          std::any_of(parts.begin() + static_cast<std::ptrdiff_t>(i) + 1, parts.end(),
                      [](const TemplatePart& part) { return !part.reference.empty(); });
      if (!more) return;
      const std::optional<Shape> known = ShapeOf(model, entity, parts[i].reference);
      const Shape shape = known.value_or(Shape{});
      // Identifiers are made by programs, without delimiters.
      const bool made = IsIdentifier(known, parts[i].reference) && shape.pattern.empty();
      if (made || HasFixedWidth(shape, parts[i].formats)) continue;
      const std::string& next = parts[i + 1].literal;
      if (!parts[i + 1].reference.empty()) {
        report.Add(About(entity), PlaceOf(key),
                   KeyName(entity, key) + " puts " + parts[i + 1].reference + " right behind " +
                       parts[i].reference + ", so that nobody can tell where one ends");
      } else if (!next.empty() && CharactersOf(shape, parts[i].formats)
                                      .test(static_cast<unsigned char>(next.front()))) {
        report.Add(About(entity), PlaceOf(key),
                   "the value of " + parts[i].reference + " may hold the '" + next.substr(0, 1) +
                       "' that ends it in " + KeyName(entity, key));
      }
    }
  });
}

// What shows that an attribute changes; empty if nothing does.
std::string HowItChanges(const Model& model, const Entity& entity, std::string_view name) {
  const Attribute* attribute = entity.FindAttribute(name);
  if (attribute != nullptr && attribute->on_write) return "every write changes it";
  if (entity.version == name) return "every write counts it up";
  for (const Transaction& transaction : model.transactions) {
    for (const Step& step : transaction.steps) {
      if (step.kind != Step::Kind::kUpdate || step.entity != entity.name) continue;
      const auto names = [&](const std::vector<Assignment>& all) {
        return std::ranges::find(all, name, &Assignment::attribute) != all.end();
      };
      if (names(step.set) || names(step.add) ||
          std::ranges::find(step.remove, name) != step.remove.end()) {
        return "transaction " + transaction.name + " changes it";
      }
    }
  }
  return {};
}

void MutableKey(const Model& model, Report& report) {
  ForEachKey(model, [&](const Entity& entity, const EntityKey& key, const Table& table) {
    if (!KeyOf(table).Has(key.attribute)) return;
    for (const TemplatePart& part : key.value.parts) {
      if (part.reference.empty()) continue;
      const std::string how = HowItChanges(model, entity, FirstName(part.reference));
      if (how.empty()) continue;
      report.Add(About(entity), PlaceOf(key),
                 "an item's primary key cannot change, but " + KeyName(entity, key) +
                     " is made of " + part.reference + ", and " + how);
    }
  });
}

bool KeysCanCollide(const Model& model, const Table& table, const Entity& a, const Entity& b) {
  const KeyView view = KeyOf(table);
  std::vector<const KeyAttribute*> attributes = view.partition;
  attributes.insert(attributes.end(), view.sort.begin(), view.sort.end());
  return std::ranges::all_of(attributes, [&](const KeyAttribute* attribute) {
    return CanCollide(model, a, KeyTemplate(a, attribute->name), b,
                      KeyTemplate(b, attribute->name));
  });
}

void CollidingKeys(const Model& model, Report& report) {
  for (std::size_t i = 0; i < model.entities.size(); ++i) {
    const Entity& entity = model.entities[i];
    const Table* table = TableOf(model, entity);
    if (table == nullptr) continue;
    for (std::size_t j = 0; j < i; ++j) {
      const Entity& other = model.entities[j];
      if (other.table != entity.table || !KeysCanCollide(model, *table, other, entity)) continue;
      report.Add(About(entity), {},
                 "a " + entity.name + " and a " + other.name +
                     " can have the same primary key, and the later write replaces the earlier");
    }
  }
}

// The prefix of a template and the attribute behind it, where it has both.
const TemplatePart* BehindPrefix(const Template& text) {
  const bool both = text.parts.size() > 1 && !text.parts[0].literal.empty() &&
                    text.parts[0].reference.empty() && !text.parts[1].reference.empty();
  return both ? &text.parts[1] : nullptr;
}

void PrefixWithTwoMeanings(const Model& model, Report& report) {
  for (std::size_t i = 0; i < model.entities.size(); ++i) {
    const Entity& entity = model.entities[i];
    const Table* table = TableOf(model, entity);
    if (table == nullptr) continue;
    const Template own = KeyTemplate(entity, table->partition_key.name);
    const TemplatePart* part = BehindPrefix(own);
    for (std::size_t j = 0; part != nullptr && j < i; ++j) {
      const Entity& other = model.entities[j];
      if (other.table != entity.table) continue;
      const Template others = KeyTemplate(other, table->partition_key.name);
      const TemplatePart* other_part = BehindPrefix(others);
      if (other_part == nullptr || others.parts[0].literal != own.parts[0].literal) continue;
      const std::optional<Shape> shape = ShapeOf(model, entity, part->reference);
      const std::optional<Shape> other_shape = ShapeOf(model, other, other_part->reference);
      if (!shape || !other_shape || Meaning(shape->type) == Meaning(other_shape->type)) continue;
      report.Add(About(entity), own.place,
                 own.parts[0].literal + " is followed by " + part->reference + " in " +
                     entity.name + " and by " + other_part->reference + " in " + other.name +
                     ", so their items do not lie together");
      break;
    }
  }
}

void TimeBehindIdentifier(const Model& model, Report& report) {
  ForEachKey(model, [&](const Entity& entity, const EntityKey& key, const Table& table) {
    if (!IsSortKey(table, key.attribute)) return;
    const TemplatePart* identifier = nullptr;
    for (const TemplatePart& part : key.value.parts) {
      if (part.reference.empty()) continue;
      const std::optional<Shape> shape = ShapeOf(model, entity, part.reference);
      if (identifier == nullptr && IsIdentifier(shape, part.reference)) {
        identifier = &part;
      } else if (identifier != nullptr && shape && Meaning(shape->type) == Type::kDate) {
        report.Add(About(entity), PlaceOf(key),
                   KeyName(entity, key) + " sorts by " + identifier->reference +
                       ": each is there once, so " + part.reference + " behind it sorts nothing");
        return;
      }
    }
  });
}

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

// The attributes without which an entity has no such key, and which it may lack.
std::vector<std::string> OptionalParts(const Model& model, const Entity& entity,
                                       const EntityKey& key) {
  std::vector<std::string> names;
  for (const TemplatePart& part : key.value.parts) {
    const std::string_view name = FirstName(part.reference);
    if (name.empty() || !IsOptional(model, entity, name) ||
        std::ranges::find(names, name) != names.end()) {
      continue;
    }
    names.emplace_back(name);
  }
  return names;
}

void SilentlySparse(const Model& model, Report& report) {
  for (const Entity& entity : model.entities) {
    const Table* table = TableOf(model, entity);
    if (table == nullptr) continue;
    std::string lacking;
    Place place;
    for (const EntityKey& key : entity.keys) {
      if (key.when || KeyOf(*table).Has(key.attribute)) continue;
      for (const std::string& name : OptionalParts(model, entity, key)) {
        if (place.line == 0) place = PlaceOf(key);
        lacking +=
            (lacking.empty() ? "" : "; ") + ("without " + name + " there is no ") + key.attribute;
      }
    }
    if (lacking.empty()) continue;
    report.Add(About(entity), place,
               "a " + entity.name + " may be missing from an index: " + lacking);
  }
}

void HalfIndexKey(const Model& model, Report& report) {
  for (const Entity& entity : model.entities) {
    const Table* table = TableOf(model, entity);
    if (table == nullptr) continue;
    for (const Index& index : table->indexes) {
      const KeyView view = KeyOf(*table, index);
      std::vector<const KeyAttribute*> attributes = view.partition;
      attributes.insert(attributes.end(), view.sort.begin(), view.sort.end());
      const auto own = std::ranges::find_if(attributes, [&](const KeyAttribute* key) {
        return !KeyOf(*table).Has(key->name) && entity.FindKey(key->name) != nullptr;
      });
      const auto missing = std::ranges::find_if(attributes, [&](const KeyAttribute* key) {
        return KeyTemplate(entity, key->name).parts.empty();
      });
      if (own == attributes.end() || missing == attributes.end()) continue;
      report.Add(About(entity), entity.FindKey((*own)->name)->place,
                 entity.name + " has " + (*own)->name + " but no " + (*missing)->name +
                     ", so it never is in " + index.name);
    }
  }
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

constexpr std::array kRules = {
    Rule{.id = "number-sorts-as-text",
         .severity = Severity::kWarning,
         .summary = "A number in the template of a sort key is ordered as text.",
         .instead = "give it a width: {Price:pad(8)} or {Rating:fixed(2, 1)}; or make the number "
                    "itself the key",
         .check = NumberSortsAsText},
    Rule{.id = "delimiter-in-value",
         .severity = Severity::kWarning,
         .summary = "A value may hold the character that ends it in a template.",
         .instead = "write {Name:escape}, or give the attribute a pattern without that character",
         .check = DelimiterInValue},
    Rule{.id = "mutable-key",
         .severity = Severity::kError,
         .summary = "The primary key is made of an attribute that changes.",
         .instead = "use an attribute that never changes, and an index for the one that does",
         .check = MutableKey},
    Rule{.id = "colliding-keys",
         .severity = Severity::kError,
         .summary = "Two entities of a table can have the same primary key.",
         .instead = "give each entity a prefix of its own in the partition or sort key",
         .check = CollidingKeys},
    Rule{.id = "prefix-with-two-meanings",
         .severity = Severity::kWarning,
         .summary = "The same prefix of a partition key is followed by different things.",
         .instead = "use one prefix for each kind of value, such as DAY# and EVENT#",
         .check = PrefixWithTwoMeanings},
    Rule{.id = "time-behind-identifier",
         .severity = Severity::kWarning,
         .summary = "A time behind an identifier in a sort key sorts nothing.",
         .instead = "put the time before the identifier",
         .check = TimeBehindIdentifier},
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
    Rule{.id = "silently-sparse",
         .severity = Severity::kInfo,
         .summary = "Items without an optional attribute are missing from an index.",
         .instead = "make the attribute required, give it a default, or say so with "
                    "when = \"exists(Name)\"",
         .check = SilentlySparse},
    Rule{.id = "half-index-key",
         .severity = Severity::kWarning,
         .summary = "An entity has one key of an index but not the other.",
         .instead = "add the missing key's template, or take the other out",
         .check = HalfIndexKey},
    Rule{.id = "key-of-another-type",
         .severity = Severity::kError,
         .summary = "A key's value is not of the key's type.",
         .instead = "change the key's type, or write the value with a format or a prefix",
         .check = KeyOfAnotherType},
};

}  // namespace

std::span<const Rule> TemplateRules() { return kRules; }

}  // namespace trestle::model
