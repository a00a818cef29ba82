#include "binding/verify.h"

#include <algorithm>
#include <optional>
#include <utility>
#include <vector>

#include "binding/messages.h"
#include "model/kept_item.h"

namespace trestle {
namespace {

using model::KeptEntity;
using model::KeptTable;
using model::UniqueGuard;

std::string Shown(const AttributeValue* value) {
  if (value == nullptr) return "absent";
  if (const auto* text = value->As<std::string>()) return "'" + *text + "'";
  if (const auto* number = value->As<Number>()) return number->ToString();
  return "of type " + std::string(WireName(value->type()));
}

// SET and REMOVE of what differs, and the condition that it is still as it was read.
class RepairOf {
 public:
  RepairOf(const Item& before, const Item& after) {
    for (const auto& attribute : after) {
      const AttributeValue* const old = before.Find(attribute.name);
      if (old != nullptr && *old == attribute.value) continue;
      Differs(attribute.name, old, &attribute.value);
    }
    for (const auto& attribute : before) {
      if (!after.Contains(attribute.name)) Differs(attribute.name, &attribute.value, nullptr);
    }
  }

  bool empty() const { return whats_.empty(); }
  std::string Text() const {
    std::string text;
    for (const std::string& what : whats_) text.append(text.empty() ? "" : "; ").append(what);
    return text;
  }
  // `before` and `after` are those of the constructor. Attributes that keys are made of may not
  // have changed either.
  UpdateItemRequest Request(const KeptTable& table, const KeptEntity& entity, const Item& key,
                            const Item& before) {
    for (const model::EntityKey& one : entity.entity().keys) {
      for (const model::TemplatePart& part : one.value.parts) {
        if (part.reference.empty()) continue;
        const std::string name = part.reference.substr(0, part.reference.find('.'));
        if (!key.Contains(name)) Require(name, before.Find(name));
      }
    }
    const std::string partition = table.table().partition_key.name;
    conditions_.append(conditions_.empty() ? "" : " AND ")
        .append("attribute_exists(" + NameOf(partition) + ")");
    UpdateItemRequest request{.table_name = table.table().name, .key = key};
    request.update_expression =
        (sets_.empty() ? "" : "SET " + sets_) + (removes_.empty() ? "" : " REMOVE " + removes_);
    request.condition.expression = conditions_;
    request.substitutions.names = names_;
    if (!values_.empty()) request.substitutions.values = values_;
    return request;
  }

 private:
  std::string NameOf(const std::string& attribute) {
    for (const auto& [placeholder, name] : names_) {
      if (name == attribute) return placeholder;
    }
    std::string placeholder = "#n" + std::to_string(names_.size());
    names_.emplace(placeholder, attribute);
    return placeholder;
  }
  std::string ValueOf(const AttributeValue& value) {
    std::string placeholder = ":v" + std::to_string(values_.size());
    values_.Set(placeholder, value);
    return placeholder;
  }
  void Require(const std::string& attribute, const AttributeValue* value) {
    if (std::find(required_.begin(), required_.end(), attribute) != required_.end()) return;
    required_.push_back(attribute);
    const std::string name = NameOf(attribute);
    conditions_.append(conditions_.empty() ? "" : " AND ");
    conditions_.append(value == nullptr ? "attribute_not_exists(" + name + ")"
                                        : name + " = " + ValueOf(*value));
  }
  void Differs(const std::string& attribute, const AttributeValue* old,
               const AttributeValue* wanted) {
    whats_.push_back(attribute + " is " + Shown(old) + " and must be " + Shown(wanted));
    const std::string name = NameOf(attribute);
    if (wanted == nullptr) {
      removes_.append(removes_.empty() ? "" : ", ").append(name);
    } else {
      sets_.append(sets_.empty() ? "" : ", ").append(name + " = " + ValueOf(*wanted));
    }
    Require(attribute, old);
  }

  std::vector<std::string> whats_;
  std::vector<std::string> required_;
  std::string sets_, removes_, conditions_;
  NameMap names_;
  Item values_;
};

// One walk over one table.
class Walk {
 public:
  Walk(const KeptTable& table, Database& database, const Clock& clock, const VerifyOptions& options,
       VerifyTotals& totals)
      : table_(table), database_(database), clock_(clock), options_(options), totals_(totals) {}

