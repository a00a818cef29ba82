#include "trial/trial.h"

#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <utility>

#include "binding/table_plan.h"
#include "json/plain_json.h"
#include "model/kept_item.h"
#include "model/words.h"
#include "operation/database.h"
#include "repository/repository.h"
#include "trial/messages.h"

namespace trestle {
namespace {

constexpr int kMostAttempts = 10;

// The model's tables as a trial makes them: nothing expires, costs or stays.
model::Model TrialTables(const model::Model& model, const std::string& prefix) {
  model::Model made;
  made.name = model.name;
  made.version = model.version;
  made.tables = model.tables;
  for (model::Table& table : made.tables) {
    table.name = prefix + table.name;
    table.provisioned.reset();
    table.stream = model::StreamView::kNone;
    table.ttl.clear();
    table.pitr_days.reset();
    table.backups.reset();
    table.kms = false;
    table.infrequent_access = false;
    table.deletion_protection = false;
    for (model::Index& index : table.indexes) index.throughput.reset();
  }
  return made;
}

Item KeyIn(const model::Table& table, const Item& item) {
  Item key;
  const auto add = [&](const std::string& name) {
    if (const AttributeValue* value = item.Find(name)) key.Set(name, *value);
  };
  add(table.partition_key.name);
  if (table.sort_key) add(table.sort_key->name);
  return key;
}

std::string PlainText(const Item& item) {
  std::string text;
  AppendPlainJson(item, text);
  return text;
}

// What the database holds before each test.
class Samples {
 public:
  struct Put {
    const model::Table* table;
    Item item;
  };

  static Result<Samples> Of(const std::shared_ptr<const model::Model>& model, TimePoint now) {
    Samples samples;
    std::map<std::string, std::unique_ptr<model::KeptTable>> tables;
    for (const model::Table& table : model->tables) {
      tables.emplace(table.name, std::make_unique<model::KeptTable>(model, table));
    }
    std::set<std::string> keys;
    for (const model::Sample& sample : model->samples) {
      const model::KeptTable& table = *tables.at(model->FindEntity(sample.entity)->table);
      const model::KeptEntity& kept = *table.Find(sample.entity);
      Item item = sample.values;
      const auto errors = kept.Keep(item, {.writing = model::Writing::kPut, .now = now});
      if (!errors.empty()) {
        return trial_messages::BadSample(*model, sample, model::TextOf(kept.entity(), errors));
      }
      std::vector<Item> items;
      for (model::UniqueGuard& guard : kept.GuardsOf(item)) items.push_back(std::move(guard.item));
      items.push_back(std::move(item));
      for (Item& one : items) {
        const std::string key = table.table().name + PlainText(KeyIn(table.table(), one));
        if (!keys.insert(key).second) return trial_messages::SampleTwice(*model, sample);
        samples.puts_.push_back({.table = &table.table(), .item = std::move(one)});
      }
    }
    return samples;
  }
  const std::vector<Put>& puts() const { return puts_; }

 private:
  std::vector<Put> puts_;
};

class Trial {
 public:
  Trial(const std::shared_ptr<const model::Model>& model, Database& database, const Clock& clock,
        const TrialOptions& options)
      : model_(model), database_(database), options_(options) {
    repository::RepositoryOptions how{.cursor_key = "a trial",
                                      .receipt_table = options.table_prefix + "receipts"};
    for (const model::Table& table : model->tables) {
      how.table_names.emplace(table.name, options.table_prefix + table.name);
    }
    repository_.emplace(model, database, clock, std::move(how));
  }

  Result<TrialTotals> Run(const Samples& samples) {
    TRESTLE_RETURN_IF_ERROR(Write(samples));
    TrialTotals totals;
    bool changed = false;
    for (const model::PatternTest& test : model_->tests) {
      if (!options_.pattern.empty() && test.pattern != options_.pattern) continue;
      if (changed) {
        TRESTLE_RETURN_IF_ERROR(Clear());
        TRESTLE_RETURN_IF_ERROR(Write(samples));
      }
      changed = model::IsWrite(model_->FindPattern(test.pattern)->kind);
      const TestOutcome outcome = changed ? AfterWrite(test) : AfterRead(test);
      ++(outcome.differences.empty() ? totals.passed : totals.failed);
      options_.on_outcome(outcome);
    }
    return totals;
  }

 private:
  std::string NameOf(const model::Table& table) const { return options_.table_prefix + table.name; }

  Status Write(const Samples& samples) {
    for (const Samples::Put& put : samples.puts()) {
      PutItemRequest request;
      request.table_name = NameOf(*put.table);
      request.item = put.item;
      TRESTLE_RETURN_IF_ERROR(database_.PutItem(std::move(request)));
    }
    return {};
  }

