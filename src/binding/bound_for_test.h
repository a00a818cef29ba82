#pragma once

#include <gtest/gtest.h>

#include <chrono>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "binding/bindings.h"
#include "binding/local_binder.h"
#include "model/kept_item.h"

namespace trestle {

inline constexpr std::string_view kDesk = R"toml(format = 1
model = "desk"
version = 2

[tables.desk]
partition_key = "PK"
sort_key = "SK"
ttl = "ExpiresAt"
stream = "new_and_old_images"

[tables.desk.indexes.GSI1]
partition_key = "GSI1PK"
sort_key = "GSI1SK"

[entities.User]
table = "desk"
PK = "USER#{UserId}"
SK = "PROFILE"
version = "Version"
unique = ["Email"]
[entities.User.attributes]
UserId = "string"
Email = { type = "string", pattern = "[^@]+@[^@]+" }
Name = { type = "string", max_length = 20 }
CreatedAt = { type = "timestamp", default = "now", immutable = true }
UpdatedAt = { type = "timestamp", on_write = "now" }

[entities.Ticket]
table = "desk"
PK = "USER#{UserId}"
SK = "TICKET#{Number:pad(4)}"
GSI1PK = { template = "STATUS#{Status}", when = "Status <> 'closed'" }
GSI1SK = "{Priority:rank}#{Number:pad(4)}"
ttl = { after = "24h", when = "Status = 'closed'" }
[entities.Ticket.attributes]
UserId = "string"
Number = { type = "integer", min = 0, max = 9999 }
Status = { enum = ["open", "waiting", "closed"], default = "open" }
Priority = { enum = ["high", "low"], default = "low" }
ClosedAt = { type = "timestamp", stored = "seconds", since = "Status = 'closed'" }
)toml";

inline AttributeValue S(std::string text) { return AttributeValue::String(std::move(text)); }
inline AttributeValue N(std::int64_t number) { return AttributeValue::Integer(number); }

// A database in memory at a clock that stands still, with a model bound.
class BoundTest : public ::testing::Test {
 protected:
  BoundTest() { Open(); }

  void Open(StoreOptions store = {.folder = "", .in_memory = true}) {
    binder_.reset();
    database_.reset();
    bindings_ = std::make_unique<Bindings>();
    LocalDatabase::Options options;
    options.store = std::move(store);
    options.catalog.keepers = bindings_.get();
    auto opened = LocalDatabase::Open(options, clock_);
    ASSERT_TRUE(opened) << opened.error().message;
    database_ = *std::move(opened);
    binder_ = std::make_unique<LocalBinder>(*database_, *bindings_);
  }
  void Bind(std::string_view mode = "enforce", std::string_view text = kDesk) {
    const auto bound = binder_->Bind(text, "desk.trestle.toml", mode);
    ASSERT_TRUE(bound) << bound.error().message;
  }

  static std::string MessageOf(const auto& result) {
    return result ? std::string() : result.error().message;
  }
  // The error's text, or nothing.
  std::string Put(Item item) {
    return MessageOf(database_->PutItem({.table_name = "desk", .item = std::move(item)}));
  }
  std::string Update(Item key, std::string expression, std::optional<Item> values = {}) {
    UpdateItemRequest request{.table_name = "desk", .key = std::move(key)};
    request.update_expression = std::move(expression);
    if (values) request.substitutions.values = *std::move(values);
    return MessageOf(database_->UpdateItem(request));
  }
  std::string Delete(Item key) {
    return MessageOf(database_->DeleteItem({.table_name = "desk", .key = std::move(key)}));
  }
  // The item, or an empty one.
  Item Get(Item key) {
    const auto found =
        database_->GetItem({.table_name = "desk", .key = std::move(key), .consistent_read = true});
    EXPECT_TRUE(found) << MessageOf(found);
    return found && found->item ? *found->item->Decode() : Item();
  }
  std::vector<Item> All(std::optional<std::string> index = {}) {
    ScanRequest request;
    request.table_name = "desk";
    request.index_name = std::move(index);
    const auto page = database_->Scan(request);
    EXPECT_TRUE(page) << MessageOf(page);
    std::vector<Item> items;
    for (const EncodedItemView item : page->items) items.push_back(*item.Decode());
    return items;
  }
  static std::string Text(const Item& item, std::string_view name) {
    const AttributeValue* const value = item.Find(name);
    if (value == nullptr) return "(absent)";
    if (const auto* number = value->As<Number>()) return number->ToString();
    return *value->As<std::string>();
  }
  static Item UserKey(const std::string& id) {
    return {{"PK", S("USER#" + id)}, {"SK", S("PROFILE")}};
  }
  static Item TicketKey(const std::string& id, const std::string& number) {
    return {{"PK", S("USER#" + id)}, {"SK", S("TICKET#" + number)}};
  }
  static Item User(const std::string& id, const std::string& email) {
    return {{"EntityType", S("User")}, {"UserId", S(id)}, {"Email", S(email)}};
  }
  static Item Ticket(const std::string& id, std::int64_t number) {
    return {{"EntityType", S("Ticket")}, {"UserId", S(id)}, {"Number", N(number)}};
  }
  // Every item is what the model says, and each unique value has its one guard.
  void ExpectKept() {
    const auto model = *ModelIn(kDesk, "desk");
    const model::KeptTable table(model, *model->FindTable("desk"));
    std::vector<Item> guards;
    std::vector<Item> wanted;
    for (const Item& item : All()) {
      if (table.IsGuard(item)) {
        guards.push_back(item);
        continue;
      }
      const model::KeptEntity* const entity = table.EntityOf(item);
      ASSERT_NE(entity, nullptr) << Text(item, "PK") << " " << Text(item, "SK");
      Item kept = item;
      const auto errors =
          entity->Keep(kept, {.writing = model::Writing::kRepair, .now = clock_.Now()});
      EXPECT_TRUE(errors.empty()) << TextOf(entity->entity(), errors);
      EXPECT_EQ(kept, item) << Text(item, "PK") << " " << Text(item, "SK");
      for (model::UniqueGuard& guard : entity->GuardsOf(item)) {
        wanted.push_back(std::move(guard.item));
      }
    }
    EXPECT_EQ(guards.size(), wanted.size());
    for (const Item& guard : wanted) {
      EXPECT_NE(std::find(guards.begin(), guards.end(), guard), guards.end()) << Text(guard, "PK");
    }
  }

  ManualClock clock_{TimePoint(std::chrono::seconds(1'800'000'000))};
  std::unique_ptr<Bindings> bindings_;
  std::unique_ptr<LocalDatabase> database_;
  std::unique_ptr<LocalBinder> binder_;
};

}  // namespace trestle
