#include "storage/store_copies.h"

#include <gmock/gmock.h>

#include <atomic>
#include <filesystem>
#include <fstream>
#include <future>
#include <random>
#include <thread>

#include "storage/faulty_disk.h"
#include "storage/open_store.h"
#include "storage/store_testing.h"

namespace trestle {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;
using ::testing::Pair;

enum class Kind { kMemory, kStrict, kRelaxed };

class StoreCopiesTest : public testing::TestWithParam<Kind> {
 protected:
  StoreCopiesTest() { Reopen(); }

  void Reopen() {
    store_.reset();
    const Durability durability =
        GetParam() == Kind::kRelaxed ? Durability::kRelaxed : Durability::kStrict;
    store_ = Opened(OpenStore(
        {.folder = Data(), .in_memory = GetParam() == Kind::kMemory, .durability = durability}));
  }
  std::string Data() const { return folder_ / "data"; }

  void Save(std::string_view name) { Expect(store_->SaveCopy(name)); }
  void Become(std::string_view name) { Expect(store_->BecomeCopy(name)); }
  void BecomeEmpty() { Expect(store_->Become(store_->PrepareEmpty().value())); }
  static void Expect(const Status& status) {
    EXPECT_TRUE(status.has_value()) << status.error().message;
  }
  std::shared_ptr<const View> Copy(std::string_view name) { return store_->OpenCopy(name).value(); }
  Entries Shown() const { return EntriesOf(*store_->Durable()); }

