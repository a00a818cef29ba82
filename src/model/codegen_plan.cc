#include "model/codegen_plan.h"

#include <algorithm>
#include <cctype>
#include <set>

#include "model/key_use.h"
#include "model/query_reach.h"

namespace trestle::model {
namespace {

class Planner {
 public:
  explicit Planner(const Pattern& pattern) : pattern_(pattern) {}

  RequestPlan Run(const Model& model) && {
    for (const KeyTest& test : pattern_.where) AddTest(test);
    const bool loads = !pattern_.load.empty();
    if (pattern_.filter && !loads) plan_.filter = Text(pattern_.filter->condition);
    if (MeetsOthers(model)) AddEntities(model);
    for (const std::string& name : pattern_.project) {
      if (loads) break;
      plan_.projection.append(plan_.projection.empty() ? "" : ", ").append(Path(name));
    }
    if (pattern_.fan_out) plan_.fan_out = pattern_.fan_out->parameter;
    plan_.cells = pattern_.geo.has_value();
    return std::move(plan_);
  }

  RequestPlan Run(const Table& table, const Step& step) && {
    const std::string& key = table.partition_key.name;
    switch (step.requires_) {
      case Step::Requires::kMissing:
        plan_.filter = "attribute_not_exists(" + Name(key) + ")";
        break;
      case Step::Requires::kExists:
        plan_.filter = "attribute_exists(" + Name(key) + ")";
        break;
      case Step::Requires::kCondition:
        plan_.filter = Text(step.condition->condition);
        break;
      case Step::Requires::kNothing:
        if (step.kind == Step::Kind::kCheck) {
          plan_.filter = "attribute_exists(" + Name(key) + ")";
        }
        break;
    }
    return std::move(plan_);
  }

 private:
  // Whether the request reads items of entities that the pattern does not name.
  bool MeetsOthers(const Model& model) const {
    if (pattern_.entities.empty()) return false;
    if (pattern_.kind == PatternKind::kScan) return true;
    if (pattern_.kind != PatternKind::kQuery) return false;
    const KeyView view = KeyOf(model, pattern_);
    return !view.partition.empty() &&
           std::ranges::any_of(model.entities, [&](const Entity& entity) {
             return entity.table == pattern_.table &&
                    std::ranges::find(pattern_.entities, entity.name) == pattern_.entities.end() &&
                    Reaches(model, pattern_, view, entity) != Reach::kNo;
           });
  }

  // An index may not hold the entity attribute.
  void AddEntities(const Model& model) {
    const Table* const table = model.FindTable(pattern_.table);
    if (table == nullptr) return;
    const std::string name = Name(table->entity_attribute);
    std::string values;
    for (const std::string& entity_name : pattern_.entities) {
      const Entity* const entity = model.FindEntity(entity_name);
      if (entity == nullptr) continue;
      const Operand& literal = plan_.literals.emplace_back(Operand{
          .kind = Operand::Kind::kLiteral, .literal = AttributeValue::String(entity->value)});
      values.append(values.empty() ? "" : ", ").append(Value({.operand = &literal}));
    }
    const std::string condition =
        "attribute_not_exists(" + name + ") OR " + name + " IN (" + values + ")";
    plan_.filter =
        plan_.filter.empty() ? condition : "(" + plan_.filter + ") AND (" + condition + ")";
  }

  std::string Name(const std::string& attribute) {
    for (const auto& [placeholder, name] : plan_.names) {
      if (name == attribute) return placeholder;
    }
    plan_.names.emplace_back("#n" + std::to_string(plan_.names.size()), attribute);
    return plan_.names.back().first;
  }
  std::string Path(const std::string& path) {
    std::string out;
    for (std::size_t begin = 0; begin <= path.size();) {
      const std::size_t end = std::min(path.find('.', begin), path.size());
      out.append(out.empty() ? "" : ".").append(Name(path.substr(begin, end - begin)));
      begin = end + 1;
    }
    return out;
  }
  std::string Value(PlannedValue value) {
    value.placeholder = ":v" + std::to_string(plan_.values.size());
    plan_.values.push_back(std::move(value));
    return plan_.values.back().placeholder;
  }

