#include <gtest/gtest.h>

#include <atomic>

#include "binding/bindings.h"
#include "binding/local_binder.h"
#include "operation/local_database.h"
#include "repository/repository.h"

namespace trestle {
namespace {

constexpr std::string_view kBoundNotes = R"toml(format = 1
model = "notes"

[tables.notes]
partition_key = "PK"
ttl = "ExpiresAt"

[entities.Note]
table = "notes"
PK = "NOTE#{Id}"
ttl = { after = "1h" }
version = "Version"
[entities.Note.attributes]
Id = "string"
Title = "string"
CreatedAt = { type = "timestamp", default = "now" }
UpdatedAt = { type = "timestamp", on_write = "now" }

[transactions.Rename]
parameters = { id = "string", title = "string" }
steps = [{ update = "Note", key = { Id = "{id}" }, set = { Title = "{title}" } }]
)toml";

// A second later each time that somebody looks at it.
class SteppingClock final : public Clock {
 public:
  TimePoint Now() const override {
    return TimePoint(std::chrono::seconds(1'800'000'000 + readings_++));
  }

 private:
  mutable std::atomic<std::int64_t> readings_ = 0;
};

// A repository over a table to which the server has bound the same model.
class BoundAnswerTest : public ::testing::Test {
 protected:
  void SetUp() override {
    LocalDatabase::Options options;
    options.store = {.folder = "", .in_memory = true};
    options.catalog.keepers = &bindings_;
    database_ = *LocalDatabase::Open(options, clock_);
    LocalBinder binder(*database_, bindings_);
    const auto bound = binder.Bind(kBoundNotes, "notes.trestle.toml", "enforce");
    ASSERT_TRUE(bound) << bound.error().message;
    repository_ = std::make_unique<repository::Repository>(
        *ModelIn(kBoundNotes, "notes"), *database_, clock_,
        repository::RepositoryOptions{.cursor_key = "k", .bound = true});
  }
  Item Stored() {
    const auto found = repository_->Get("Note", kId);
    return found && found->found ? found->found->item : Item();
  }

  const Item kId{{"Id", AttributeValue::String("a")}};
  SteppingClock clock_;
  Bindings bindings_;
  std::unique_ptr<LocalDatabase> database_;
  std::unique_ptr<repository::Repository> repository_;
};

TEST_F(BoundAnswerTest, IsWhatIsStored) {
  const auto created = repository_->Create("Note", kId);
  ASSERT_TRUE(created) << created.error().message;
  EXPECT_EQ(created->written.item, Stored());
  const auto put = repository_->Put("Note", kId);
  ASSERT_TRUE(put) << put.error().message;
  EXPECT_EQ(put->written.item, Stored());
  const auto updated = repository_->Update("Note", kId, {{"Title", AttributeValue::String("one")}});
  ASSERT_TRUE(updated) << updated.error().message;
  EXPECT_EQ(updated->written.item, Stored());
  const auto renamed = repository_->Transact(
      "Rename", {{"id", AttributeValue::String("a")}, {"title", AttributeValue::String("two")}});
  ASSERT_TRUE(renamed) << renamed.error().message;
  EXPECT_EQ(renamed->items.at(0).item, Stored());
}

TEST_F(BoundAnswerTest, OfAnUpdateIsWhatIsStored) {
  ASSERT_TRUE(repository_->Create("Note", kId));
  UpdateItemRequest request{.table_name = "notes",
                            .key = Item{{"PK", AttributeValue::String("NOTE#a")}}};
  request.update_expression = "REMOVE Title";
  request.return_values = ReturnValues::kAllNew;
  const auto updated = database_->UpdateItem(request);
  ASSERT_TRUE(updated) << updated.error().message;
  EXPECT_EQ(*updated->attributes->Decode(), Stored());
}

// The key is made before the write is planned, of times that the write then says.
TEST_F(BoundAnswerTest, APutHasOneTime) {
  const auto put = database_->PutItem({.table_name = "notes",
                                       .item = Item{{"EntityType", AttributeValue::String("Note")},
                                                    {"Id", AttributeValue::String("a")}}});
  ASSERT_TRUE(put) << put.error().message;
  const Item stored = Stored();
  EXPECT_EQ(*stored.Find("CreatedAt"), *stored.Find("UpdatedAt"));
}

}  // namespace
}  // namespace trestle
