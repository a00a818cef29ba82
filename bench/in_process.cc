// How much of RocksDB's own speed is left to a program that links the library: operations through
// operation/, without HTTP or JSON, beside bare RocksDB calls on the same keys and values, by turns
// in one run. bench/README.md says what each line compares.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <filesystem>
#include <future>
#include <memory>
#include <thread>

#include "base/check.h"
#include "operation/local_database.h"
#include "raw_store.h"
#include "side_by_side.h"
#include "table/index_entry.h"
#include "table/key_codec.h"
#include "typed_samples.h"

namespace trestle::bench {
namespace {

constexpr std::size_t kItems = 20'000;
constexpr std::size_t kStride = 7'919;  // coprime to kItems, so that a walk meets every item
constexpr std::size_t kTurn = 32;       // writes of a thread between two waits for the disk
constexpr std::string_view kIndexed = "bench";
constexpr std::string_view kPlain = "plain";

struct Settings {
  std::vector<std::string> modes = {"memory", "relaxed", "strict"};
  std::string only;
  std::string format = "text";
  std::string folder = std::filesystem::temp_directory_path();
  std::size_t rounds = 5;
  std::size_t threads = 2;
  std::size_t reads = 200'000;
  std::size_t writes = 20'000;
};

CreateTableRequest NewTable(std::string_view name) {
  CreateTableRequest request;
  request.table_name = name;
  request.billing = BillingMode::kPayPerRequest;
  request.attributes = {{.name = "pk"}, {.name = "sk"}};
  request.key_schema = {{.attribute_name = "pk"}, {.attribute_name = "sk", .hash = false}};
  if (name == kPlain) return request;
  request.attributes->push_back({.name = "gpk"});
  request.attributes->push_back({.name = "gsk"});
  IndexRequest index;
  index.name = "gsi";
  index.key_schema = {{.attribute_name = "gpk"}, {.attribute_name = "gsk", .hash = false}};
  index.projection.type = ProjectionType::kAll;
  request.global_indexes = std::vector<IndexRequest>{std::move(index)};
  return request;
}

// What the raw side of a put does: it writes the item and its index entries, or it also looks for
// an old item and stores a row of counters, as every put of a database must that keeps exact
// counts.
enum class RawPut : std::uint8_t { kRows, kLikeWork };

// The two sides of one mode: a database, and a raw store that holds what its store holds.
class Bench {
 public:
  Bench(const Settings& settings, std::string mode)
      : settings_(settings),
        mode_(std::move(mode)),
        database_(*LocalDatabase::Open({.store = OptionsOf("ours")}, clock_)),
        raw_(OptionsOf("raw")),
        indexed_(*database_->CreateTable(NewTable(kIndexed))),
        plain_(*database_->CreateTable(NewTable(kPlain))) {
    for (std::size_t number = 0; number < kItems; ++number) {
      Item item = TypedItem(number);
      rows_.push_back(RowsOf(*indexed_.table, item));
      rocksdb::WriteBatch batch;
      AddRows(rows_.back(), batch);
      raw_.Write(batch);
      keys_.push_back(TypedKey(number));
      Check(Put(kIndexed, std::move(item)));
    }
    if (mode_ != "memory") MoveToFiles();
  }

  std::vector<Comparison> Run() {
    std::vector<Comparison> done;
    const auto add = [&](const std::string& name, Comparison (Bench::*measure)()) {
      if (name.find(settings_.only) == std::string::npos) return;
      done.push_back((this->*measure)());
      done.back().name = fmt::format("{}: {}", mode_, name);
    };
    add("GetItem", &Bench::CompareGets);
    add("GetItem, request made too", &Bench::CompareGetCalls);
    for (const bool grouped : {false, true}) {
      commits_grouped_ = grouped;
      const std::string each = grouped ? ", 32 in a commit" : "";
      add("PutItem, no index" + each, &Bench::ComparePlainPuts);
      add("PutItem, one index" + each, &Bench::CompareIndexedPuts);
      add("UpdateItem, one index" + each, &Bench::CompareUpdates);
    }
    commits_grouped_ = false;
    add("PutItem, no index; raw looks and counts", &Bench::ComparePlainPutsOfLikeWork);
    add("PutItem, one index; raw looks and counts", &Bench::CompareIndexedPutsOfLikeWork);
    return done;
  }

 private:
  StoreOptions OptionsOf(const std::string& side) const {
    return {.folder = settings_.folder + "/" + mode_ + "-" + side,
            .in_memory = mode_ == "memory",
            .durability = mode_ == "strict" ? Durability::kStrict : Durability::kRelaxed};
  }

  // A store at rest moves what its log holds to a table file: both sides read from one.
  void MoveToFiles() {
    raw_.Flush();
    const auto is_table = [](const auto& file) { return file.path().extension() == ".sst"; };
    const std::string folder = OptionsOf("ours").folder;
    while (std::ranges::none_of(std::filesystem::recursive_directory_iterator(folder), is_table)) {
      std::this_thread::sleep_for(std::chrono::milliseconds(100));
    }
  }

