// Whole operations, from a request that was read to its reply, in memory and without sockets.

#include <memory>
#include <vector>

#include "bench_case.h"
#include "samples.h"
#include "served_database.h"

namespace trestle::bench {
namespace {

// More than the laps that are counted, so that these find new keys where they put.
constexpr std::size_t kRequests = 240;
// A turn of the event loop with many connections: one commit serves its writes.
constexpr std::size_t kBusyTurn = 20;
static_assert(kRequests % kBusyTurn == 0 && kWarmLaps % kBusyTurn == 0 &&
              kManyLaps % kBusyTurn == 0);

using BodyOf = std::string (*)(std::size_t request);

void ServeEach(benchmark::State& state, std::string_view operation, BodyOf body,
               std::size_t requests_a_turn = 1) {
  ServedDatabase database;
  std::vector<std::unique_ptr<ReadRequest>> requests;
  for (std::size_t i = 0; i < kRequests; ++i) {
    requests.push_back(std::make_unique<ReadRequest>(operation, body(i)));
  }
  std::size_t next = 0;
  for (auto _ : Laps(state)) {
    database.Handle(**requests[next]);
    if (++next % requests_a_turn == 0) database.EndOfTurn();
    if (next == kRequests) next = 0;
  }
  database.EndOfTurn();
}

// Neighbouring requests ask for items that lie apart.
std::size_t Present(std::size_t request) { return request * 7 % ServedDatabase::kItems; }
std::size_t New(std::size_t request) { return ServedDatabase::kItems + request; }

void ServeGetItem(benchmark::State& state) {
  ServeEach(state, "GetItem", [](std::size_t request) { return GetItemBody(Present(request)); });
}
void ServeQuery(benchmark::State& state) {
  ServeEach(state, "Query", [](std::size_t request) { return QueryBody(Present(request)); });
}
// The filter and the projection look at two of an item's eight attributes.
void ServeFilteredQuery(benchmark::State& state) {
  ServeEach(state, "Query",
            [](std::size_t request) { return FilteredQueryBody(Present(request)); });
}
void ServeIndexQuery(benchmark::State& state) {
  ServeEach(state, "Query", [](std::size_t request) { return IndexQueryBody(Present(request)); });
}
void ServeBatchGetItem(benchmark::State& state) {
  ServeEach(state, "BatchGetItem",
            [](std::size_t request) { return BatchGetItemBody(Present(request)); });
}

std::string NewPutItemBody(std::size_t request) { return PutItemBody(New(request)); }
std::string PresentUpdateItemBody(std::size_t request) { return UpdateItemBody(Present(request)); }

void ServePutItem(benchmark::State& state) { ServeEach(state, "PutItem", NewPutItemBody); }
void ServePutItemInBusyTurn(benchmark::State& state) {
  ServeEach(state, "PutItem", NewPutItemBody, kBusyTurn);
}
void ServeUpdateItem(benchmark::State& state) {
  ServeEach(state, "UpdateItem", PresentUpdateItemBody);
}
void ServeUpdateItemInBusyTurn(benchmark::State& state) {
  ServeEach(state, "UpdateItem", PresentUpdateItemBody, kBusyTurn);
}
void ServeTransactWriteItems(benchmark::State& state) {
  ServeEach(state, "TransactWriteItems", [](std::size_t request) {
    return TransactWriteItemsBody(New(2 * request), Present(request));
  });
}

const Registered kCases[] = {
    {"operation/GetItem", ServeGetItem},
    {"operation/Query/20", ServeQuery},
    {"operation/Query/filter/20", ServeFilteredQuery},
    {"operation/Query/index/20", ServeIndexQuery},
    {"operation/BatchGetItem/25", ServeBatchGetItem},
    {"operation/PutItem/index", ServePutItem},
    {"operation/PutItem/index/busy_turn", ServePutItemInBusyTurn},
    {"operation/UpdateItem/index", ServeUpdateItem},
    {"operation/UpdateItem/index/busy_turn", ServeUpdateItemInBusyTurn},
    {"operation/TransactWriteItems/4", ServeTransactWriteItems},
};

}  // namespace
}  // namespace trestle::bench