  Status Run() {
    const std::string& name = table_.table().name;
    const Result<TableDescription> description = database_.DescribeTable(name);
    if (!description) {
      if (description.error().code == ErrorCode::kResourceNotFound) {
        return binding_messages::NotATable(name);
      }
      return tl::unexpected(description.error());
    }
    VerifyProgress progress{.table = name, .expected = description->statistics.items};
    ScanRequest request;
    request.table_name = name;
    request.consistent_read = true;
    do {
      TRESTLE_TRY(const PageResponse page, database_.Scan(request));
      for (const EncodedItemView stored : page.items) {
        TRESTLE_TRY(const Item item, stored.Decode());
        TRESTLE_RETURN_IF_ERROR(LookAt(item));
        ++progress.items;
      }
      if (!options_.on_progress(progress)) {
        totals_.whole = false;
        break;
      }
      request.exclusive_start_key.reset();
      if (page.last_evaluated_key) request.exclusive_start_key = *page.last_evaluated_key;
    } while (request.exclusive_start_key);
    totals_.items += progress.items;
    return {};
  }

 private:
  Item KeyOf(const Item& item) const {
    Item key;
    const auto add = [&](const std::string& name) {
      if (const AttributeValue* const value = item.Find(name)) key.Set(name, *value);
    };
    add(table_.table().partition_key.name);
    if (table_.table().sort_key) add(table_.table().sort_key->name);
    return key;
  }
  Result<std::optional<Item>> Get(const Item& key) {
    TRESTLE_TRY(const GetItemResponse found, database_.GetItem({.table_name = table_.table().name,
                                                                .key = key,
                                                                .projection = {},
                                                                .substitutions = {},
                                                                .consistent_read = true}));
    if (!found.item) return std::optional<Item>();
    TRESTLE_TRY(Item item, found.item->Decode());
    return std::optional(std::move(item));
  }

  // `repair` is null where nothing can be done. A repair that fails because the item has changed
  // is not an error of the walk.
  void Tell(const Item& item, std::string what, const std::function<Status()>& repair) {
    Disagreement disagreement{.table = table_.table().name,
                              .key = KeyOf(item),
                              .what = std::move(what),
                              .repairable = repair != nullptr,
                              .not_repaired = {}};
    ++totals_.disagreeing;
    if (repair && options_.repair) {
      if (const Status done = repair()) {
        ++totals_.repaired;
      } else {
        disagreement.not_repaired = done.error().message;
      }
    }
    options_.on_disagreement(disagreement);
  }

  // What stands where its entity should be named.
  std::string MarkOf(const Item& item) const {
    const std::string& name = table_.table().entity_attribute;
    const AttributeValue* const mark = item.Find(name);
    return mark == nullptr ? std::string() : ": " + name + " is " + Shown(mark);
  }

  Status LookAt(const Item& item) {
    if (table_.IsGuard(item)) {
      ++totals_.guards;
      return LookAtGuard(item);
    }
    const KeptEntity* const entity = table_.EntityOf(item);
    if (entity == nullptr) {
      Tell(item, "it is no entity of the model" + MarkOf(item), nullptr);
      return {};
    }
    Item kept = item;
    const auto errors =
        entity->Keep(kept, {.writing = model::Writing::kRepair, .now = clock_.Now()});
    if (!errors.empty()) {
      Tell(item, TextOf(entity->entity(), errors), nullptr);
      return {};
    }
    RepairOf repair(item, kept);
    if (!repair.empty()) {
      Tell(item, entity->entity().name + ": " + repair.Text(), [&]() -> Status {
        TRESTLE_RETURN_IF_ERROR(
            database_.UpdateItem(repair.Request(table_, *entity, KeyOf(item), item)));
        return {};
      });
    }
    for (const UniqueGuard& guard : entity->GuardsOf(item)) {
      TRESTLE_RETURN_IF_ERROR(LookForGuard(*entity, item, guard));
    }
    return {};
  }

