// What a model costs a program that links the library: access patterns through repository/, beside
// the same operations with requests that the program makes by hand, by turns in one run.
// bench/README.md says what each line compares.
#include <CLI/CLI.hpp>
#include <cstdio>
#include <memory>
#include <string>
#include <vector>

#include "base/check.h"
#include "model/read.h"
#include "operation/local_database.h"
#include "repository/repository.h"
#include "side_by_side.h"

namespace trestle::bench {
namespace {

constexpr std::string_view kShop = R"toml(format = 1
model = "shop"

[tables.shop]
partition_key = "PK"
sort_key = "SK"

[tables.shop.indexes.GSI1]
partition_key = "GSI1PK"
sort_key = "GSI1SK"

[entities.Order]
table = "shop"
PK = "CUSTOMER#{Customer}"
SK = "ORDER#{Id}"
GSI1PK = "CITY#{City}"
GSI1SK = "{Id}"
[entities.Order.attributes]
Customer = "string"
Id = "string"
City = "string"
Status = "string"
Total = "decimal"
Note = "string"

[patterns.One]
entity = "Order"
where = "PK = CUSTOMER#{Customer} and SK = ORDER#{Id}"

[patterns.OfCustomer]
entity = "Order"
where = "PK = CUSTOMER#{Customer} and begins_with(SK, ORDER#)"

[patterns.OpenOfCustomer]
entity = "Order"
where = "PK = CUSTOMER#{Customer} and begins_with(SK, ORDER#)"
filter = "Status = 'open'"

[patterns.InCity]
entity = "Order"
index = "GSI1"
where = "GSI1PK = CITY#{City}"
order = "descending"
)toml";

constexpr std::size_t kCustomers = 2'000;
constexpr std::size_t kOrders = 10;  // of each
constexpr std::size_t kCities = 800;
constexpr std::size_t kStride = 7'919;

struct Settings {
  std::string only;
  std::string format = "text";
  std::size_t rounds = 7;
  std::size_t threads = 1;
  std::size_t calls = 100'000;
};

AttributeValue Text(std::string text) { return AttributeValue::String(std::move(text)); }

std::string CustomerAt(std::size_t step) {
  return "customer-" + std::to_string(100'000 + step * kStride % kCustomers);
}
std::string OrderAt(std::size_t step) {
  return "2026-11-16-" + std::to_string(100'000 + step % kOrders);
}
std::string CityAt(std::size_t step) {
  return "city-" + std::to_string(100'000 + step * kStride % kCities);
}

class Bench {
 public:
  explicit Bench(const Settings& settings)
      : settings_(settings),
        database_(*LocalDatabase::Open({.store = {.in_memory = true}}, clock_)) {
    MakeTable();
    model::Reading reading = model::ReadModel(kShop, "shop");
    TRESTLE_CHECK(reading.problems.empty());
    repository_ = std::make_unique<repository::Repository>(
        std::make_shared<const model::Model>(std::move(reading.model)), *database_, clock_,
        repository::RepositoryOptions{.cursor_key = "secret"});
    for (std::size_t customer = 0; customer < kCustomers; ++customer) {
      for (std::size_t order = 0; order < kOrders; ++order) MakeOrder(customer, order);
    }
  }

  std::vector<Comparison> Run() {
    std::vector<Comparison> done;
    const auto add = [&](const std::string& name, const Work& raw, const Work& ours) {
      if (name.find(settings_.only) == std::string::npos) return;
      Comparison comparison{.name = name, .count = settings_.calls};
      for (std::size_t round = 0; round <= settings_.rounds; ++round) {
        const Turn raw_turn = RunTurn(settings_.threads, settings_.calls, {.run = raw});
        const Turn our_turn = RunTurn(settings_.threads, settings_.calls, {.run = ours});
        if (round == 0) continue;  // the caches were cold
        comparison.raw.push_back(raw_turn);
        comparison.ours.push_back(our_turn);
      }
      done.push_back(std::move(comparison));
    };
    add("get", Each(&Bench::GetByHand), Each(&Bench::Get));
    add("query, 10 items", Each(&Bench::QueryByHand), Each(&Bench::Query));
    add("query, 10 items, filter", Each(&Bench::FilterByHand), Each(&Bench::Filter));
    add("query of an index, 25 items", Each(&Bench::IndexByHand), Each(&Bench::Index));
    return done;
  }

 private:
  void MakeTable() {
    CreateTableRequest request;
    request.table_name = "shop";
    request.billing = BillingMode::kPayPerRequest;
    request.attributes = {{.name = "PK"}, {.name = "SK"}, {.name = "GSI1PK"}, {.name = "GSI1SK"}};
    request.key_schema = {{.attribute_name = "PK"}, {.attribute_name = "SK", .hash = false}};
    IndexRequest index;
    index.name = "GSI1";
    index.key_schema = {{.attribute_name = "GSI1PK"}, {.attribute_name = "GSI1SK", .hash = false}};
    index.projection.type = ProjectionType::kAll;
    request.global_indexes = std::vector<IndexRequest>{std::move(index)};
    TRESTLE_CHECK(database_->CreateTable(request).has_value());
  }

  void MakeOrder(std::size_t customer, std::size_t order) {
    const Item values{{"Customer", Text(CustomerAt(customer))},
                      {"Id", Text(OrderAt(order))},
                      {"City", Text(CityAt(customer * kOrders + order))},
                      {"Status", Text(order % 2 == 0 ? "open" : "done")},
                      {"Total", AttributeValue::Integer(static_cast<std::int64_t>(order) * 7)},
                      {"Note", Text(std::string(120, 'n'))}};
    TRESTLE_CHECK(repository_->Put("Order", values).has_value());
  }

  Work Each(std::size_t (Bench::*call)(std::size_t) const) const {
    return [this, call](std::size_t begin, std::size_t end) {
      for (std::size_t i = begin; i < end; ++i) TRESTLE_CHECK((this->*call)(i) > 0);
    };
  }

  std::size_t GetByHand(std::size_t i) const {
    GetItemRequest request;
    request.table_name = "shop";
    request.key =
        Item{{"PK", Text("CUSTOMER#" + CustomerAt(i))}, {"SK", Text("ORDER#" + OrderAt(i))}};
    request.return_consumed_capacity = ReturnConsumedCapacity::kTotal;
    return database_->GetItem(request)->item ? 1 : 0;
  }
  std::size_t Get(std::size_t i) const {
    const Item arguments{{"Customer", Text(CustomerAt(i))}, {"Id", Text(OrderAt(i))}};
    return repository_->Run("One", arguments)->items.size();
  }

  QueryRequest OfCustomer(std::size_t i) const {
    QueryRequest request;
    request.table_name = "shop";
    request.key_condition_expression = "PK = :pk AND begins_with(SK, :sk)";
    request.substitutions.values =
        Item{{":pk", Text("CUSTOMER#" + CustomerAt(i))}, {":sk", Text("ORDER#")}};
    request.limit = 100;
    request.return_consumed_capacity = ReturnConsumedCapacity::kTotal;
    return request;
  }
  std::size_t QueryByHand(std::size_t i) const {
    return database_->Query(OfCustomer(i))->items.size();
  }
  std::size_t Query(std::size_t i) const {
    return repository_->Run("OfCustomer", Item{{"Customer", Text(CustomerAt(i))}})->items.size();
  }

  std::size_t FilterByHand(std::size_t i) const {
    QueryRequest request = OfCustomer(i);
    request.filter_expression = "#s = :s";
    request.substitutions.names = NameMap{{"#s", "Status"}};
    (*request.substitutions.values)->Set(":s", Text("open"));
    return database_->Query(request)->items.size();
  }
  std::size_t Filter(std::size_t i) const {
    return repository_->Run("OpenOfCustomer", Item{{"Customer", Text(CustomerAt(i))}})
        ->items.size();
  }

  std::size_t IndexByHand(std::size_t i) const {
    QueryRequest request;
    request.table_name = "shop";
    request.index_name = "GSI1";
    request.key_condition_expression = "GSI1PK = :pk";
    request.substitutions.values = Item{{":pk", Text("CITY#" + CityAt(i))}};
    request.scan_index_forward = false;
    request.limit = 100;
    request.return_consumed_capacity = ReturnConsumedCapacity::kTotal;
    return database_->Query(request)->items.size();
  }
  std::size_t Index(std::size_t i) const {
    return repository_->Run("InCity", Item{{"City", Text(CityAt(i))}})->items.size();
  }

  const Settings& settings_;
  const SystemClock clock_;
  const std::unique_ptr<LocalDatabase> database_;
  std::unique_ptr<repository::Repository> repository_;
};

}  // namespace
}  // namespace trestle::bench

int main(int argc, char** argv) {
  trestle::bench::Settings settings;
  CLI::App app("access patterns, beside the same operations by hand");
  app.add_option("--only", settings.only, "the comparisons whose names hold this text");
  app.add_option("--format", settings.format, "text or json");
  app.add_option("--rounds", settings.rounds)->check(CLI::Range(1, 1000));
  app.add_option("--threads", settings.threads)->check(CLI::Range(1, 64));
  app.add_option("--calls", settings.calls, "in one turn");
  CLI11_PARSE(app, argc, argv);
  const std::vector<trestle::bench::Comparison> all = trestle::bench::Bench(settings).Run();
  std::fputs((settings.format == "json" ? JsonOf(all) : TextOf(all)).c_str(), stdout);
  return 0;
}
