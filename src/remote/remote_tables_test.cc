#include <gtest/gtest.h>

#include "client/scripted_server_for_test.h"
#include "remote/aws_environment.h"
#include "remote/remote_for_test.h"

namespace trestle {
namespace {

using RemoteTablesTest = RemoteTest;

TEST_F(RemoteTablesTest, TablesAreDescribedAsTheyAre) {
  CreateTableRequest request = TableNamed("ttt");
  request.tags = std::vector<Tag>{{.key = "team", .value = "a"}};
  request.deletion_protection = true;
  const auto created = remote_->CreateTable(request);
  ASSERT_TRUE(created) << created.error().message;
  const auto remote = remote_->DescribeTable("ttt");
  const auto local = local_->DescribeTable("ttt");
  ASSERT_TRUE(remote && local);
  const TableDefinition& mine = remote->table->definition();
  const TableDefinition& theirs = local->table->definition();
  EXPECT_EQ(mine.name, theirs.name);
  EXPECT_EQ(mine.uuid, theirs.uuid);
  EXPECT_EQ(mine.Arn(), theirs.Arn());
  EXPECT_EQ(mine.StreamArn(), theirs.StreamArn());
  EXPECT_EQ(mine.keys, theirs.keys);
  EXPECT_EQ(mine.attributes, theirs.attributes);
  EXPECT_EQ(mine.billing, theirs.billing);
  EXPECT_EQ(mine.deletion_protection, theirs.deletion_protection);
  EXPECT_EQ(mine.stream.view, theirs.stream.view);
  EXPECT_EQ(remote->status, TableStatus::kActive);
  ASSERT_EQ(mine.indexes.size(), 1u);
  EXPECT_EQ(mine.indexes[0].keys, theirs.indexes[0].keys);
  EXPECT_EQ(mine.indexes[0].projection, ProjectionType::kInclude);
  EXPECT_EQ(mine.indexes[0].included, theirs.indexes[0].included);
  EXPECT_EQ(remote->index_statistics.size(), 1u);

  EXPECT_EQ(remote_->CreateTable(request).error().code, ErrorCode::kResourceInUse);
  EXPECT_EQ(remote_->DescribeTable("nope").error().code, ErrorCode::kResourceNotFound);
}

TEST_F(RemoteTablesTest, TablesAreListedChangedAndDeleted) {
  Create("aaa");
  Create("bbb");
  const auto listed = remote_->ListTables({.limit = 1});
  ASSERT_TRUE(listed);
  EXPECT_EQ(listed->table_names, std::vector<std::string>{"aaa"});
  EXPECT_EQ(listed->last_evaluated_table_name, "aaa");
  UpdateTableRequest update;
  update.table_name = "aaa";
  update.global_index_updates = {{.remove = "by-owner"}};
  const auto updated = remote_->UpdateTable(update);
  ASSERT_TRUE(updated) << updated.error().message;
  const auto deleted = remote_->DeleteTable("bbb");
  ASSERT_TRUE(deleted) << deleted.error().message;
  EXPECT_EQ(deleted->table->name(), "bbb");
}

TEST_F(RemoteTablesTest, TagsAndTimeToLive) {
  Create("ttt");
  const std::string arn = remote_->DescribeTable("ttt")->table->definition().Arn();
  ASSERT_TRUE(remote_->TagResource({.resource_arn = arn, .tags = {Tag{"k", "v"}, Tag{"l", "w"}}}));
  ASSERT_TRUE(remote_->UntagResource({.resource_arn = arn, .keys = {"k"}}));
  const auto tags = remote_->ListTagsOfResource({.resource_arn = arn});
  ASSERT_TRUE(tags);
  ASSERT_EQ(tags->tags.size(), 1u);
  EXPECT_EQ(tags->tags[0].value, "w");
  const auto enabled = remote_->UpdateTimeToLive(
      {.table_name = "ttt", .specification = {.enabled = true, .attribute_name = "until"}});
  ASSERT_TRUE(enabled) << enabled.error().message;
  EXPECT_EQ(enabled->attribute_name, "until");
  const auto described = remote_->DescribeTimeToLive("ttt");
  ASSERT_TRUE(described);
  EXPECT_EQ(described->status, TimeToLiveStatus::kEnabled);
  EXPECT_EQ(described->attribute_name, "until");
}

TEST_F(RemoteTablesTest, BackupsAndPastStates) {
  Create("ttt");
  Put("ttt", Key("a", "1"));
  const auto made = remote_->CreateBackup({.table_name = "ttt", .backup_name = "first"});
  ASSERT_TRUE(made) << made.error().message;
  const std::string arn = (*made)->Arn();
  Result<BackupPtr> described = remote_->DescribeBackup(arn);
  while (described && (*described)->status == BackupStatus::kCreating) {
    described = remote_->DescribeBackup(arn);
  }
  ASSERT_TRUE(described) << described.error().message;
  EXPECT_EQ((*described)->name, "first");
  EXPECT_EQ((*described)->table.name, "ttt");
  EXPECT_EQ((*described)->items, 1);
  const auto listed = remote_->ListBackups({.table_name = "ttt"});
  ASSERT_TRUE(listed && listed->backups.size() == 1);
  EXPECT_EQ(listed->backups[0]->Arn(), arn);
  const auto restored =
      remote_->RestoreTableFromBackup({.target_table_name = "again", .backup_arn = arn});
  ASSERT_TRUE(restored) << restored.error().message;
  EXPECT_EQ(restored->table->definition().restored->backup_arn, arn);

  const auto recovery =
      remote_->UpdateContinuousBackups({.table_name = "ttt", .recovery_enabled = true, .days = 7});
  ASSERT_TRUE(recovery && recovery->recovery) << recovery.error().message;
  EXPECT_EQ(recovery->recovery->days, 7);
  EXPECT_EQ(remote_->DescribeContinuousBackups("ttt")->recovery->earliest,
            recovery->recovery->earliest);
  const auto past = remote_->RestoreTableToPointInTime({.target_table_name = "past",
                                                        .source_table_name = "ttt",
                                                        .use_latest_restorable_time = true});
  ASSERT_TRUE(past) << past.error().message;
  EXPECT_EQ(remote_
                ->DeleteBackup("arn:aws:dynamodb:us-east-1:000000000000:table/t/backup/"
                               "01763206654123-00000000")
                .error()
                .code,
            ErrorCode::kBackupNotFound);
}

TEST_F(RemoteTablesTest, StreamsAreReadAsTheyAre) {
  Create("ttt");
  Put("ttt", With(Key("a", "1"), "x", AttributeValue::Integer(1)));
  Put("ttt", With(Key("a", "1"), "x", AttributeValue::Integer(2)));
  ASSERT_TRUE(remote_->DeleteItem({.table_name = "ttt", .key = Key("a", "1")}));
  const auto listed = remote_->ListStreams({.table_name = "ttt"});
  ASSERT_TRUE(listed && listed->streams.size() == 1);
  const std::string arn = listed->streams[0]->arn;
  const auto mine = remote_->DescribeStream({.stream_arn = arn});
  const auto theirs = local_->DescribeStream({.stream_arn = arn});
  ASSERT_TRUE(mine && theirs) << mine.error().message;
  EXPECT_EQ(mine->stream->view, StreamView::kNewAndOldImages);
  ASSERT_EQ(mine->shards.size(), theirs->shards.size());
  std::vector<ChangeRecord> records;
  std::vector<GetRecordsResponse> pages;
  pages.reserve(mine->shards.size());
  for (std::size_t i = 0; i < mine->shards.size(); ++i) {
    EXPECT_EQ(mine->shards[i].id, theirs->shards[i].id);
    EXPECT_EQ(mine->shards[i].starting_sequence_number, theirs->shards[i].starting_sequence_number);
    const auto iterator =
        remote_->GetShardIterator({.stream_arn = arn, .shard_id = mine->shards[i].id});
    ASSERT_TRUE(iterator) << iterator.error().message;
    auto page = remote_->GetRecords({.shard_iterator = iterator->shard_iterator});
    ASSERT_TRUE(page) << page.error().message;
    EXPECT_TRUE(page->next_shard_iterator);
    pages.push_back(*std::move(page));
    for (std::size_t j = 0; j < pages.back().records.size(); ++j) {
      records.push_back(pages.back().records[j]);
    }
  }
  ASSERT_EQ(records.size(), 3u);
  EXPECT_EQ(records[0].kind, ChangeKind::kInsert);
  EXPECT_EQ(records[1].kind, ChangeKind::kModify);
  EXPECT_EQ(records[2].kind, ChangeKind::kRemove);
  EXPECT_EQ(*records[1].keys.Decode(), Key("a", "1"));
  EXPECT_EQ(*records[1].old_image->Decode(), With(Key("a", "1"), "x", AttributeValue::Integer(1)));
  EXPECT_EQ(*records[1].new_image->Decode(), With(Key("a", "1"), "x", AttributeValue::Integer(2)));
  EXPECT_FALSE(records[2].new_image);
}

TEST(ForeignTablesTest, MayAnswerWithAnEmptyText) {
  for (const char* answer : {"", R"("")", "{}"}) {
    client::ScriptedServer server([&](const http::Request&) { return client::Ok(answer); });
    const SystemClock clock;
    RemoteDatabase::Options options;
    options.endpoint = server.endpoint().url();
    options.credentials = {"AKID", "secret", ""};
    const auto remote = *RemoteDatabase::Open(options, clock);
    EXPECT_TRUE(remote->TagResource({.resource_arn = "arn", .tags = {Tag{"k", "v"}}})) << answer;
  }
}

TEST(ForeignTablesTest, KeepTheirArns) {
  client::ScriptedServer server([](const http::Request&) {
    return client::Ok(R"({"Table": {"TableName": "orders", "TableStatus": "ARCHIVING",
        "TableArn": "arn:aws-cn:dynamodb:cn-north-1:123456789012:table/orders"}})");
  });
  const SystemClock clock;
  RemoteDatabase::Options options;
  options.endpoint = server.endpoint().url();
  options.credentials = client::kCaller.credentials;
  const auto database = RemoteDatabase::Open(options, clock);
  ASSERT_TRUE(database);
  const auto table = (*database)->DescribeTable("orders");
  ASSERT_TRUE(table) << table.error().message;
  EXPECT_EQ(table->table->definition().Arn(),
            "arn:aws-cn:dynamodb:cn-north-1:123456789012:table/orders");
  EXPECT_EQ(table->table->definition().region, "cn-north-1");
  EXPECT_EQ(table->status, TableStatus::kUpdating);
  EXPECT_NE((*database)->ListTables({}).error().message.find("cannot be read"), std::string::npos);
}

TEST(AwsEnvironmentTest, TakesWhatAwsToolsTake) {
  const auto of = [](std::map<std::string, std::string> variables) -> remote::Environment {
    return [variables](const std::string& name) {
      const auto found = variables.find(name);
      return found == variables.end() ? std::string() : found->second;
    };
  };
  EXPECT_EQ(remote::RegionOf(of({{"AWS_DEFAULT_REGION", "eu-west-1"}})), "eu-west-1");
  EXPECT_EQ(remote::RegionOf(of({})), "us-east-1");
  EXPECT_EQ(remote::EndpointOf(of({{"AWS_ENDPOINT_URL", "http://h"}})), "http://h");
  EXPECT_FALSE(remote::CredentialsOf(of({{"AWS_ACCESS_KEY_ID", "a"}})));
  EXPECT_EQ(remote::CredentialsOf(of({{"AWS_ACCESS_KEY_ID", "a"}, {"AWS_SECRET_ACCESS_KEY", "s"}}))
                ->secret_key,
            "s");
  EXPECT_TRUE(remote::CredentialsOf(of({})));
}

}  // namespace
}  // namespace trestle