  TemporaryFolder folder_;
  std::unique_ptr<Store> store_;
};

std::string NameOf(const testing::TestParamInfo<Kind>& kind) {
  static constexpr const char* kNames[] = {"Memory", "Strict", "Relaxed"};
  return kNames[static_cast<int>(kind.param)];
}

INSTANTIATE_TEST_SUITE_P(Kinds, StoreCopiesTest,
                         testing::Values(Kind::kMemory, Kind::kStrict, Kind::kRelaxed), NameOf);

TEST_P(StoreCopiesTest, ACopyHoldsWhatWasCommittedBeforeItAndStaysAsItIs) {
  Put(*store_, "a", "1");
  Save("first");
  Put(*store_, "a", "2");
  Put(*store_, "b", "2");
  Save("second");
  EXPECT_THAT(EntriesOf(*Copy("first")), ElementsAre(Pair("a", "1")));
  EXPECT_THAT(EntriesOf(*Copy("second")), ElementsAre(Pair("a", "2"), Pair("b", "2")));
  EXPECT_EQ(Copy("first")->Get("a").value(), "1");
  const std::vector<std::string_view> keys = {"a", "b"};
  EXPECT_EQ(Copy("first")->MultiGet(keys).value()[0], "1");
  EXPECT_EQ(Copy("first")->MultiGet(keys).value()[1], std::nullopt);
  EXPECT_THAT(store_->Copies().value(), ElementsAre("first", "second"));
}

TEST_P(StoreCopiesTest, ACopyOfAnEmptyStoreIsEmpty) {
  EXPECT_THAT(store_->Copies().value(), IsEmpty());
  Save("empty");
  EXPECT_THAT(EntriesOf(*Copy("empty")), IsEmpty());
}

TEST_P(StoreCopiesTest, NamesAreCheckedAndNotTakenTwice) {
  Save("a.b-C_9");
  EXPECT_EQ(store_->SaveCopy("a.b-C_9").error().code, ErrorCode::kResourceInUse);
  for (const std::string& name : {std::string(), std::string("a/b"), std::string(".."),
                                  std::string("x.tmp"), std::string(201, 'a')}) {
    EXPECT_EQ(store_->SaveCopy(name).error().code, ErrorCode::kValidation) << name;
    EXPECT_EQ(store_->OpenCopy(name).error().code, ErrorCode::kValidation) << name;
    EXPECT_EQ(store_->DropCopy(name).error().code, ErrorCode::kValidation) << name;
  }
  EXPECT_EQ(store_->OpenCopy("none").error().code, ErrorCode::kResourceNotFound);
  EXPECT_EQ(store_->DropCopy("none").error().code, ErrorCode::kResourceNotFound);
  EXPECT_EQ(store_->BecomeCopy("none").error().code, ErrorCode::kResourceNotFound);
}

TEST_P(StoreCopiesTest, ACopyGoesWhenNobodyReadsIt) {
  Put(*store_, "a", "1");
  Save("copy");
  std::shared_ptr<const View> view = Copy("copy");
  EXPECT_EQ(store_->DropCopy("copy").error().code, ErrorCode::kResourceInUse);
  EXPECT_EQ(Get(*view, "a"), "1");
  view.reset();
  Expect(store_->DropCopy("copy"));
  EXPECT_THAT(store_->Copies().value(), IsEmpty());
  Put(*store_, "a", "2");
  Save("copy");
  EXPECT_EQ(Get(*Copy("copy"), "a"), "2");
}

TEST_P(StoreCopiesTest, AViewOfACopyOutlivesTheStore) {
  Put(*store_, "a", "1");
  Save("copy");
  const std::shared_ptr<const View> view = Copy("copy");
  store_.reset();
  EXPECT_EQ(Get(*view, "a"), "1");
}

// Pairs of keys are committed together, one pair after the other, while copies are made.
TEST_P(StoreCopiesTest, CopiesAreConsistentWhileCommitsGoOn) {
  std::atomic<int> committed = 0;
  std::atomic<bool> stopping = false;
  std::thread writer([&] {
    for (int i = 0; !stopping; ++i) {
      const std::unique_ptr<WriteBatch> batch = store_->NewBatch();
      const std::string number = std::to_string(1000000 + i);
      batch->Put("a" + number, std::string(100, 'x'));
      batch->Put("b" + number, std::string(100, 'x'));
      ASSERT_TRUE(store_->Commit(*batch).has_value());
      committed = i + 1;
    }
  });
  for (int copy = 0; copy < 5; ++copy) {
    const int before = committed;
    const std::string name = "copy" + std::to_string(copy);
    Save(name);
    const std::size_t firsts = EntriesOf(*Copy(name), {.begin = "a", .end = "b"}).size();
    const Entries seconds = EntriesOf(*Copy(name), {.begin = "b", .end = "c"});
    EXPECT_EQ(firsts, seconds.size());
    EXPECT_GE(seconds.size(), static_cast<std::size_t>(before));
    if (seconds.empty()) continue;
    EXPECT_EQ(seconds.back().first, "b" + std::to_string(1000000 + seconds.size() - 1));
  }
  stopping = true;
  writer.join();
}

TEST_P(StoreCopiesTest, TheStoreGoesBackToACopy) {
  Put(*store_, "a", "1");
  Save("copy");
  Put(*store_, "a", "2");
  Put(*store_, "b", "2");
  Become("copy");
  EXPECT_THAT(Shown(), ElementsAre(Pair("a", "1")));
  EXPECT_EQ(store_->GetDurable("a").value(), "1");
  EXPECT_EQ(store_->GetLatest("b").value(), std::nullopt);
  // And again, from what came after: the copy is as it was.
  ASSERT_TRUE(store_->WaitDurable(Put(*store_, "c", "3")).has_value());
  EXPECT_THAT(Shown(), ElementsAre(Pair("a", "1"), Pair("c", "3")));
  Become("copy");
  EXPECT_THAT(Shown(), ElementsAre(Pair("a", "1")));
  EXPECT_THAT(EntriesOf(*Copy("copy")), ElementsAre(Pair("a", "1")));
}

TEST_P(StoreCopiesTest, TheStoreBecomesEmpty) {
  Put(*store_, "a", "1");
  BecomeEmpty();
  EXPECT_THAT(Shown(), IsEmpty());
  Put(*store_, "b", "1");
  Save("copy");
  BecomeEmpty();
  Become("copy");
  EXPECT_THAT(Shown(), ElementsAre(Pair("b", "1")));
}

TEST_P(StoreCopiesTest, AViewOfBeforeStaysAsItIs) {
  Save("empty");
  ASSERT_TRUE(store_->WaitDurable(Put(*store_, "a", "1")).has_value());
  const std::shared_ptr<const View> durable = store_->Durable();
  const std::shared_ptr<const View> latest = store_->Latest();
  const std::unique_ptr<Cursor> cursor = store_->Latest()->Range({});
  Become("empty");
  Become("empty");
  EXPECT_EQ(Get(*durable, "a"), "1");
  EXPECT_EQ(Get(*latest, "a"), "1");
  cursor->SeekFirst();
  EXPECT_EQ(cursor->value(), "1");
}

TEST_P(StoreCopiesTest, PositionsGoOnRising) {
  Save("empty");
  CommitPosition before = Put(*store_, "a", "1");
  for (int round = 0; round < 3; ++round) {
    Become("empty");
    EXPECT_TRUE(store_->IsDurable(before));
    EXPECT_LT(before, store_->LatestPosition());
    EXPECT_TRUE(store_->IsDurable(store_->LatestPosition()));
    const CommitPosition after = Put(*store_, "a", "1");
    EXPECT_LT(before, after);
    EXPECT_EQ(store_->LatestPosition(), after);
    ASSERT_TRUE(store_->WaitDurable(after).has_value());
    before = after;
  }
}

TEST_P(StoreCopiesTest, WhoWaitsForACommitOfBeforeIsCalled) {
  Save("empty");
  std::vector<std::promise<bool>> called(50);
  for (std::promise<bool>& promise : called) {
    store_->WhenDurable(Put(*store_, "a", "1"), [&promise](const Status& status) {
      promise.set_value(status.has_value());
    });
  }
  Become("empty");
  for (std::promise<bool>& promise : called) EXPECT_TRUE(promise.get_future().get());
}

// All keys of one state have the same value, whoever looks and whenever.
TEST_P(StoreCopiesTest, ReadersSeeOneStateOrTheOther) {
  for (const char* state : {"one", "other"}) {
    for (int key = 0; key < 20; ++key) Put(*store_, "key" + std::to_string(key), state);
    Save(state);
  }
  std::atomic<bool> stopping = false;
  std::vector<std::thread> readers;
  for (int i = 0; i < 3; ++i) {
    readers.emplace_back([&] {
      while (!stopping) {
        const Entries entries = EntriesOf(*store_->Durable());
        ASSERT_EQ(entries.size(), 20U);
        for (const auto& entry : entries) ASSERT_EQ(entry.second, entries.front().second);
        ASSERT_NE(store_->GetDurable("key1").value(), std::nullopt);
        ASSERT_NE(store_->GetLatest("key2").value(), std::nullopt);
      }
    });
  }
  for (int round = 0; round < 20; ++round) Become(round % 2 == 0 ? "one" : "other");
  stopping = true;
  for (std::thread& reader : readers) reader.join();
}

class StoredCopiesTest : public StoreCopiesTest {
 protected:
  // The names of the folder, once all that is to be removed is gone.
  std::vector<std::string> SettledNames(std::string_view beginning) {
    std::vector<std::string> names;
    for (int i = 0; i < 200; ++i) {
      names.clear();
      for (const auto& entry : std::filesystem::directory_iterator(Data())) {
        const std::string name = entry.path().filename();
        if (name.starts_with(beginning)) names.push_back(name);
      }
      if (names.size() <= 1) break;
      std::this_thread::sleep_for(std::chrono::milliseconds(10));
    }
    return names;
  }
};

INSTANTIATE_TEST_SUITE_P(Kinds, StoredCopiesTest, testing::Values(Kind::kStrict, Kind::kRelaxed),
                         NameOf);

TEST_P(StoredCopiesTest, CopiesSurviveARestart) {
  Put(*store_, "a", "1");
  Save("copy");
  Put(*store_, "a", "2");
  Reopen();
  EXPECT_THAT(store_->Copies().value(), ElementsAre("copy"));
  EXPECT_EQ(Get(*Copy("copy"), "a"), "1");
  Become("copy");
  EXPECT_THAT(Shown(), ElementsAre(Pair("a", "1")));
}

TEST_P(StoredCopiesTest, WhatTheStoreBecameIsThereAfterARestart) {
  Save("empty");
  for (int round = 0; round < 3; ++round) {
    Put(*store_, "a", "1");
    Become("empty");
    EXPECT_THAT(Shown(), IsEmpty());
    Put(*store_, "b", std::to_string(round));
    Reopen();
    EXPECT_THAT(Shown(), ElementsAre(Pair("b", std::to_string(round))));
  }
}

TEST_P(StoredCopiesTest, TheFilesOfBeforeGo) {
  Put(*store_, "a", "1");
  Save("copy");
  Become("copy");
  Become("copy");
  EXPECT_THAT(SettledNames("live-"), ElementsAre("live-3"));
  EXPECT_THAT(SettledNames("CURRENT"), IsEmpty());
  EXPECT_THAT(SettledNames("MANIFEST"), IsEmpty());
  std::ifstream file(folder_ / "data/trestle.live");
  std::string live((std::istreambuf_iterator<char>(file)), {});
  EXPECT_EQ(live, "live-3\n");  // golden bytes: see docs/file-format.md
}

TEST_P(StoredCopiesTest, AStartRemovesWhatIsUnfinished) {
  Put(*store_, "a", "1");
  Save("copy");
  Become("copy");
  store_.reset();
  namespace fs = std::filesystem;
  fs::copy(folder_ / "data/copies/copy", folder_ / "data/copies/half.tmp");
  fs::copy(folder_ / "data/copies/copy", folder_ / "data/live-7");
  fs::copy(folder_ / "data/copies/copy/CURRENT", folder_ / "data/CURRENT");
  std::ofstream(folder_ / "data/notes.log") << "not ours";
  Reopen();
  EXPECT_THAT(store_->Copies().value(), ElementsAre("copy"));
  EXPECT_FALSE(fs::exists(folder_ / "data/copies/half.tmp"));
  EXPECT_FALSE(fs::exists(folder_ / "data/live-7"));
  EXPECT_FALSE(fs::exists(folder_ / "data/CURRENT"));
  EXPECT_TRUE(fs::exists(folder_ / "data/notes.log"));
  EXPECT_THAT(Shown(), ElementsAre(Pair("a", "1")));
}

TEST_P(StoredCopiesTest, AMissingLiveFolderIsNotTakenForANewStore) {
  Save("copy");
  Become("copy");
  store_.reset();
  std::filesystem::remove_all(folder_ / "data/live-2");
  EXPECT_THAT(OpenStore({.folder = Data()}).error().message,
              testing::HasSubstr("names the folder live-2, which holds no database"));
}

// A disk that fails when the store has named its new folder, but cannot say that the name is safe.
class UnsettledNameTest : public testing::Test {
 protected:
  UnsettledNameTest() : store_(Opened(OpenStoreOn({.env = disk_.env()}, {.folder = Data()}))) {
    Put(*store_, "state", "copied");
    EXPECT_TRUE(store_->SaveCopy("copy").has_value());
    EXPECT_TRUE(store_->WaitDurable(Put(*store_, "state", "newer")).has_value());
    disk_.FailSyncsAfterRenameTo(Data() + "/trestle.live");
    EXPECT_EQ(store_->BecomeCopy("copy").error().code, ErrorCode::kStorageUnavailable);
  }
  std::string Data() const { return folder_.path(); }
  Status Write(std::string_view key) {
    TRESTLE_TRY(const CommitPosition position, TryPut(*store_, key, "1"));
    return store_->WaitDurable(position);
  }
  void WaitUntilWritesAreTaken() {
    while (!Write("tried")) std::this_thread::sleep_for(std::chrono::milliseconds(10));
  }

