#include "model/entity_diff.h"

#include <algorithm>
#include <set>
#include <string>
#include <utility>

namespace trestle::model {
namespace {

constexpr const char* kRepair = "`trestle model verify --repair` writes stored items anew; ";
constexpr const char* kRefusedLater =
    "stored items that are otherwise are refused when they are "
    "next written";

std::string WhenText(const std::optional<ConditionText>& when) {
  return when ? " when " + when->text : std::string();
}

std::string KeyWords(const EntityKey& key) { return key.value.text + WhenText(key.when); }

// The rank of a value is part of the key; others among the values have another rank.
bool RanksDiffer(const EntityKey& key, const Entity& before, const Entity& after) {
  return std::ranges::any_of(key.value.parts, [&](const TemplatePart& part) {
    const bool ranked = std::ranges::any_of(
        part.formats, [](const Format& format) { return format.kind == Format::Kind::kRank; });
    const Attribute* const old = before.FindAttribute(part.reference);
    const Attribute* const now = after.FindAttribute(part.reference);
    if (!ranked || old == nullptr || now == nullptr) return false;
    const auto& was = old->shape.values;
    return was.size() > now->shape.values.size() ||
           !std::equal(was.begin(), was.end(), now->shape.values.begin());
  });
}

bool HasKey(const Index& index, const std::string& attribute) {
  const auto named = [&](const KeyAttribute& key) { return key.name == attribute; };
  return std::ranges::any_of(index.partition_key, named) ||
         std::ranges::any_of(index.sort_key, named);
}

std::string TtlText(const std::vector<TtlRule>& rules) {
  std::string text;
  for (const TtlRule& rule : rules) {
    text += std::to_string(rule.after.count()) + "s after " + rule.of + WhenText(rule.when) + "; ";
  }
  return text;
}

class EntityDiff {
 public:
  EntityDiff(const ComparedModels& models, const Entity& before, const Entity& after,
             std::vector<DesignChange>& changes)
      : models_(models),
        before_(before),
        after_(after),
        table_(*models.after.FindTable(after.table)),
        changes_(changes) {}

  void Run() {
    if (before_.table != after_.table) {
      AddMove("moves from table " + before_.table + " to " + after_.table);
      return;
    }
    if (before_.value != after_.value) {
      AddBreak(
          table_.entity_attribute + " is '" + after_.value + "' instead of '" + before_.value + "'",
          "stored items are of no entity until they are written with the new value");
      changes_.back().cost = models_.costs.OfRewriting(after_, {});
    }
    CompareKeys();
    CompareAttributes();
    CompareUnique();
    CompareVersion();
    if (TtlText(before_.ttl) != TtlText(after_.ttl)) {
      AddRewriting(after_.ttl.empty() ? "no longer expires" : "expires by another rule",
                   "stored items keep the time that they have until then");
    }
    if (after_.strict && !before_.strict) {
      AddBreak("allows no attributes but those that it declares",
               "stored items with others are refused when they are next written");
    }
  }

 private:
  DesignChange& Add(std::string what) {
    return changes_.emplace_back(DesignChange{.subject = "entity " + after_.name,
                                              .what = std::move(what),
                                              .consequence = {},
                                              .cost = {}});
  }
  void AddBreak(std::string what, std::string consequence) {
    DesignChange& change = Add(std::move(what));
    change.breaks = true;
    change.consequence = std::move(consequence);
  }
  void AddRewriting(std::string what, const std::string& until_then) {
    DesignChange& change = Add(std::move(what));
    change.consequence = kRepair + until_then;
    change.cost = models_.costs.OfRewriting(after_, {});
  }
  void AddMove(std::string what) {
    AddBreak(std::move(what),
             "stored items stay where they are and are not found there: `trestle model migrate` "
             "moves them");
    changes_.back().cost = models_.costs.OfMoving(after_);
  }

  bool IsPrimary(const std::string& attribute) const {
    return attribute == table_.partition_key.name ||
           (table_.sort_key && attribute == table_.sort_key->name);
  }

  void CompareKeys() {
    std::set<std::string> names;
    for (const Entity* entity : {&before_, &after_}) {
      for (const EntityKey& key : entity->keys) names.insert(key.attribute);
    }
    std::string primary, others;
    std::vector<std::string> moved;
    for (const std::string& name : names) {
      const std::string what = KeyChange(name);
      if (what.empty()) continue;
      std::string& text = IsPrimary(name) ? primary : others;
      text.append(text.empty() ? "" : ", ").append(what);
      for (const Index& index : table_.indexes) {
        if (HasKey(index, name)) moved.push_back(index.name);
      }
    }
    if (!primary.empty()) AddMove(primary);
    if (others.empty()) return;
    DesignChange& change = Add(others);
    change.cost = models_.costs.OfRewriting(after_, moved);
    const std::string patterns = PatternsThrough(moved);
    change.breaks = !patterns.empty();
    change.consequence = kRepair + (patterns.empty() ? "until then they have their old keys"
                                                     : "until then " + patterns +
                                                           " may miss them or show them wrongly");
  }

  // Nothing if the key is made as it was.
  std::string KeyChange(const std::string& name) const {
    const EntityKey* const was = before_.FindKey(name);
    const EntityKey* const is = after_.FindKey(name);
    if (was == nullptr) return name + " becomes " + KeyWords(*is);
    if (is == nullptr) return name + " is made no longer";
    if (KeyWords(*was) != KeyWords(*is)) {
      return name + " becomes " + KeyWords(*is) + " instead of " + KeyWords(*was);
    }
    return RanksDiffer(*is, before_, after_) ? name + " has other ranks" : std::string();
  }