  Status LookForGuard(const KeptEntity& entity, const Item& item, const UniqueGuard& guard) {
    TRESTLE_TRY(const std::optional<Item> there, Get(guard.key));
    if (there && *there == guard.item) return {};
    if (there) {
      const AttributeValue* const owner = there->Find("Owner");
      const auto* map = owner == nullptr ? nullptr : owner->As<AttributeMap>();
      const auto owner_item =
          map == nullptr ? Result<std::optional<Item>>(std::nullopt) : Get(*map);
      TRESTLE_RETURN_IF_ERROR(owner_item);
      if (*owner_item) {
        Tell(item,
             entity.entity().name + ": " + guard.attribute +
                 " must be unique, and another item has " + "the same value",
             nullptr);
        return {};
      }
    }
    // On a bound table any write of the item makes its guard; elsewhere the guard is put.
    Tell(item, entity.entity().name + ": " + guard.attribute + " has no guard",
         [&]() -> Status { return PutGuard(guard, there); });
    return {};
  }
  Status PutGuard(const UniqueGuard& guard, const std::optional<Item>& stale) {
    PutItemRequest request{.table_name = table_.table().name, .item = guard.item};
    request.condition.expression = "attribute_not_exists(#k)";
    request.substitutions.names = NameMap{{"#k", table_.table().partition_key.name}};
    if (stale) {
      request.condition.expression = "#o = :o";
      request.substitutions.names = NameMap{{"#o", "Owner"}};
      request.substitutions.values = Item{{":o", *stale->Find("Owner")}};
    }
    const auto put = database_.PutItem(request);
    if (put) return {};
    if (stale || put.error().code != ErrorCode::kValidation) return tl::unexpected(put.error());
    return TouchOwner(guard);
  }
  // The server refuses guards of clients, and makes the missing ones of an item that is written.
  Status TouchOwner(const UniqueGuard& guard) {
    const auto* owner = guard.item.Find("Owner")->As<AttributeMap>();
    UpdateItemRequest request{.table_name = table_.table().name, .key = *owner};
    request.condition.expression = "attribute_exists(#k)";
    request.update_expression = "SET #e = #e";
    request.substitutions.names =
        NameMap{{"#k", table_.table().partition_key.name}, {"#e", table_.table().entity_attribute}};
    TRESTLE_RETURN_IF_ERROR(database_.UpdateItem(request));
    return {};
  }

  Status LookAtGuard(const Item& guard) {
    const AttributeValue* const owner = guard.Find("Owner");
    const auto* map = owner == nullptr ? nullptr : owner->As<AttributeMap>();
    std::optional<Item> item;
    if (map != nullptr) {
      TRESTLE_TRY(item, Get(*map));
    }
    if (item) {
      const KeptEntity* const entity = table_.EntityOf(*item);
      if (entity != nullptr) {
        for (const UniqueGuard& wanted : entity->GuardsOf(*item)) {
          if (wanted.item == guard) return {};
        }
      }
    }
    Tell(guard, "it guards a value that no item has", [&]() -> Status {
      DeleteItemRequest request{.table_name = table_.table().name, .key = KeyOf(guard)};
      if (owner != nullptr) {
        request.condition.expression = "#o = :o";
        request.substitutions.names = NameMap{{"#o", "Owner"}};
        request.substitutions.values = Item{{":o", *owner}};
      }
      TRESTLE_RETURN_IF_ERROR(database_.DeleteItem(request));
      return {};
    });
    return {};
  }

  const KeptTable& table_;
  Database& database_;
  const Clock& clock_;
  const VerifyOptions& options_;
  VerifyTotals& totals_;
};

}  // namespace

Result<VerifyTotals> Verify(const std::shared_ptr<const model::Model>& model, Database& database,
                            const Clock& clock, const VerifyOptions& options) {
  VerifyTotals totals;
  for (const model::Table& table : model->tables) {
    const KeptTable kept(model, table);
    TRESTLE_RETURN_IF_ERROR(Walk(kept, database, clock, options, totals).Run());
    if (!totals.whole) break;
  }
  return totals;
}

}  // namespace trestle
