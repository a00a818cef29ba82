// Random writes, and then every index must hold what can be derived from the items alone, and every
// counter must be what counting says.
#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <map>
#include <random>
#include <string>
#include <thread>
#include <vector>

#include "table/table_testing.h"
#include "value/item_size.h"

namespace trestle {
namespace {

KeySchema OneKey() { return {.hash = {Key("g")}, .range = {Key("n", kN)}}; }
KeySchema ManyKeys() {
  return {.hash = {Key("g"), Key("n", kN)}, .range = {Key("b", kB), Key("h"), Key("sk", kN)}};
}

TableDefinition ModelTable() {
  TableDefinition definition = TableNamed("model");
  definition.indexes = {IndexNamed("all", OneKey()),
                        IndexNamed("keys", {.hash = {Key("h")}}, ProjectionType::kKeysOnly),
                        IndexNamed("some", ManyKeys(), ProjectionType::kInclude),
                        IndexNamed("many", ManyKeys())};
  definition.indexes[2].included = {"x"};
  IndexDefinition local =
      IndexNamed("local", {.hash = {Key("pk")}, .range = {Key("h")}}, ProjectionType::kKeysOnly);
  local.local = true;
  definition.indexes.push_back(local);
  return definition;
}

// Few keys and values, so that writes meet each other; attributes that may be missing, so that
// entries come and go.
class RandomItems {
 public:
  explicit RandomItems(unsigned seed) : random_(seed) {}

  int Below(int end) { return std::uniform_int_distribution<int>(0, end - 1)(random_); }
  Item Key() { return ItemOf({{"pk", S("p" + Text(5))}, {"sk", N(Text(6))}}); }
  Item Next() {
    Item item = Key();
    if (Below(4) != 0) item.Set("g", S("g" + Text(3)));
    if (Below(4) != 0) item.Set("n", N(Text(4)));
    if (Below(4) != 0) item.Set("b", B("b" + Text(2)));
    if (Below(4) != 0) item.Set("h", S("h" + Text(3)));
    if (Below(2) != 0) item.Set("x", S(std::string(static_cast<std::size_t>(Below(40)), 'x')));
    if (Below(2) != 0) item.Set("y", N(Text(9)));
    return item;
  }

 private:
  std::string Text(int end) { return std::to_string(Below(end)); }
  std::mt19937 random_;
};

class IndexModelTest : public CatalogTest {
 protected:
  // One random put, update or delete, alone or in a small transaction.
  void WriteOnce(const TablePtr& table, RandomItems& random) {
    std::map<ItemKey, Item> puts;
    for (int i = random.Below(4) == 0 ? 3 : 1; i > 0; --i) {
      Item item = random.Next();
      ItemKey key = *table->KeyOfItem(item);
      puts.insert_or_assign(std::move(key), std::move(item));
    }
    std::vector<ItemAddress> addresses;
    for (const auto& [key, item] : puts) addresses.push_back({table, key});
    WriteSet writes(*catalog_, std::move(addresses));
    std::size_t place = 0;
    for (auto& [key, item] : puts) {
      const int kind = random.Below(4);
      if (kind == 0) {
        writes.Delete(place);
      } else if (const ItemPart before = *writes.ReadPart(place, {"g", "y"});
                 kind == 1 && before.attributes != nullptr) {
        Item updated = *before.attributes;
        if (!updated.Erase("g")) updated.Set("g", S("updated"));
        if (!updated.Erase("y")) updated.Set("y", S("updated"));
        writes.PutPart(place, updated);
      } else {
        writes.Put(place, std::move(item));
      }
      ++place;
    }
    ASSERT_TRUE(writes.Commit().has_value());
  }

  static TableStatistics Counted(const std::vector<Item>& items) {
    TableStatistics counted;
    for (const Item& item : items) {
      ++counted.items;
      counted.bytes += static_cast<std::int64_t>(ItemSize(item));
    }
    return counted;
  }

