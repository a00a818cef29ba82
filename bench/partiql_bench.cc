// PartiQL: statements read when their text is known and when it is new, and run.

#include <fmt/format.h>

#include <memory>
#include <string>
#include <vector>

#include "base/check.h"
#include "bench_case.h"
#include "partiql/bound_statement.h"
#include "partiql/where_clause.h"
#include "samples.h"
#include "served_database.h"

namespace trestle::bench {
namespace {

// Over the sample item. In each, {} makes one text differ from another.
constexpr std::string_view kSelect =
    "SELECT price, address.city, tags FROM \"bench\" WHERE pk = ? AND sk = ? AND cnt <> 7{}";
constexpr std::string_view kUpdate =
    "UPDATE bench SET cnt = cnt + 1{}, address.city = 'Lagos' REMOVE gsk WHERE pk = ? AND sk = ?";

// As many as make sure that none is remembered when its turn comes again.
constexpr std::size_t kNewTexts = 2048;

std::vector<std::string> Texts(std::string_view pattern, std::size_t count) {
  std::vector<std::string> texts;
  for (std::size_t i = 0; i < count; ++i) {
    texts.push_back(fmt::format(fmt::runtime(pattern), fmt::format("{:04}", i)));
  }
  return texts;
}

// Parsed, bound, and its WHERE held against the table's key.
void ReadEach(benchmark::State& state, const std::vector<std::string>& texts) {
  const KeySchema schema{.hash = {{.name = "pk"}}, .range = {{.name = "sk"}}};
  const partiql::Parameters parameters = {AttributeValue::String("customer#000000"),
                                          AttributeValue::String("order#00000001")};
  std::size_t next = 0;
  for (auto _ : Laps(state)) {
    auto statement = partiql::CachedStatement(texts[next]);
    TRESTLE_CHECK(statement.has_value());
    const auto bound = partiql::BoundStatement::Bind(*std::move(statement), parameters);
    TRESTLE_CHECK(bound.has_value());
    benchmark::DoNotOptimize(NamedKeyOf(*bound, schema));
    if (++next == texts.size()) next = 0;
  }
}

void ReadKnownSelect(benchmark::State& state) { ReadEach(state, Texts(kSelect, 1)); }
void ReadNewSelect(benchmark::State& state) { ReadEach(state, Texts(kSelect, kNewTexts)); }
void ReadKnownUpdate(benchmark::State& state) { ReadEach(state, Texts(kUpdate, 1)); }
void ReadNewUpdate(benchmark::State& state) { ReadEach(state, Texts(kUpdate, kNewTexts)); }

// A request that was read to its reply; `key` stands for the two parameters.
void ServeStatement(benchmark::State& state, std::string_view statement) {
  constexpr std::size_t kRequests = 240;
  ServedDatabase database;
  std::vector<std::unique_ptr<ReadRequest>> requests;
  for (std::size_t i = 0; i < kRequests; ++i) {
    const Item key = SampleKey(i * 7 % ServedDatabase::kItems);
    requests.push_back(std::make_unique<ReadRequest>(
        "ExecuteStatement",
        fmt::format(R"({{"Statement":"{}","Parameters":[{{"S":"{}"}},{{"S":"{}"}}]}})", statement,
                    *key.Find("pk")->As<std::string>(), *key.Find("sk")->As<std::string>())));
  }
  std::size_t next = 0;
  for (auto _ : Laps(state)) {
    database.Handle(**requests[next]);
    database.EndOfTurn();
    if (++next == kRequests) next = 0;
  }
}

void ServeSelect(benchmark::State& state) {
  ServeStatement(state, "SELECT * FROM bench WHERE pk = ? AND sk = ?");
}
void ServeSelectOfRange(benchmark::State& state) {
  ServeStatement(state, "SELECT * FROM bench WHERE pk = ? AND sk >= ?");
}
void ServeUpdate(benchmark::State& state) {
  ServeStatement(state, "UPDATE bench SET cnt = cnt + 1 WHERE pk = ? AND sk = ?");
}

const Registered kCases[] = {
    {"partiql/select/known", ReadKnownSelect}, {"partiql/select/new", ReadNewSelect},
    {"partiql/update/known", ReadKnownUpdate}, {"partiql/update/new", ReadNewUpdate},
    {"partiql/run/select", ServeSelect},       {"partiql/run/select/range", ServeSelectOfRange},
    {"partiql/run/update", ServeUpdate},
};

}  // namespace
}  // namespace trestle::bench