  TemporaryFolder folder_;
  FaultyDisk disk_;
  std::unique_ptr<Store> store_;
};

TEST_F(UnsettledNameTest, LeavesAFolderThatOpens) {
  EXPECT_EQ(store_->GetDurable("state").value(), "newer");
  store_.reset();
  EXPECT_THAT(Get(*OpenAt(Data())->Durable(), "state"), testing::AnyOf("newer", "copied"));
}

TEST_F(UnsettledNameTest, NoWriteIsAcknowledgedThatTheNextStartMayNotFind) {
  EXPECT_EQ(Write("refused").error().code, ErrorCode::kStorageUnavailable);
  disk_.SetSyncsFailing(false);
  WaitUntilWritesAreTaken();
  store_.reset();
  const std::unique_ptr<Store> reopened = OpenAt(Data());
  EXPECT_EQ(Get(*reopened->Durable(), "state"), "newer");
  EXPECT_EQ(Get(*reopened->Durable(), "tried"), "1");
}

TEST_F(UnsettledNameTest, TheStoreMayStillBecomeTheCopy) {
  disk_.SetSyncsFailing(false);
  WaitUntilWritesAreTaken();
  ASSERT_TRUE(store_->BecomeCopy("copy").has_value());
  ASSERT_TRUE(Write("after").has_value());
  store_.reset();
  EXPECT_THAT(EntriesOf(*OpenAt(Data())->Durable()),
              ElementsAre(Pair("after", "1"), Pair("state", "copied")));
}

// The power fails at a random moment while the store goes from state to state.
class CopiesPowerLossTest : public testing::TestWithParam<int> {};
INSTANTIATE_TEST_SUITE_P(Seeds, CopiesPowerLossTest, testing::Range(1, 9));

TEST_P(CopiesPowerLossTest, LeavesOneStateOrTheOther) {
  std::mt19937 random(static_cast<unsigned>(GetParam()));
  const TemporaryFolder folder;
  FaultyDisk disk;
  auto store = Opened(OpenStoreOn({.env = disk.env()}, {.folder = folder.path()}));
  for (const char* state : {"one", "other"}) {
    for (int key = 0; key < 20; ++key) Put(*store, "key" + std::to_string(key), state);
    ASSERT_TRUE(store->SaveCopy(state).has_value());
  }
  std::thread cut([&disk, pause = random() % 60] {
    std::this_thread::sleep_for(std::chrono::milliseconds(pause));
    disk.LosePower();
  });
  std::string newest = "other";  // that the store said it is
  std::string unknown = newest;  // that it may be as well
  for (int round = 0;; ++round) {
    unknown = round % 2 == 0 ? "one" : "other";
    if (!store->BecomeCopy(unknown)) break;
    newest = unknown;
  }
  cut.join();
  store.reset();
  disk.Forget([&](const FaultyDisk::File& file) -> std::optional<std::uint64_t> {
    if (!file.named && random() % 2 == 0) return std::nullopt;
    return std::uniform_int_distribution(file.synced, file.written)(random);
  });

  const std::unique_ptr<Store> reopened = OpenAt(folder.path());
  const Entries entries = EntriesOf(*reopened->Durable());
  ASSERT_EQ(entries.size(), 20U);
  for (const auto& entry : entries) ASSERT_EQ(entry.second, entries.front().second);
  EXPECT_THAT(entries.front().second, testing::AnyOf(newest, unknown));
  EXPECT_THAT(reopened->Copies().value(), ElementsAre("one", "other"));
}

}  // namespace
}  // namespace trestle
