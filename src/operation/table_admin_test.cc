#include "operation/table_admin.h"

#include <gmock/gmock.h>

#include "operation/table_for_test.h"

namespace trestle {
namespace {

using ::testing::ElementsAre;

class TableAdminTest : public TableTest {
 protected:
  static constexpr char kArn[] = "arn:aws:dynamodb:eu-west-1:000000000000:table/table";

  Result<TableDescription> Delete(const std::string& name) {
    OperationContext context = Context();
    return DeleteTable(context, name);
  }
  Result<ListTablesResponse> List(ListTablesRequest request) {
    OperationContext context = Context();
    return ListTables(context, request);
  }
  Status AddTag(std::string arn, std::vector<Tag> tags) {
    OperationContext context = Context();
    return TagResource(context, {.resource_arn = std::move(arn), .tags = std::move(tags)});
  }
  Result<ListTagsResponse> Tags(std::string arn) {
    OperationContext context = Context();
    return ListTagsOfResource(context, {.resource_arn = std::move(arn)});
  }
};

TEST_F(TableAdminTest, DescribesByNameAndByArn) {
  ASSERT_TRUE(Run(NewTable()));
  Store("table", ItemOf({{"pk", S("a")}, {"sk", S("b")}}));
  const Result<TableDescription> table = Describe(kArn);
  ASSERT_TRUE(table) << MessageOf(table);
  EXPECT_EQ(table->table->name(), "table");
  EXPECT_EQ(table->statistics.items, 1);
  EXPECT_EQ(table->statistics.bytes, 6);
}

TEST_F(TableAdminTest, DeletesATableWithItsItems) {
  ASSERT_TRUE(Run(NewTable()));
  Store("table", ItemOf({{"pk", S("a")}, {"sk", S("b")}}));
  const Result<TableDescription> deleted = Delete("table");
  ASSERT_TRUE(deleted) << MessageOf(deleted);
  EXPECT_EQ(deleted->status, TableStatus::kDeleting);
  EXPECT_EQ(MessageOf(Describe()), "Requested resource not found: Table: table not found");
  EXPECT_EQ(CodeOf(Delete("table")), ErrorCode::kResourceNotFound);
  ASSERT_TRUE(Run(NewTable()));
  EXPECT_EQ(Seen().statistics.items, 0);
}

TEST_F(TableAdminTest, RefusesToDeleteAProtectedTable) {
  CreateTableRequest request = NewTable();
  request.deletion_protection = true;
  ASSERT_TRUE(Run(request));
  const Result<TableDescription> deleted = Delete("table");
  EXPECT_EQ(CodeOf(deleted), ErrorCode::kValidation);
  EXPECT_EQ(MessageOf(deleted),
            "Resource cannot be deleted as it is currently protected against deletion. Disable "
            "deletion protection first.");
  UpdateTableRequest update = Change();
  update.deletion_protection = false;
  ASSERT_TRUE(Run(update));
  EXPECT_TRUE(Delete("table"));
}

TEST_F(TableAdminTest, ListsNamesPageByPage) {
  for (const char* name : {"bbb", "aaa", "ccc"}) ASSERT_TRUE(Run(NewTable(name)));
  Result<ListTablesResponse> page = List({.limit = 2});
  EXPECT_THAT(page->table_names, ElementsAre("aaa", "bbb"));
  EXPECT_EQ(page->last_evaluated_table_name, "bbb");
  page = List({.exclusive_start_table_name = "bbb", .limit = 2});
  EXPECT_THAT(page->table_names, ElementsAre("ccc"));
  EXPECT_FALSE(page->last_evaluated_table_name);
  EXPECT_FALSE(List({.limit = 3})->last_evaluated_table_name);
  EXPECT_THAT(List({.exclusive_start_table_name = "aab"})->table_names, ElementsAre("bbb", "ccc"));
}

TEST_F(TableAdminTest, TagsAreSetReplacedAndTakenAway) {
  ASSERT_TRUE(Run(NewTable()));
  ASSERT_TRUE(AddTag(kArn, {{"a", "1"}, {"b", "2"}}));
  ASSERT_TRUE(AddTag(kArn, {{"a", "3"}}));
  OperationContext context = Context();
  ASSERT_TRUE(UntagResource(context, {.resource_arn = kArn, .keys = {"b", "none"}}));
  const Result<ListTagsResponse> tags = Tags(kArn);
  ASSERT_EQ(tags->tags.size(), 1u);
  EXPECT_EQ(tags->tags.front().value, "3");
  EXPECT_EQ(Seen().status, TableStatus::kActive);
}

TEST_F(TableAdminTest, RefusesTagsThatCannotBe) {
  ASSERT_TRUE(Run(NewTable()));
  EXPECT_EQ(MessageOf(AddTag(kArn, {})), "Atleast one Tag needs to be provided as Input.");
  EXPECT_THAT(MessageOf(AddTag(kArn, {{"a", "1"}, {"a", "2"}})),
              ::testing::HasSubstr("Duplicate tag key"));
  EXPECT_EQ(CodeOf(AddTag(kArn, {{"aws:a", "1"}})), ErrorCode::kValidation);
  std::vector<Tag> many;
  for (int i = 0; i < 51; ++i) many.push_back({"k" + std::to_string(i), "v"});
  EXPECT_EQ(CodeOf(AddTag(kArn, many)), ErrorCode::kValidation);
  EXPECT_TRUE(Tags(kArn)->tags.empty());
}

TEST_F(TableAdminTest, RefusesArnsOfNothingOrOfStrangers) {
  ASSERT_TRUE(Run(NewTable()));
  EXPECT_EQ(MessageOf(Tags("table")),
            "Invalid TableArn: Invalid ResourceArn provided as input table");
  EXPECT_EQ(CodeOf(Tags("arn:aws:s3:eu-west-1:000000000000:table/table")),
            ErrorCode::kAccessDenied);
  const std::string strange = "arn:aws:dynamodb:eu-west-1:111111111111:table/table";
  EXPECT_EQ(CodeOf(Tags(strange)), ErrorCode::kAccessDenied);
  EXPECT_EQ(MessageOf(Tags(strange)),
            "User: arn:aws:iam::000000000000:root is not authorized to perform: "
            "dynamodb:ListTagsOfResource on resource: " +
                strange);
  EXPECT_EQ(CodeOf(Tags("arn:aws:dynamodb:eu-west-1:000000000000:table/a")),
            ErrorCode::kValidation);
  EXPECT_EQ(CodeOf(Tags("arn:aws:dynamodb:eu-west-1:000000000000:backup/table")),
            ErrorCode::kValidation);
  EXPECT_EQ(CodeOf(Tags("arn:aws:dynamodb:us-east-1:000000000000:table/table")),
            ErrorCode::kValidation);
  const std::string other = "arn:aws:dynamodb:eu-west-1:000000000000:table/other";
  EXPECT_EQ(CodeOf(Tags(other)), ErrorCode::kResourceNotFound);
  EXPECT_EQ(MessageOf(Tags(other)),
            "Requested resource not found: ResourcArn: " + other + " not found");
}

TEST_F(TableAdminTest, DescribesTheQuotasOfANewAccount) {
  EXPECT_EQ(DescribeLimits().account_read, 80000);
  EXPECT_EQ(DescribeLimits().table_write, 40000);
}

}  // namespace
}  // namespace trestle