  // The entries of an index as a reader of the documentation would derive them.
  static std::vector<Item> Derived(const Table& table, const IndexDefinition& index,
                                   const std::vector<Item>& items) {
    std::vector<Item> entries;
    for (const Item& item : items) {
      const auto lacks = [&](const KeyAttribute& key) { return !item.Contains(key.name); };
      if (std::any_of(index.keys.hash.begin(), index.keys.hash.end(), lacks)) continue;
      if (std::any_of(index.keys.range.begin(), index.keys.range.end(), lacks)) continue;
      Item entry;
      for (const Attribute& attribute : item) {
        const bool key = table.keys().Find(attribute.name) != nullptr ||
                         index.keys.Find(attribute.name) != nullptr;
        const bool included = index.projection == ProjectionType::kInclude && attribute.name == "x";
        if (key || included || index.projection == ProjectionType::kAll) {
          entry.Set(attribute.name, attribute.value);
        }
      }
      entries.push_back(std::move(entry));
    }
    return entries;
  }

  void ExpectConsistent(const Table& table) {
    const std::vector<Item> items = All(table);
    EXPECT_EQ(catalog_->Statistics(table), Counted(items));
    for (const IndexDefinition& index : table.definition().indexes) {
      std::vector<Item> entries = All(table, &index);
      EXPECT_EQ(catalog_->Statistics(table, &index), Counted(entries)) << index.name;
      std::vector<Item> derived = Derived(table, index, items);
      EXPECT_EQ(entries.size(), derived.size()) << index.name;
      EXPECT_TRUE(
          std::is_permutation(entries.begin(), entries.end(), derived.begin(), derived.end()))
          << index.name;
    }
  }
};

TEST_F(IndexModelTest, IndexesAndCountersFollowTheItems) {
  for (unsigned seed = 1; seed <= 15; ++seed) {
    SCOPED_TRACE(seed);
    const TablePtr table = Create(ModelTable());
    RandomItems random(seed);
    for (int i = 0; i < 120; ++i) WriteOnce(table, random);
    ExpectConsistent(*table);
    Reopen();
    const TablePtr reopened = *catalog_->Find("model");
    for (int i = 0; i < 20; ++i) WriteOnce(reopened, random);
    ExpectConsistent(*reopened);
    ASSERT_TRUE(catalog_->Drop("model").has_value());
  }
}

TEST_F(IndexModelTest, ConcurrentWritersLeaveAConsistentState) {
  const TablePtr table = Create(ModelTable());
  std::vector<std::thread> writers;
  for (unsigned seed = 1; seed <= 4; ++seed) {
    writers.emplace_back([&, seed] {
      RandomItems random(seed);
      for (int i = 0; i < 300; ++i) WriteOnce(table, random);
    });
  }
  for (std::thread& writer : writers) writer.join();
  ExpectConsistent(*table);
  Reopen();
  ExpectConsistent(**catalog_->Find("model"));
}

TEST_F(IndexModelTest, BackfillUnderConcurrentWritesIsComplete) {
  for (unsigned round = 1; round <= 5; ++round) {
    SCOPED_TRACE(round);
    TableDefinition definition = ModelTable();
    const std::vector<IndexDefinition> later = std::exchange(definition.indexes, {});
    const TablePtr table = Create(definition);
    RandomItems random(round);
    // Beside the items that writers fight over, many that only the backfill touches.
    for (int i = 0; i < 300; ++i) {
      Item item = random.Next();
      item.Set("sk", N(std::to_string(1000 + i)));
      Put(table, item);
    }
    std::atomic<bool> done = false;
    std::vector<std::thread> writers;
    for (unsigned seed = 1; seed <= 2; ++seed) {
      writers.emplace_back([&, seed] {
        RandomItems own(100 * round + seed);
        while (!done) WriteOnce(table, own);
      });
    }
    ASSERT_TRUE(catalog_
                    ->Update("model",
                             [&](TableDefinition& changed) -> Status {
                               for (const IndexDefinition& index : later)
                                 changed.indexes.push_back(index);
                               return {};
                             })
                    .has_value());
    if (round % 2 == 0) std::this_thread::sleep_for(std::chrono::milliseconds(1));
    const TablePtr filled = Filled("model");
    done = true;
    for (std::thread& writer : writers) writer.join();
    ExpectConsistent(*filled);
    ASSERT_TRUE(catalog_->Drop("model").has_value());
  }
}

}  // namespace
}  // namespace trestle
