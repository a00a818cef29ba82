#include "model/export.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "model/docs.h"
#include "model/export_alarms.h"
#include "model/model_for_test.h"

namespace trestle::model {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::Not;

Model ProvisionedShop() {
  Model shop = ShopModel();
  shop.tables[0].provisioned = Throughput{.read = 100, .write = 50};
  shop.tables[0].infrequent_access = true;
  shop.tables[0].backups = BackupPlan{std::chrono::hours(24), std::chrono::hours(24 * 35)};
  shop.tables[0].indexes.push_back({.name = "ByDate",
                                    .local = true,
                                    .partition_key = {{"PK"}},
                                    .sort_key = {{"PlacedAt"}},
                                    .projection = {.kind = Projection::Kind::kKeysOnly}});
  return shop;
}

TEST(ExportTest, CloudFormation) {
  const std::string text = CloudFormation(ProvisionedShop());
  EXPECT_EQ(text, Golden("cloudformation.json", text));
}

TEST(ExportTest, Terraform) {
  const std::string text = Terraform(ProvisionedShop());
  EXPECT_EQ(text, Golden("terraform.tf", text));
}

TEST(ExportTest, TerraformNeedsTheNewProviderForWideKeysAlone) {
  Model shop = ShopModel();
  EXPECT_THAT(Terraform(shop), HasSubstr(">= 6.29"));
  shop.tables[0].indexes.pop_back();
  EXPECT_THAT(Terraform(shop), Not(HasSubstr(">= 6.29")));
}

TEST(ExportTest, Cdk) {
  const std::string text = Cdk(ProvisionedShop());
  EXPECT_EQ(text, Golden("stack.ts", text));
}

TEST(ExportTest, WorkbenchSaysWhatItsFormCannotHold) {
  std::vector<std::string> left_out;
  Model shop = ShopModel();
  shop.tables[0].kms = false;
  shop.tables[0].deletion_protection = false;
  shop.tables[0].pitr_days.reset();
  const std::string text = NoSqlWorkbench(shop, left_out);
  EXPECT_EQ(text, Golden("workbench.json", text));
  EXPECT_THAT(left_out, ElementsAre("index ByPlace of shop: its keys have several attributes",
                                    "the stream of shop", "the TTL attribute of shop"));
}

Alarm AlarmOn(std::string metric, std::string statistic = "sum") {
  return {.name = "A", .metric = std::move(metric), .statistic = std::move(statistic), .above = 1};
}

// CloudWatch counts these for each operation: an alarm on the table alone would never see one.
TEST(ExportTest, AnAlarmOfOperationsPutsThemTogether) {
  Model shop = ShopModel();
  shop.alarms = {AlarmOn("SuccessfulRequestLatency", "p99")};
  const std::vector<Watch> watches = WatchesOf(shop, shop.tables[0]);
  ASSERT_EQ(watches.size(), 1u);
  EXPECT_EQ(watches[0].operations.size(), 10u);
  EXPECT_EQ(watches[0].together, "MAX");
  EXPECT_THAT(CloudFormation(shop), HasSubstr("\"Expression\": \"MAX(METRICS())\""));
  EXPECT_THAT(Terraform(shop), HasSubstr("Operation = \"TransactWriteItems\" }"));
  EXPECT_THAT(Cdk(shop), HasSubstr("expression: \"MAX(METRICS())\","));
}

TEST(ExportTest, AnAlarmOfTheAccountIsThereOnce) {
  Model shop = ShopModel();
  shop.tables.push_back({.name = "other", .partition_key = {"PK"}});
  shop.alarms = {AlarmOn("UserErrors")};
  ASSERT_EQ(WatchesOf(shop, shop.tables[0]).size(), 1u);
  EXPECT_FALSE(WatchesOf(shop, shop.tables[0])[0].of_table);
  EXPECT_TRUE(WatchesOf(shop, shop.tables[1]).empty());
}

TEST(ExportTest, AnAlarmMayBeOfOneIndex) {
  Model shop = ShopModel();
  shop.alarms = {AlarmOn("ReadThrottleEvents")};
  shop.alarms[0].index = "GSI1";
  shop.tables.push_back({.name = "other", .partition_key = {"PK"}});
  EXPECT_TRUE(WatchesOf(shop, shop.tables[1]).empty());
  EXPECT_THAT(Terraform(shop), HasSubstr("GlobalSecondaryIndexName = \"GSI1\" }"));
}

TEST(ExportTest, NamesOfResources) {
  EXPECT_EQ(PascalName("shop-entities.v2"), "ShopEntitiesV2");
  EXPECT_EQ(SnakeName("ShopEntities-v2"), "shop_entities_v2");
  EXPECT_EQ(SnakeName("2026-orders"), "_2026_orders");
}

// How often `part` stands in `text`.
std::size_t Occurrences(const std::string& text, std::string_view part) {
  std::size_t count = 0;
  for (std::size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + 1)) {
    ++count;
  }
  return count;
}

