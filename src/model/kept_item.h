#pragma once

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/clock.h"
#include "base/result.h"
#include "model/model.h"

// What an item must be under its model: which entity it is, whether its attributes are what the
// entity says, and all that follows from them. The server uses it inside every write of a bound
// table, a repository before it sends one, and `model verify` on what is stored.
namespace trestle::model {

struct FieldError {
  std::string field;
  std::string message;  // without the field's name: "is required"
  friend bool operator==(const FieldError&, const FieldError&) = default;
};

// "Order: Total is required; Email is longer than 254 characters".
std::string TextOf(const Entity& entity, const std::vector<FieldError>& errors);

// One item for each value of a unique attribute: who has it, has the value.
struct UniqueGuard {
  std::string attribute;
  Item key;
  Item
      item;  // the key, the entity attribute, and the key of the item that has the value as `Owner`
};

// How an item comes to be written.
enum class Writing {
  kPut,     // a whole item: what it leaves out has its default
  kUpdate,  // of some attributes: the others are as they were
  kRepair   // nobody writes: only what disagrees with the model changes
};

struct ItemWrite {
  Writing writing = Writing::kPut;
  const Item* before = nullptr;  // the item that it replaces
  TimePoint now;
};

class KeptTable;

// One entity, prepared so that an item costs little. Never changes.
class KeptEntity {
 public:
  KeptEntity(const Table& table, const Entity& entity);  // which outlive it
  ~KeptEntity();
  KeptEntity(const KeptEntity&) = delete;
  KeptEntity& operator=(const KeptEntity&) = delete;

  const Entity& entity() const { return entity_; }

  // Makes `item` what the model says: defaults, times of writing and of becoming true, version,
  // entity attribute, computed attributes, keys and the time to live. All that is wrong with it, if
  // anything; it is then not to be written.
  std::vector<FieldError> Keep(Item& item, const ItemWrite& write) const;

  // Gives an item its primary key where that is missing, and what it is made of its defaults. What
  // is wrong with the item, if its key cannot be made.
  std::vector<FieldError> CompleteKey(Item& item, TimePoint now) const;

  // Gives an item that has its primary key the attributes that the key is made of, where they are
  // missing and its templates tell them.
  void TakeFromKey(Item& item) const;

  // The guards of the item's unique values.
  std::vector<UniqueGuard> GuardsOf(const Item& item) const;
  // The guard of one value; nothing where it is not one that a key can hold.
  std::optional<UniqueGuard> GuardOf(const std::string& attribute, const AttributeValue& value,
                                     const Item& owner) const;

  // Whether the primary key of the item can be one of this entity's; if so, how well it fits.
  std::optional<std::size_t> FitOfKey(const Item& item) const;

 private:
  struct Field;
  void FillIn(Item& item, const ItemWrite& write) const;
  void TellSince(const Attribute& attribute, Item& item, const ItemWrite& write) const;
  void Check(const Item& item, const ItemWrite& write, std::vector<FieldError>& errors) const;
  void Compute(Item& item, std::vector<FieldError>& errors) const;
  void DeriveKeys(Item& item, const ItemWrite& write, std::vector<FieldError>& errors) const;
  void DerivePrimary(const EntityKey& key, Item& item, const ItemWrite& write,
                     std::vector<FieldError>& errors) const;
  const TtlRule* RuleOfTimeToLive(const Item& item, TimePoint now) const;
  void SetTimeToLive(Item& item, const ItemWrite& write, std::vector<FieldError>& errors) const;
  bool IsPrimary(std::string_view attribute) const;
  bool CanBeUnique(const std::string& attribute, const AttributeValue& value) const;
  std::string MissingFor(const Template& key, const Item& item) const;

  const Table& table_;
  const Entity& entity_;
  std::vector<Field> fields_;               // in the order of the file
  std::vector<const Attribute*> computed_;  // each after those that it needs
  std::vector<std::string> known_;          // of a strict entity: all names that may be there
  AttributeValue entity_value_;
};

// All entities of one table.
class KeptTable {
 public:
  // `model` holds `table` and is shared with whoever else uses it.
  KeptTable(std::shared_ptr<const Model> model, const Table& table);

  const Table& table() const { return table_; }
  const Model& model() const { return *model_; }

  // By the value of the entity attribute, or where that is missing by its primary key; null if it
  // is none.
  const KeptEntity* EntityOf(const Item& item) const;
  const KeptEntity* Find(std::string_view entity) const;
  const std::vector<std::unique_ptr<KeptEntity>>& entities() const { return entities_; }
  // An item that stands for a unique value. It is nobody's to write but the keeper's.
  bool IsGuard(const Item& item) const;

 private:
  std::shared_ptr<const Model> model_;
  const Table& table_;
  std::vector<std::unique_ptr<KeptEntity>> entities_;
  std::map<std::string, const KeptEntity*, std::less<>> by_value_;
};

}  // namespace trestle::model