  Status Clear() {
    for (const model::Table& table : model_->tables) {
      ScanRequest request;
      request.table_name = NameOf(table);
      request.consistent_read = true;
      for (bool more = true; more;) {
        TRESTLE_TRY(const PageResponse page, database_.Scan(request));
        for (const EncodedItemView item : page.items) {
          TRESTLE_TRY(const Item whole, item.Decode());
          DeleteItemRequest deletion;
          deletion.table_name = NameOf(table);
          deletion.key = KeyIn(table, whole);
          TRESTLE_RETURN_IF_ERROR(database_.DeleteItem(deletion));
        }
        more = page.last_evaluated_key.has_value();
        if (more) request.exclusive_start_key = ParsedItem(*page.last_evaluated_key);
      }
    }
    return {};
  }

  TestOutcome AfterRead(const model::PatternTest& test) const {
    TestOutcome outcome;
    for (int attempt = 1;; ++attempt) {
      outcome = Compared(test, Read(test));
      if (outcome.differences.empty() || !options_.pause) return outcome;
      if (attempt == kMostAttempts || !options_.pause()) return outcome;
    }
  }

  struct Found {
    std::vector<Item> items;
    std::int64_t count = 0;
  };

  // All pages.
  Result<Found> Read(const model::PatternTest& test) const {
    Found found;
    repository::PageOptions page_options;
    do {
      TRESTLE_TRY(const repository::Page page,
                  repository_->Run(test.pattern, test.arguments, page_options));
      for (const EncodedItemView item : page.items) {
        TRESTLE_TRY(Item decoded, item.Decode());
        found.items.push_back(std::move(decoded));
      }
      found.count += page.count;
      page_options.cursor = page.cursor;
    } while (page_options.cursor);
    return found;
  }

  TestOutcome AfterWrite(const model::PatternTest& test) const {
    return Compared(test, WriteAndRead(test));
  }

  // What is there under the keys that the pattern wrote, of the entities that it names.
  Result<Found> WriteAndRead(const model::PatternTest& test) const {
    TRESTLE_TRY(repository::PatternWritten written,
                repository_->Write(test.pattern, test.arguments));
    const std::vector<std::string>& entities = model_->FindPattern(test.pattern)->entities;
    Found found;
    for (const auto& changed : {written.items, written.deleted}) {
      for (const repository::EntityItem& one : changed) {
        if (std::ranges::find(entities, one.entity->name) == entities.end()) continue;
        TRESTLE_TRY(repository::FoundEntity there,
                    repository_->Get(one.entity->name,
                                     KeyIn(*model_->FindTable(one.entity->table), one.item)));
        if (there.found) found.items.push_back(std::move(there.found->item));
      }
    }
    found.count = std::ssize(found.items);
    return found;
  }

  static TestOutcome Compared(const model::PatternTest& test, const Result<Found>& found) {
    TestOutcome outcome{.test = &test};
    if (!found) {
      outcome.differences.push_back("+ " + found.error().message);
      return outcome;
    }
    outcome.found = found->count;
    if (test.count && *test.count != found->count) {
      outcome.differences.push_back("- count " + std::to_string(*test.count));
      outcome.differences.push_back("+ count " + std::to_string(found->count));
    }
    // A test that says how many there are may look at the first ones alone.
    const std::size_t expected = test.expect.size();
    const std::size_t all = test.count ? expected : std::max(expected, found->items.size());
    for (std::size_t i = 0; i < all; ++i) {
      const std::string place = std::to_string(i + 1) + ": ";
      if (i >= expected) {
        outcome.differences.push_back("+ " + place + PlainText(found->items[i]));
        continue;
      }
      const Item& wanted = test.expect[i];
      Item there;
      bool same = i < found->items.size();
      for (const auto& [name, value] : wanted) {
        const AttributeValue* its = same ? found->items[i].Find(name) : nullptr;
        if (its != nullptr) there.Set(name, *its);
      }
      same = same && there == wanted;
      if (same) continue;
      outcome.differences.push_back("- " + place + PlainText(wanted));
      if (i < found->items.size()) outcome.differences.push_back("+ " + place + PlainText(there));
    }
    return outcome;
  }

  const std::shared_ptr<const model::Model> model_;  // shared with the repository
  Database& database_;
  const TrialOptions& options_;
  std::optional<repository::Repository> repository_;
};

}  // namespace

Result<TrialTotals> RunTests(const std::shared_ptr<const model::Model>& model, Database& database,
                             const Clock& clock, const TrialOptions& options) {
  TRESTLE_TRY(const Samples samples, Samples::Of(model, clock.Now()));
  const model::Model tables = TrialTables(*model, options.table_prefix);
  Status made = CreateMissing(tables, database);
  Result<TrialTotals> totals =
      made ? Trial(model, database, clock, options).Run(samples) : tl::unexpected(made.error());
  // Whatever happened, nothing stays; a table that was never made cannot be dropped.
  for (const model::Table& table : tables.tables) {
    static_cast<void>(database.DeleteTable(table.name));
  }
  static_cast<void>(database.DeleteTable(options.table_prefix + "receipts"));
  return totals;
}

}  // namespace trestle