// Three tables whose names differ in punctuation alone, and one that is called like an alarm of
// the first.
Model AlikeTables() {
  Model model = ShopModel();
  model.tables.resize(1);
  for (const char* name : {"a-b", "a.b", "a_b-alarm"}) {
    model.tables.push_back({.name = name, .partition_key = {"PK"}});
    model.tables.back().backups = BackupPlan{std::chrono::hours(24), std::chrono::hours(48)};
    model.tables.back().stream = StreamView::kNewImage;
  }
  model.alarms = {AlarmOn("ReadThrottleEvents")};
  model.alarms[0].name = "Alarm";
  return model;
}

TEST(ExportTest, TablesWithNamesThatAreAlikeHaveResourcesOfTheirOwn) {
  const Model model = AlikeTables();
  const std::string cloud = CloudFormation(model);
  for (const char* name : {"AB", "ABAlarm", "ABArn", "ABStreamArn", "ABBackupVault"}) {
    EXPECT_EQ(Occurrences(cloud, "\"" + std::string(name) + "\": {"), 1u) << name;
  }
  EXPECT_THAT(cloud, HasSubstr("\"AB108bf50c\": {"));
  const std::string terraform = Terraform(model);
  EXPECT_EQ(Occurrences(terraform, "\"aws_dynamodb_table\" \"a_b\""), 1u);
  EXPECT_EQ(Occurrences(terraform, "\"aws_cloudwatch_metric_alarm\" \"a_b_alarm\""), 1u);
  const std::string cdk = Cdk(model);
  EXPECT_EQ(Occurrences(cdk, "(this, \"AB\","), 1u);
  EXPECT_EQ(Occurrences(cdk, "(this, \"ABAlarm\","), 1u);
  EXPECT_EQ(Occurrences(cdk, "const tableAB ="), 1u);
}

// What is deployed keeps its name when a table is added behind it.
TEST(ExportTest, AResourceKeepsItsNameBesideOthers) {
  Model model = AlikeTables();
  const std::string before = CloudFormation(model);
  model.tables.push_back({.name = "a_b", .partition_key = {"PK"}});
  const std::string after = CloudFormation(model);
  for (const char* name : {"AB", "AB108bf50c", "ABAlarm"}) {
    EXPECT_EQ(Occurrences(before, "\"" + std::string(name) + "\": {"), 1u) << name;
    EXPECT_EQ(Occurrences(after, "\"" + std::string(name) + "\": {"), 1u) << name;
  }
}

TEST(DocsTest, Markdown) {
  const Model shop = ShopModel();
  const std::string text = Markdown(Describe(shop, Cost(shop, {}),
                                             {{.place = "12:1",
                                               .severity = "warning",
                                               .rule = "scan",
                                               .message = "pattern P5: it | reads all"}}));
  EXPECT_EQ(text, Golden("docs.md", text));
}

TEST(DocsTest, HtmlIsOneFileWithItsPictures) {
  const Model shop = ShopModel();
  const std::string text = Html(Describe(shop, Cost(shop, {}), {}));
  EXPECT_THAT(text, HasSubstr("<svg "));
  EXPECT_THAT(text, HasSubstr("<td><code>STATUS#{Status}</code></td>"));
  EXPECT_THAT(text, HasSubstr("<code>trestle model check</code> finds nothing."));
  EXPECT_THAT(text, Not(HasSubstr("src=")));
  EXPECT_THAT(text, Not(HasSubstr("<link")));
}

TEST(DocsTest, WhatTheFileSaysIsNotMarkup) {
  Model shop = ShopModel();
  shop.title = "<script>alert(1)</script>";
  shop.entities[0].title = "a < b & \"c\"";
  const std::string text = Html(Describe(shop, Cost(shop, {}), {}));
  EXPECT_THAT(text, Not(HasSubstr("<script")));
  EXPECT_THAT(text, HasSubstr("a &lt; b &amp; &quot;c&quot;"));
}

}  // namespace
}  // namespace trestle::model