  // Patterns over this entity that read one of the indexes.
  std::string PatternsThrough(const std::vector<std::string>& indexes) const {
    std::string names;
    for (const Pattern& pattern : models_.after.patterns) {
      const bool of_entity =
          std::ranges::find(pattern.entities, after_.name) != pattern.entities.end();
      const bool through = std::ranges::find(indexes, pattern.index) != indexes.end();
      if (of_entity && through) names.append(names.empty() ? "" : ", ").append(pattern.name);
    }
    return names;
  }

  void CompareAttributes() {
    for (const Attribute& attribute : after_.attributes) {
      const Attribute* const was = before_.FindAttribute(attribute.name);
      if (was == nullptr) {
        AddAttribute(attribute);
      } else {
        CompareAttribute(*was, attribute);
      }
    }
    for (const Attribute& attribute : before_.attributes) {
      if (after_.FindAttribute(attribute.name) != nullptr) continue;
      AddBreak("has no attribute " + attribute.name + " any more",
               after_.strict ? "items that have it are refused when they are next written"
                             : "stored values stay, but REST and generated code do not know them");
    }
  }

  void AddAttribute(const Attribute& attribute) {
    const std::string what = "has a new attribute " + attribute.name;
    if (attribute.computed || (attribute.required && attribute.default_value)) {
      AddRewriting(what, "stored items lack it until then");
    } else if (attribute.required) {
      AddBreak(what + ", which is required",
               "writers must give it; stored items lack it and are refused when they are next "
               "written");
    } else {
      Add(what);
    }
  }

  void CompareAttribute(const Attribute& before, const Attribute& after) {
    const ShapeChange shape = CompareShapes(before.shape, after.shape);
    for (const std::string& rule : shape.stricter) {
      AddBreak(after.name + " " + rule, kRefusedLater);
    }
    if (shape.stricter.empty() && shape.other) Add(after.name + " allows more");
    if (after.required && !before.required && !after.default_value) {
      AddBreak(after.name + " is required",
               "writers must give it; stored items without it are refused when they are next "
               "written");
    }
    if (before.required && !after.required) Add(after.name + " is no longer required");
    if (after.immutable && !before.immutable) {
      AddBreak(after.name + " is immutable", "updates that change it are refused");
    }
    if (before.immutable && !after.immutable) Add(after.name + " may be changed");
    if (after.hidden && !before.hidden) {
      AddBreak(after.name + " is hidden", "REST does not show it any more");
    }
    if (before.hidden && !after.hidden) Add(after.name + " is shown by REST");
    if (before.default_value != after.default_value) {
      Add(after.name + (after.default_value ? " has another default" : " has no default any more"));
    }
    const std::string since = after.since ? after.since->text : "";
    if (since != (before.since ? before.since->text : "")) {
      AddRewriting(after.name + (since.empty() ? " tells no longer when something became true"
                                               : " tells when it became true: " + since),
                   "stored items keep their values until then");
    }
    const std::string computed = after.computed ? after.computed->text : "";
    if (computed != (before.computed ? before.computed->text : "")) {
      AddRewriting(after.name + (computed.empty() ? " is computed no longer"
                                                  : " is computed as " + computed),
                   "stored items keep their values until then");
    }
  }

  void CompareUnique() {
    const auto missing_in = [](const Entity& entity, const std::vector<std::string>& names) {
      std::vector<std::string> missing;
      for (const std::string& name : names) {
        if (std::ranges::find(entity.unique, name) == entity.unique.end()) missing.push_back(name);
      }
      return missing;
    };
    for (const std::string& name : missing_in(before_, after_.unique)) {
      AddBreak(name + " must be unique",
               "stored values get their guards by `trestle model verify --repair`; where two items "
               "have one value, one of them is refused when it is next written");
      changes_.back().cost = models_.costs.OfGuards(after_, 1);
    }
    for (const std::string& name : missing_in(after_, before_.unique)) {
      DesignChange& change = Add(name + " need not be unique any more");
      change.consequence = "`trestle model verify --repair` deletes its guards";
      change.cost = models_.costs.OfGuards(after_, 1);
    }
  }

  void CompareVersion() {
    if (before_.version == after_.version) return;
    if (after_.version.empty()) {
      AddBreak("has no version any more",
               "If-Match and conditions on " + before_.version + " protect nothing any more");
      return;
    }
    if (before_.version.empty()) {
      AddRewriting("has a version, " + after_.version, "stored items have none until then");
      return;
    }
    AddBreak("has its version in " + after_.version + " instead of " + before_.version,
             "conditions on " + before_.version + " fail or protect nothing");
    changes_.back().cost = models_.costs.OfRewriting(after_, {});
  }

  const ComparedModels& models_;
  const Entity& before_;
  const Entity& after_;
  const Table& table_;
  std::vector<DesignChange>& changes_;
};

}  // namespace

void CompareEntity(const ComparedModels& models, const Entity& before, const Entity& after,
                   std::vector<DesignChange>& changes) {
  EntityDiff(models, before, after, changes).Run();
}

}  // namespace trestle::model
