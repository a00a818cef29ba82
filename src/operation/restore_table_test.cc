#include "operation/restore_table.h"

#include <chrono>
#include <map>
#include <random>

#include "operation/backup_admin.h"
#include "operation/continuous_backups.h"
#include "operation/delete_item.h"
#include "operation/operation_for_test.h"
#include "operation/scan.h"
#include "operation/table_admin.h"

namespace trestle {
namespace {

using std::chrono::hours;
using std::chrono::milliseconds;

class RestoreTableTest : public OperationTest {
 protected:
  // An on-demand table.
  static TableDefinition OnDemand(const std::string& name, bool with_sort_key = false) {
    TableDefinition definition = Definition(name, with_sort_key);
    definition.billing = BillingMode::kPayPerRequest;
    return definition;
  }
  void Recover(const std::string& table, std::optional<std::int64_t> days = std::nullopt) {
    OperationContext context = Context();
    const auto updated = UpdateContinuousBackups(
        context, {.table_name = table, .recovery_enabled = true, .days = days});
    ASSERT_TRUE(updated) << MessageOf(updated);
  }
  ContinuousBackupsDescription::Recovery WindowOf(const std::string& table) {
    OperationContext context = Context();
    return *DescribeContinuousBackups(context, table)->recovery;
  }
  Result<TableDescription> RestoreTo(const std::string& table, const std::string& target,
                                     std::optional<TimePoint> time,
                                     RestoreOverrides overrides = {}) {
    OperationContext context = Context();
    Result<TableDescription> restored =
        RestoreTableToPointInTime(context, {.target_table_name = target,
                                            .source_table_name = table,
                                            .source_table_arn = std::nullopt,
                                            .use_latest_restorable_time = !time,
                                            .restore_date_time = time,
                                            .overrides = std::move(overrides)});
    backups_->WaitUntilIdle();
    return restored;
  }
  const TableDefinition& DefinitionOf(const std::string& table) {
    return (*catalog_->Find(table))->definition();
  }
};

TEST_F(RestoreTableTest, AnyInstantOfRandomWritesIsRestored) {
  TableDefinition definition = OnDemand("t", true);
  definition.indexes = {GlobalIndex("g", "v")};
  definition.attributes.push_back({.name = "v", .type = AttributeType::kString});
  Create(definition);
  Recover("t");
  std::mt19937 random(11);
  std::map<int, Item> now;
  std::vector<std::pair<TimePoint, std::map<int, Item>>> states = {{clock_.Now(), now}};
  for (int i = 0; i < 300; ++i) {
    clock_.Advance(milliseconds(1 + random() % 5));
    const int key = static_cast<int>(random() % 25);
    const Item key_item = ItemOf({{"pk", S("p")}, {"sk", N(std::to_string(key))}});
    if (random() % 4 == 0) {
      OperationContext context = Context();
      DeleteItemRequest request;
      request.table_name = "t";
      request.key = key_item;
      ASSERT_TRUE(DeleteItem(context, request));
      now.erase(key);
    } else {
      Item item = key_item;
      item.Set("v", S(std::to_string(i)));
      Store("t", item);
      now[key] = item;
    }
    states.emplace_back(clock_.Now(), now);
  }
  for (int i = 0; i < 25; ++i) {
    const auto& [time, expected] = states[random() % states.size()];
    const std::string target = "r" + std::to_string(i);
    ASSERT_TRUE(RestoreTo("t", target, time));
    EXPECT_EQ(catalog_->Statistics(**catalog_->Find(target)).items,
              static_cast<std::int64_t>(expected.size()));
    for (int key = 0; key < 25; ++key) {
      const auto item = expected.find(key);
      EXPECT_EQ(Load(target, ItemOf({{"pk", S("p")}, {"sk", N(std::to_string(key))}})),
                item == expected.end() ? Item() : item->second);
    }
  }
}

TEST_F(RestoreTableTest, TheWindowMovesWithTheClockAndNeverReachesFurtherBackThanItDid) {
  Create(OnDemand("t"));
  const TimePoint enabled = clock_.Now();
  Recover("t", 2);
  clock_.Advance(hours(24));
  EXPECT_EQ(WindowOf("t").earliest, enabled);
  EXPECT_EQ(WindowOf("t").latest, clock_.Now());
  clock_.Advance(hours(72));
  EXPECT_EQ(WindowOf("t").earliest, clock_.Now() - hours(48));
  Recover("t", 1);
  const TimePoint shortened = clock_.Now() - hours(24);
  EXPECT_EQ(WindowOf("t").earliest, shortened);
  Recover("t", 35);
  EXPECT_EQ(WindowOf("t").earliest, shortened) << "what was forgotten does not come back";

  EXPECT_EQ(CodeOf(RestoreTo("t", "r", shortened - milliseconds(1))),
            ErrorCode::kInvalidRestoreTime);
  EXPECT_EQ(CodeOf(RestoreTo("t", "r", clock_.Now() + milliseconds(1))),
            ErrorCode::kInvalidRestoreTime);
  EXPECT_TRUE(RestoreTo("t", "r", shortened));
}

TEST_F(RestoreTableTest, SettingsComeAlongButForTheThingsThatDoNot) {
  TableDefinition definition = Definition("t", true);
  definition.indexes = {LocalIndex("l", "b"), GlobalIndex("g", "a")};
  definition.attributes.push_back({.name = "a", .type = AttributeType::kString});
  definition.attributes.push_back({.name = "b", .type = AttributeType::kString});
  definition.throughput = {.read = 3, .write = 4};
  definition.indexes[1].throughput = {.read = 1, .write = 2};
  definition.tags = {{"team", "blue"}};
  definition.ttl_attribute = "expires";
  definition.stream = {.enabled = true, .view = StreamView::kKeysOnly, .label = "x"};
  definition.encryption = EncryptionDefinition{.enabled = true, .type = "KMS", .key_arn = "arn:k"};
  definition.table_class = TableClass::kStandardInfrequentAccess;
  definition.deletion_protection = true;
  Create(definition);
  Recover("t");
  ASSERT_TRUE(RestoreTo("t", "rrr", std::nullopt));
  const TableDefinition& restored = DefinitionOf("rrr");
  EXPECT_EQ(restored.keys, definition.keys);
  EXPECT_EQ(restored.attributes.size(), 4u);
  ASSERT_EQ(restored.indexes.size(), 2u);
  EXPECT_EQ(restored.FindIndex("g")->throughput.write, 2);
  EXPECT_EQ(restored.throughput.read, 3);
  EXPECT_EQ(restored.encryption->key_arn, "arn:k");
  EXPECT_EQ(restored.table_class, TableClass::kStandardInfrequentAccess);
  EXPECT_TRUE(restored.tags.empty());
  EXPECT_FALSE(restored.ttl_attribute);
  EXPECT_FALSE(restored.stream.enabled);
  EXPECT_FALSE(restored.recovery);
  EXPECT_FALSE(restored.deletion_protection);
  EXPECT_EQ(restored.restored->table_arn, DefinitionOf("t").Arn());
}

TEST_F(RestoreTableTest, OverridesChangeBillingAndLeaveIndexesOut) {
  TableDefinition definition = Definition("t", true);
  definition.indexes = {LocalIndex("l", "b"), GlobalIndex("g", "a")};
  definition.attributes.push_back({.name = "a", .type = AttributeType::kString});
  definition.attributes.push_back({.name = "b", .type = AttributeType::kString});
  definition.throughput = {.read = 3, .write = 4};
  definition.indexes[1].throughput = {.read = 1, .write = 2};
  Create(definition);
  Recover("t");
  ASSERT_TRUE(RestoreTo("t", "rrr", std::nullopt,
                        {.billing = BillingMode::kPayPerRequest,
                         .global_indexes = std::vector<IndexRequest>(),
                         .local_indexes = std::nullopt,
                         .throughput = std::nullopt,
                         .on_demand_maximum = UnitsPerSecond{.read = 10},
                         .encryption = std::nullopt}));
  const TableDefinition& restored = DefinitionOf("rrr");
  EXPECT_EQ(restored.billing, BillingMode::kPayPerRequest);
  EXPECT_EQ(restored.throughput.read, 0);
  EXPECT_EQ(restored.on_demand_maximum->read, 10);
  ASSERT_EQ(restored.indexes.size(), 1u);
  EXPECT_EQ(restored.indexes[0].name, "l");
  EXPECT_EQ(restored.attributes.size(), 3u) << "a is no key any more";

  RestoreOverrides wrong;
  IndexRequest index;
  index.name = "g";
  index.key_schema = {{.attribute_name = "b", .hash = true}};
  index.projection.type = ProjectionType::kAll;
  wrong.global_indexes = {index};
  EXPECT_EQ(CodeOf(RestoreTo("t", "sss", std::nullopt, wrong)), ErrorCode::kValidation);
}

TEST_F(RestoreTableTest, AnotherTableInTheWayIsNamed) {
  Create(OnDemand("t"));
  Create(OnDemand("taken"));
  Recover("t");
  EXPECT_EQ(CodeOf(RestoreTo("t", "taken", std::nullopt)), ErrorCode::kTableAlreadyExists);
  EXPECT_EQ(CodeOf(RestoreTo("none", "rrr", std::nullopt)), ErrorCode::kTableNotFound);
  EXPECT_EQ(CodeOf(RestoreTo("taken", "rrr", std::nullopt)),
            ErrorCode::kPointInTimeRecoveryUnavailable);
}

TEST_F(RestoreTableTest, ADeletedTableComesBackFromItsBackup) {
  Create(OnDemand("t"));
  Recover("t");
  Store("t", ItemOf({{"pk", S("a")}}));
  OperationContext context = Context();
  ASSERT_TRUE(DeleteTable(context, "t"));
  EXPECT_TRUE(ListBackups(context, {})->backups.empty()) << "the default type is USER";
  const auto listed =
      *ListBackups(context, {.table_name = "t", .types = ListBackupsRequest::Types::kAll});
  ASSERT_EQ(listed.backups.size(), 1u);
  const auto restored = RestoreTableFromBackup(
      context, {.target_table_name = "t", .backup_arn = listed.backups[0]->Arn(), .overrides = {}});
  ASSERT_TRUE(restored) << MessageOf(restored);
  backups_->WaitUntilIdle();
  EXPECT_EQ(Load("t", ItemOf({{"pk", S("a")}})), ItemOf({{"pk", S("a")}}));
}

}  // namespace
}  // namespace trestle
