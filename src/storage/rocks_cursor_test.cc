#include "storage/rocks_cursor.h"

#include <gmock/gmock.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <map>
#include <string>
#include <vector>

#include "storage/open_store.h"
#include "storage/store_testing.h"

namespace trestle {
namespace {

class CursorTest : public testing::Test {
 protected:
  CursorTest() : store_(OpenInMemory()) {
    for (const char* key : {"a", "b", "bb", "c", "d"}) Put(*store_, key, key);
  }

  std::unique_ptr<Cursor> Range(KeyRange range) {
    return store_->Latest()->Range(std::move(range));
  }

  std::unique_ptr<Store> store_;
};

// Where the cursor stands, or "end".
std::string At(const Cursor& cursor) { return cursor.Valid() ? std::string(cursor.key()) : "end"; }

TEST_F(CursorTest, WalksForwardOverItsRangeOnly) {
  const auto cursor = Range({.begin = "b", .end = "d"});
  cursor->SeekFirst();
  EXPECT_EQ(At(*cursor), "b");
  cursor->Next();
  EXPECT_EQ(At(*cursor), "bb");
  cursor->Next();
  EXPECT_EQ(At(*cursor), "c");
  cursor->Next();
  EXPECT_EQ(At(*cursor), "end");
  EXPECT_TRUE(cursor->status().has_value());
}

TEST_F(CursorTest, WalksBackwardOverItsRangeOnly) {
  const auto cursor = Range({.begin = "b", .end = "d"});
  cursor->SeekLast();
  EXPECT_EQ(At(*cursor), "c");
  cursor->Previous();
  EXPECT_EQ(At(*cursor), "bb");
  cursor->Previous();
  EXPECT_EQ(At(*cursor), "b");
  cursor->Previous();
  EXPECT_EQ(At(*cursor), "end");
}

TEST_F(CursorTest, SeeksToAKeyOrTheNext) {
  const auto cursor = Range({.begin = "b", .end = "d"});
  cursor->Seek("bb");
  EXPECT_EQ(At(*cursor), "bb");
  cursor->Seek("bc");
  EXPECT_EQ(At(*cursor), "c");
  cursor->Seek("a");
  EXPECT_EQ(At(*cursor), "b");
  cursor->Seek("");
  EXPECT_EQ(At(*cursor), "b");
  cursor->Seek("d");
  EXPECT_EQ(At(*cursor), "end");
}

TEST_F(CursorTest, SeeksBeforeAKey) {
  const auto cursor = Range({.begin = "b", .end = "d"});
  cursor->SeekBefore("c");
  EXPECT_EQ(At(*cursor), "bb");
  cursor->SeekBefore("ca");
  EXPECT_EQ(At(*cursor), "c");
  cursor->SeekBefore("d");
  EXPECT_EQ(At(*cursor), "c");
  cursor->SeekBefore("z");
  EXPECT_EQ(At(*cursor), "c");
  cursor->SeekBefore("b");
  EXPECT_EQ(At(*cursor), "end");
  cursor->SeekBefore("a");
  EXPECT_EQ(At(*cursor), "end");
}

TEST_F(CursorTest, TurnsAround) {
  const auto cursor = Range({.begin = "b"});
  cursor->Seek("c");
  cursor->Previous();
  EXPECT_EQ(At(*cursor), "bb");
  cursor->Next();
  cursor->Next();
  EXPECT_EQ(At(*cursor), "d");
}

TEST_F(CursorTest, WithoutAnEndReachesTheLastKey) {
  const auto cursor = Range({});
  cursor->SeekLast();
  EXPECT_EQ(At(*cursor), "d");
  cursor->SeekFirst();
  EXPECT_EQ(At(*cursor), "a");
}

TEST_F(CursorTest, NeverShowsTheKeysOfTheStoreItself) {
  const auto cursor = Range({});
  cursor->SeekFirst();
  cursor->Previous();
  EXPECT_EQ(At(*cursor), "end");
  cursor->Seek(std::string_view("\0", 1));
  EXPECT_EQ(At(*cursor), "a");
  cursor->SeekBefore("a");
  EXPECT_EQ(At(*cursor), "end");
}

TEST_F(CursorTest, AnEmptyOrInvertedRangeHasNoKeys) {
  for (const KeyRange& range : {KeyRange{"b", "b"}, KeyRange{"c", "a"}, KeyRange{"e", ""}}) {
    const auto cursor = Range(range);
    cursor->SeekFirst();
    EXPECT_EQ(At(*cursor), "end");
    cursor->SeekLast();
    EXPECT_EQ(At(*cursor), "end");
    cursor->Seek("b");
    EXPECT_EQ(At(*cursor), "end");
    cursor->SeekBefore("b");
    EXPECT_EQ(At(*cursor), "end");
  }
}

// Short keys over a small alphabet, so that keys, bounds and targets often meet.
std::string AnyKey() {
  return *rc::gen::resize(3, rc::gen::nonEmpty(rc::gen::container<std::string>(
                                 rc::gen::element('\x01', 'a', 'b', '\x7f', '\xff'))));
}

// Groups of keys that share one byte or two, and keys in none.
std::size_t FirstBytes(std::string_view key) {
  const std::size_t bytes = key.starts_with('a') ? 1 : key.starts_with('\xff') ? 2 : 0;
  return key.size() < bytes ? 0 : bytes;
}

RC_GTEST_PROP(CursorPropertyTest, AgreesWithAnOrderedMap, ()) {
  const std::unique_ptr<Store> store =
      Opened(OpenStore({.in_memory = true, .key_group = FirstBytes}));
  std::map<std::string, std::string, std::less<>> expected;
  for (int i = *rc::gen::inRange(0, 20); i > 0; --i) {
    const std::string key = AnyKey();
    Put(*store, key, std::to_string(i));
    expected[key] = std::to_string(i);
  }
  const KeyRange range{.begin = AnyKey(), .end = *rc::gen::arbitrary<bool>() ? AnyKey() : ""};
  std::erase_if(expected, [&](const auto& entry) {
    return entry.first < range.begin || (!range.end.empty() && entry.first >= range.end);
  });
  RC_ASSERT(EntriesOf(*store->Latest(), range) == Entries(expected.begin(), expected.end()));

  const auto cursor = store->Latest()->Range(range);
  const std::string target = AnyKey();
  auto place = expected.lower_bound(target);
  cursor->Seek(target);
  RC_ASSERT(At(*cursor) == (place == expected.end() ? "end" : place->first));
  cursor->SeekBefore(target);
  RC_ASSERT(At(*cursor) == (place == expected.begin() ? "end" : std::prev(place)->first));
}

std::vector<std::string> KeysOf(Cursor& cursor, void (Cursor::*start)(), void (Cursor::*step)()) {
  std::vector<std::string> keys;
  for ((cursor.*start)(); cursor.Valid(); (cursor.*step)()) keys.emplace_back(cursor.key());
  return keys;
}

TEST(CursorGroupTest, RangesWithinAGroupAreWholeOverManyFiles) {
  // Values that fill a file after a few keys, so that most files have nothing of most groups.
  const TemporaryFolder folder;
  const auto four_bytes = [](std::string_view key) { return key.size() < 4 ? 0 : std::size_t{4}; };
  const std::unique_ptr<Store> store = Opened(OpenStoreOn(
      {.write_buffer_bytes = 64 << 10}, {.folder = folder.path(), .key_group = four_bytes}));
  for (int i = 0; i < 400; ++i) {
    const std::string group = "g" + std::to_string(100 + i * 37 % 101);
    Put(*store, group + "/" + std::to_string(i), std::string(4000, 'v'));
  }
  for (int group = 100; group < 201; ++group) {
    const std::string prefix = "g" + std::to_string(group);
    const auto within = store->Latest()->Range({.begin = prefix, .end = prefix + "0"});
    const auto beyond = store->Latest()->Range({.begin = prefix, .end = prefix + "\xff"});
    auto keys = KeysOf(*within, &Cursor::SeekFirst, &Cursor::Next);
    EXPECT_GE(keys.size(), 3u) << prefix;
    EXPECT_EQ(KeysOf(*beyond, &Cursor::SeekFirst, &Cursor::Next), keys);
    std::reverse(keys.begin(), keys.end());
    EXPECT_EQ(KeysOf(*within, &Cursor::SeekLast, &Cursor::Previous), keys);
    EXPECT_EQ(KeysOf(*beyond, &Cursor::SeekLast, &Cursor::Previous), keys);
  }
}

// All lie in memory; deleted ranges are in a list of their own.
TEST(HotRowTest, RowsWrittenAgainAndAgainStayApartFromDeletedRanges) {
  const std::unique_ptr<Store> store = Opened(OpenStore(
      {.in_memory = true, .hot_row = [](std::string_view key) { return key.ends_with("hot"); }}));
  std::map<std::string, std::string> expected;
  const auto key = [](int i) { return "row" + std::to_string(1000 + i); };
  for (int round = 0; round < 200; ++round) {
    const std::unique_ptr<WriteBatch> batch = store->NewBatch();
    for (int i = 0; i < 5; ++i) batch->Put(key(round * 3 + i), std::to_string(round));
    for (int i = 0; i < 3; ++i) batch->Put(key(i * 100) + "hot", std::to_string(round));
    batch->DeleteRange(key(round * 3 + 1), key(round * 3 + 3));
    ASSERT_TRUE(store->Commit(*batch).has_value());
    for (int i = 0; i < 5; ++i) expected[key(round * 3 + i)] = std::to_string(round);
    for (int i = 0; i < 3; ++i) expected[key(i * 100) + "hot"] = std::to_string(round);
    expected.erase(expected.lower_bound(key(round * 3 + 1)),
                   expected.lower_bound(key(round * 3 + 3)));
  }
  EXPECT_EQ(EntriesOf(*store->Latest()), Entries(expected.begin(), expected.end()));
}

}  // namespace
}  // namespace trestle