  void AddTest(const KeyTest& test) {
    for (const TemplatePart& part : test.value.parts) {
      const Parameter* parameter = pattern_.FindParameter(part.reference);
      for (const Format& format : part.formats) {
        if (format.kind != Format::Kind::kShard || parameter == nullptr || !parameter->optional ||
            !ShardName(plan_, part).empty()) {
          continue;
        }
        plan_.shards.push_back({.name = "shard" + std::to_string(plan_.shards.size()),
                                .part = &part,
                                .count = format.first});
      }
    }
    static constexpr const char* kSigns[] = {" = ", " < ", " <= ", " > ", " >= "};
    const std::string name = Name(test.attribute);
    const std::string value = Value({.key = &test.value});
    if (!plan_.key_condition.empty()) plan_.key_condition.append(" AND ");
    if (test.kind == KeyTest::Kind::kBeginsWith) {
      plan_.key_condition.append("begins_with(" + name + ", " + value + ")");
    } else if (test.kind == KeyTest::Kind::kBetween) {
      plan_.key_condition.append(name + " BETWEEN " + value + " AND " +
                                 Value({.key = &test.upper}));
    } else {
      plan_.key_condition.append(name + kSigns[static_cast<int>(test.kind)] + value);
    }
  }

  std::string Text(const Operand& operand) {
    if (operand.kind == Operand::Kind::kAttribute) return Path(operand.name);
    if (operand.kind == Operand::Kind::kSize) return "size(" + Path(operand.name) + ")";
    return Value({.operand = &operand});
  }

  std::string Joined(const Condition& condition, const char* word) {
    std::string out;
    for (const Condition& part : condition.conditions) {
      out.append(out.empty() ? "" : word).append("(" + Text(part) + ")");
    }
    return out;
  }

  std::string Text(const Condition& condition) {
    const auto at = [&](std::size_t i) { return Text(condition.operands.at(i)); };
    static constexpr const char* kSigns[] = {" = ", " <> ", " < ", " <= ", " > ", " >= "};
    switch (condition.kind) {
      case Condition::Kind::kAnd:
        return Joined(condition, " AND ");
      case Condition::Kind::kOr:
        return Joined(condition, " OR ");
      case Condition::Kind::kNot:
        return "NOT (" + Text(condition.conditions.at(0)) + ")";
      case Condition::Kind::kExists:
        return "attribute_exists(" + at(0) + ")";
      case Condition::Kind::kMissing:
        return "attribute_not_exists(" + at(0) + ")";
      case Condition::Kind::kContains: {
        const std::string first = at(0);
        return "contains(" + first + ", " + at(1) + ")";
      }
      case Condition::Kind::kBeginsWith: {
        const std::string first = at(0);
        return "begins_with(" + first + ", " + at(1) + ")";
      }
      case Condition::Kind::kBetween: {
        std::string out = at(0) + " BETWEEN ";
        out.append(at(1)).append(" AND ");
        return out.append(at(2));
      }
      case Condition::Kind::kIn: {
        std::string out = at(0) + " IN (";
        for (std::size_t i = 1; i < condition.operands.size(); ++i) {
          out.append(i == 1 ? "" : ", ").append(at(i));
        }
        return out + ")";
      }
      default: {
        std::string out = at(0);
        out.append(kSigns[static_cast<int>(condition.kind)]);
        return out.append(at(1));
      }
    }
  }