  template <class T>
  static void Check(const Result<T>& result) {
    TRESTLE_CHECK(result.has_value());
  }
  Result<ItemWriteResponse> Put(std::string_view table, Item item) {
    return database_->PutItem({.table_name = std::string(table), .item = std::move(item)});
  }
  std::size_t NumberAt(std::size_t step) const { return step * kStride % kItems; }

  // What the table stores for an item: itself, and its entry in each index.
  static std::vector<Row> RowsOf(const Table& table, const Item& item) {
    const ItemKey key = *table.KeyOfItem(item);
    const std::string value = EncodedItem::From(item).bytes();
    std::vector<Row> rows = {{key.bytes, value}};
    for (const IndexDefinition& index : table.definition().indexes) {
      rows.push_back({IndexEntryKey(table, index, item, key.bytes), value});
    }
    return rows;
  }

  Comparison Compare(std::size_t count, const Side& raw, const Side& ours) {
    Comparison comparison{.count = count};
    for (std::size_t round = 0; round <= settings_.rounds; ++round) {
      const Turn raw_turn = RunTurn(settings_.threads, count, raw);
      const Turn our_turn = RunTurn(settings_.threads, count, ours);
      next_new_ += count;
      if (round == 0) continue;  // the caches were cold
      comparison.raw.push_back(raw_turn);
      comparison.ours.push_back(our_turn);
    }
    return comparison;
  }

  Comparison CompareGets() {
    std::vector<GetItemRequest> requests;
    for (const Item& key : keys_) {
      requests.push_back({.table_name = std::string(kIndexed), .key = key});
    }
    const Work ours = [this, &requests](std::size_t begin, std::size_t end) {
      for (std::size_t i = begin; i < end; ++i) {
        OperationContext context = database_->NewContext("us-east-1");
        Check(GetItem(context, requests[NumberAt(i)]));
      }
    };
    return Compare(settings_.reads, {.run = RawGets()}, {.run = ours});
  }

  // As a program calls it, which makes a request each time.
  Comparison CompareGetCalls() {
    const Work ours = [this](std::size_t begin, std::size_t end) {
      for (std::size_t i = begin; i < end; ++i) {
        Check(database_->GetItem({.table_name = std::string(kIndexed), .key = keys_[NumberAt(i)]}));
      }
    };
    return Compare(settings_.reads, {.run = RawGets()}, {.run = ours});
  }

  Work RawGets() {
    return [this](std::size_t begin, std::size_t end) {
      RawStore::StopCountingSteps();
      for (std::size_t i = begin; i < end; ++i) {
        TRESTLE_CHECK(raw_.Get(rows_[NumberAt(i)].front().key));
      }
    };
  }

  Comparison ComparePlainPuts() { return ComparePuts(*plain_.table, RawPut::kRows); }
  Comparison CompareIndexedPuts() { return ComparePuts(*indexed_.table, RawPut::kRows); }
  Comparison ComparePlainPutsOfLikeWork() { return ComparePuts(*plain_.table, RawPut::kLikeWork); }
  Comparison CompareIndexedPutsOfLikeWork() {
    return ComparePuts(*indexed_.table, RawPut::kLikeWork);
  }

  // Items that were not there before, in no order. Each is made on the thread that writes it, as in
  // a program: memory is dear to give back on another.
  Comparison ComparePuts(const Table& table, RawPut raw_put) {
    const std::size_t count = settings_.writes;
    const std::string counter = KeyWriter(KeySpace::kCounter, table.definition().id).key() + "00";
    std::vector<std::vector<Row>> rows(count);
    std::vector<PutItemRequest> requests(count);
    const auto item_of = [&](std::size_t i) { return TypedItem(next_new_ + i * kStride % count); };
    const Side raw{.run = RawWrites([&](std::size_t i, rocksdb::WriteBatch& batch) {
                     if (raw_put == RawPut::kLikeWork) {
                       TRESTLE_CHECK(!raw_.Get(rows[i].front().key));
                       TRESTLE_CHECK(batch.Put(counter, "a row of counters").ok());
                     }
                     AddRows(rows[i], batch);
                   }),
                   .prepare = [&](std::size_t begin, std::size_t end) {
                     for (std::size_t i = begin; i < end; ++i) rows[i] = RowsOf(table, item_of(i));
                   }};
    const Side ours{.run = OurWrites([&](OperationContext& context, std::size_t i) {
                      return PutItem(context, std::move(requests[i]));
                    }),
                    .prepare = [&](std::size_t begin, std::size_t end) {
                      for (std::size_t i = begin; i < end; ++i) {
                        requests[i] = {.table_name = table.name(), .item = item_of(i)};
                      }
                    }};
    return Compare(count, raw, ours);
  }

