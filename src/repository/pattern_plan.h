#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/clock.h"
#include "base/result.h"
#include "model/model.h"
#include "repository/expression_text.h"
#include "value/item_codec.h"

namespace trestle::repository {

// What one query of several sets beside the arguments: a day, a value, a cell.
struct Setting {
  std::string parameter;
  AttributeValue value;
};
// The number that one of several queries has in place of an argument.
struct Shard {
  std::string parameter;
  std::string text;
};
// What keys are made of.
struct KeySource {
  const Item& arguments;
  const Setting* setting = nullptr;            // null: none
  const std::vector<Shard>* shards = nullptr;  // null: none
};

// An access pattern made ready to run: all that does not depend on arguments. Never changes.
class PatternPlan {
 public:
  // `model` outlives the plan. `table_name` is the database's.
  PatternPlan(const model::Model& model, const model::Pattern& pattern, std::string table_name);

  const model::Pattern& pattern() const { return *pattern_; }
  const std::string& table_name() const { return table_name_; }
  // Why the pattern cannot run, if it cannot: a write, or an index that is not there.
  const Status& runnable() const { return runnable_; }

  const std::string& key_condition() const { return key_condition_; }
  const std::optional<ConditionExpression>& filter() const { return filter_; }
  // A part of the filter that the pattern does not have: items of other entities stay out.
  const std::string& filter_text() const { return filter_text_; }
  const std::string& projection() const { return projection_; }  // of queries and scans
  // Attributes that the projection has only because the run looks at them.
  const std::vector<std::string>& borrowed() const { return borrowed_; }
  const NameMap& names() const { return text_.names(); }
  const Item& literals() const { return text_.literals(); }
  // The projection of what reads whole items: gets, batches, and what an index of keys leads to.
  const std::string& item_projection() const { return item_projection_; }
  const NameMap& item_names() const { return item_text_.names(); }

  // The key values of one query, by their placeholders in key_condition.
  Result<Item> KeyValues(const KeySource& source) const;
  // The primary key of one item, for gets.
  Result<Item> PrimaryKey(const KeySource& source) const;
  // Parameters of shard() parts that `arguments` leave out, with the numbers of shards.
  std::vector<std::pair<std::string, int>> OpenShards(const Item& arguments) const;

  // Attributes of a LastEvaluatedKey: of the table, then those of the index.
  const std::vector<std::string>& start_key() const { return start_key_; }
  const std::vector<std::string>& partition_key() const { return partition_key_; }
  const std::vector<std::string>& sort_key() const { return sort_key_; }
  const std::vector<std::string>& primary_key() const { return primary_key_; }

  // The entity that an item is; it stays out where it is one that the pattern does not return.
  struct Kind {
    bool stays_out = false;
    const model::Entity* entity = nullptr;
  };
  Kind KindOf(EncodedItemView item) const {
    if (entities_.empty()) return {};
    const auto attribute = item.Find(table_->entity_attribute);
    const auto value = attribute ? attribute->Scalar() : std::nullopt;
    if (!value) return {.entity = only_entity()};
    for (const model::Entity* entity : entities_) {
      if (entity->value == *value) return {.entity = entity};
    }
    return {.stays_out = true};
  }
  const std::vector<const model::Entity*>& entities() const { return entities_; }
  // The one that all items are; null where there are several, or it cannot be told.
  const model::Entity* only_entity() const {
    return entities_.size() == 1 ? entities_[0] : nullptr;
  }

 private:
  struct Test {
    const model::KeyTest* test = nullptr;
    model::KeyType type = model::KeyType::kString;
    std::string placeholder;
    std::string upper_placeholder;
  };

  Status CheckBounds(const struct Test& planned, const Item& values) const;
  void PlanKeys(const model::Index* index);
  void PlanTests();
  void PlanShards(const model::Template& value);
  void PlanFilter(const model::Index* index);
  void PlanProjection();
  bool NeedsKeys() const;
  bool ReadsWholeItems() const;
  Status Write(const model::Template& value, model::KeyType type, const KeySource& source,
               AttributeValue& out) const;
  Result<std::string> TextOf(const model::TemplatePart& part, const KeySource& source) const;
  static const AttributeValue* Referred(const model::TemplatePart& part, const KeySource& source);

  const model::Pattern* pattern_;
  const model::Table* table_;
  std::string table_name_;
  Status runnable_;
  std::vector<const model::Entity*> entities_;
  std::vector<std::string> partition_key_, sort_key_, primary_key_, start_key_;
  std::vector<model::KeyAttribute> key_types_;
  std::vector<Test> tests_;
  std::vector<std::pair<std::string, int>> shards_;  // parameters of shard() parts
  ExpressionText text_;
  ExpressionText item_text_;
  std::string key_condition_;
  std::optional<ConditionExpression> filter_;
  std::string filter_text_;
  std::string projection_;
  std::string item_projection_;
  std::vector<std::string> borrowed_;
};

}  // namespace trestle::repository