  const Pattern& pattern_;
  RequestPlan plan_;
};

}  // namespace

RequestPlan PlanOf(const Model& model, const Pattern& pattern) {
  return Planner(pattern).Run(model);
}

RequestPlan PlanOf(const Table& table, const Step& step) {
  const Pattern none;
  return Planner(none).Run(table, step);
}

std::string ShardName(const RequestPlan& plan, const TemplatePart& part) {
  const auto found = std::ranges::find_if(plan.shards, [&](const PlannedShards& shards) {
    return shards.part->reference == part.reference && shards.part->formats == part.formats;
  });
  return found == plan.shards.end() ? std::string() : found->name;
}

namespace {

template <class Named>
bool Declares(const std::vector<Named>& all, const std::string& name) {
  return std::ranges::any_of(all, [&](const Named& one) { return DeclaredName(one.name) == name; });
}

}  // namespace

std::string FunctionName(const Model& model, const Pattern& pattern) {
  const std::string name = DeclaredName(pattern.name);
  return Declares(model.entities, name) ? name + "Pattern" : name;
}

std::string FunctionName(const Model& model, const Transaction& transaction) {
  const std::string name = DeclaredName(transaction.name);
  return Declares(model.patterns, name) || Declares(model.entities, name) ? name + "Transaction"
                                                                          : name;
}

std::vector<Assignment> FurtherValues(const Entity& entity, const Step& step) {
  std::vector<Assignment> further;
  const bool put = step.kind == Step::Kind::kPut;
  const auto value_of = [](const Default& value) -> StepValue {
    if (const auto* literal = std::get_if<AttributeValue>(&value)) return *literal;
    return std::get<Generated>(value);
  };
  for (const Attribute& attribute : entity.attributes) {
    const std::vector<Assignment>& given = put ? step.values : step.set;
    if (std::ranges::find(given, attribute.name, &Assignment::attribute) != given.end()) continue;
    if (attribute.on_write) {
      further.push_back({.attribute = attribute.name, .value = value_of(*attribute.on_write)});
    } else if (put && attribute.default_value) {
      further.push_back({.attribute = attribute.name, .value = value_of(*attribute.default_value)});
    }
  }
  return further;
}

std::string Identifier(std::string_view name) {
  static const std::set<std::string, std::less<>> kTaken = {
      "class",     "default", "delete",    "new",      "operator", "private",  "public",
      "switch",    "case",    "return",    "for",      "if",       "else",     "while",
      "import",    "export",  "const",     "enum",     "int",      "double",   "float",
      "long",      "short",   "bool",      "char",     "void",     "this",     "true",
      "false",     "try",     "catch",     "throw",    "struct",   "union",    "using",
      "auto",      "static",  "signed",    "unsigned", "template", "typename", "namespace",
      "register",  "do",      "break",     "continue", "goto",     "in",       "of",
      "let",       "var",     "function",  "null",     "typeof",   "with",     "yield",
      "interface", "package", "protected", "extends",  "super",    "and",      "or",
      "not",       "xor",     "explicit",  "friend",   "inline",   "virtual",  "volatile",
      "requires",  "concept", "await",     "async"};
  std::string out;
  for (const char c : name) {
    out.push_back(std::isalnum(static_cast<unsigned char>(c)) != 0 ? c : '_');
  }
  if (out.empty() || std::isdigit(static_cast<unsigned char>(out[0])) != 0) out.insert(0, "_");
  return kTaken.contains(out) ? out + "_" : out;
}

std::string DeclaredName(std::string_view name) {
  static const std::set<std::string, std::less<>> kOfPreludes = {
      "AnyItem",    "Asked",       "AttributeValue", "BatchGetItemCommand",
      "Found",      "Geo",         "GetItemCommand", "BatchWriteItemCommand",
      "Item",       "Number",      "DynamoDBClient", "DeleteItemCommand",
      "Page",       "Result",      "PutItemCommand", "QueryCommandInput",
      "Values",     "allShards",   "QueryCommand",   "ScanCommandInput",
      "asking",     "at",          "ScanCommand",    "TransactWriteItem",
      "beginsWith", "changed",     "contains",       "TransactWriteItemsCommand",
      "days",       "defined",     "descending",     "UpdateItemCommand",
      "detail",     "escaped",     "fixed",          "gathered",
      "loaded",     "wholeOf",     "geohash",        "lower",
      "madeOf",     "marshall",    "months",         "pad",
      "queried",    "rank",        "scanned",        "shard",
      "sizeOf",     "std",         "stored",         "text",
      "timeText",   "transacted",  "trestle",        "ulid",
      "unmarshall", "updateOf",    "upper",          "crypto",
      "Date",       "Math",        "Object",         "String",
      "Set",        "Promise",     "Record",         "Array",
      "Uint8Array", "BigInt",      "RangeError",     "TextEncoder",
      "undefined",  "NonNullable", "Partial",        "Pick",
      "Omit"};
  const std::string identifier = Identifier(name);
  return kOfPreludes.contains(identifier) ? identifier + "_" : identifier;
}

std::vector<std::string> KeyParts(const Table& table, const Entity& entity) {
  std::vector<std::string> parts;
  const auto add = [&](const std::string& name) {
    const std::string top = name.substr(0, name.find('.'));
    if (std::ranges::find(parts, top) == parts.end()) parts.push_back(top);
  };
  const auto add_key = [&](const std::string& key) {
    const EntityKey* of_entity = entity.FindKey(key);
    if (of_entity == nullptr) return add(key);
    for (const TemplatePart& part : of_entity->value.parts) {
      if (!part.reference.empty()) add(part.reference);
    }
  };
  add_key(table.partition_key.name);
  if (table.sort_key) add_key(table.sort_key->name);
  return parts;
}

bool IsNeeded(const Table& table, const Entity& entity, const Attribute& attribute) {
  if (attribute.required) return true;
  const std::vector<std::string> parts = KeyParts(table, entity);
  return std::ranges::find(parts, attribute.name) != parts.end();
}

}  // namespace trestle::model