  // A counter of items that are there; the raw side too must read what it replaces.
  Comparison CompareUpdates() {
    std::vector<UpdateItemRequest> requests(kItems);
    for (std::size_t number = 0; number < kItems; ++number) {
      requests[number] = {.table_name = std::string(kIndexed),
                          .key = keys_[number],
                          .update_expression = "ADD cnt :one",
                          .condition = {.expression = "attribute_exists(pk)"},
                          .substitutions = {.values = Item{{":one", AttributeValue::Integer(1)}}},
                          .return_values = ReturnValues::kUpdatedNew};
    }
    return Compare(settings_.writes,
                   {.run = RawWrites([this](std::size_t i, rocksdb::WriteBatch& batch) {
                      TRESTLE_CHECK(raw_.Get(rows_[NumberAt(i)].front().key));
                      AddRows(rows_[NumberAt(i)], batch);
                    })},
                   {.run = OurWrites([&](OperationContext& context, std::size_t i) {
                      return UpdateItem(context, requests[NumberAt(i)]);
                    })});
  }

  static void AddRows(const std::vector<Row>& rows, rocksdb::WriteBatch& batch) {
    for (const Row& row : rows) TRESTLE_CHECK(batch.Put(row.key, row.value).ok());
  }

  // Both sides make kTurn writes, each a commit of its own or all of them one, and then wait, in
  // strict mode, until they are on disk.
  bool EndsTurn(std::size_t done, std::size_t end) const {
    return done % kTurn == 0 || done == end;
  }
  template <class Add>
  Work RawWrites(Add add) {
    return [this, add](std::size_t begin, std::size_t end) { WriteRaw(begin, end, add); };
  }
  template <class Operation>
  Work OurWrites(Operation operation) {
    return
        [this, operation](std::size_t begin, std::size_t end) { WriteOurs(begin, end, operation); };
  }
  template <class Add>
  void WriteRaw(std::size_t begin, std::size_t end, const Add& add) {
    RawStore::StopCountingSteps();
    rocksdb::WriteBatch batch;
    for (std::size_t i = begin; i < end; ++i) {
      add(i, batch);
      const bool turn_ends = EndsTurn(i + 1, end);
      if (!commits_grouped_ || turn_ends) {
        raw_.Write(batch);
        batch.Clear();
      }
      if (turn_ends && mode_ == "strict") raw_.Sync();
    }
  }
  template <class Operation>
  void WriteOurs(std::size_t begin, std::size_t end, const Operation& operation) {
    CommitGroup group = database_->NewCommitGroup();
    CommitPosition last;
    for (std::size_t i = begin; i < end; ++i) {
      OperationContext context =
          database_->NewContext("us-east-1", commits_grouped_ ? &group : nullptr);
      Check(operation(context, i));
      if (!commits_grouped_) last = std::max(last, context.answer_after);
      if (!EndsTurn(i + 1, end)) continue;
      if (commits_grouped_) last = *group.Finish();
      WaitDurable(last);
    }
  }
  void WaitDurable(CommitPosition position) {
    if (database_->IsDurable(position)) return;
    std::promise<Status> outcome;
    database_->WhenDurable(position, [&](Status status) { outcome.set_value(std::move(status)); });
    Check(outcome.get_future().get());
  }

  const Settings& settings_;
  const std::string mode_;
  const SystemClock clock_;
  const std::unique_ptr<LocalDatabase> database_;
  RawStore raw_;
  const TableDescription indexed_;
  const TableDescription plain_;
  std::vector<Item> keys_;
  std::vector<std::vector<Row>> rows_;
  std::size_t next_new_ = kItems;
  bool commits_grouped_ = false;
};

int Run(Settings settings) {
  settings.folder += "/trestle-in-process-XXXXXX";
  TRESTLE_CHECK(mkdtemp(settings.folder.data()) != nullptr);
  std::vector<Comparison> all;
  for (const std::string& mode : settings.modes) {
    for (Comparison& one : Bench(settings, mode).Run()) all.push_back(std::move(one));
  }
  std::filesystem::remove_all(settings.folder);
  std::fputs((settings.format == "json" ? JsonOf(all) : TextOf(all)).c_str(), stdout);
  return 0;
}

}  // namespace
}  // namespace trestle::bench

int main(int argc, char** argv) {
  trestle::bench::Settings settings;
  CLI::App app("operations in process, beside bare RocksDB");
  app.add_option("--modes", settings.modes, "memory, relaxed, strict")->delimiter(',');
  app.add_option("--only", settings.only, "the comparisons whose names hold this text");
  app.add_option("--format", settings.format, "text or json");
  app.add_option("--folder", settings.folder, "where the data folders are made");
  app.add_option("--rounds", settings.rounds)->check(CLI::Range(1, 1000));
  app.add_option("--threads", settings.threads)->check(CLI::Range(1, 64));
  app.add_option("--reads", settings.reads, "in one turn");
  app.add_option("--writes", settings.writes, "in one turn");
  CLI11_PARSE(app, argc, argv);
  return trestle::bench::Run(std::move(settings));
}
