// From the bytes of a body to the request of an operation: JSON, types, constraints, decoding.

#include <algorithm>
#include <string>

#include "base/check.h"
#include "bench_case.h"
#include "protocol/api.h"
#include "protocol/decode.h"
#include "protocol/operations.h"
#include "protocol/type_check.h"
#include "samples.h"

namespace trestle::bench {
namespace {

const OperationShape& ShapeOf(std::string_view target) {
  const auto operations = api::Operations();
  return *std::find_if(operations.begin(), operations.end(),
                       [target](const OperationShape& each) { return each.target == target; });
}

template <class Decode>
void DecodeBody(benchmark::State& state, std::string_view target, const std::string& body,
                Decode decode) {
  const Shape& input = *ShapeOf(target).input;
  const ConstraintRules rules = FindServed(target)->rules;
  JsonParser parser;
  for (auto _ : Laps(state)) {
    const Result<Json> json = parser.Parse(body);
    TRESTLE_CHECK(json && CheckTypes(input, *json));
    const Members members(input, *json);
    TRESTLE_CHECK(CheckConstraints(members, rules));
    const auto request = decode(members);
    TRESTLE_CHECK(request.has_value());
    benchmark::DoNotOptimize(request);
  }
  state.SetBytesProcessed(state.iterations() * std::ssize(body));
}

void DecodeGetItem(benchmark::State& state) {
  DecodeBody(state, "DynamoDB_20120810.GetItem", GetItemBody(1), decode::GetItem);
}
void DecodePutItem(benchmark::State& state) {
  DecodeBody(state, "DynamoDB_20120810.PutItem", PutItemBody(1), decode::PutItem);
}
void DecodeLargePutItem(benchmark::State& state) {
  DecodeBody(state, "DynamoDB_20120810.PutItem", LargePutItemBody(1), decode::PutItem);
}
void DecodeUpdateItem(benchmark::State& state) {
  DecodeBody(state, "DynamoDB_20120810.UpdateItem", UpdateItemBody(1), decode::UpdateItem);
}
void DecodeQuery(benchmark::State& state) {
  DecodeBody(state, "DynamoDB_20120810.Query", QueryBody(1), decode::Query);
}
void DecodeBatchGetItem(benchmark::State& state) {
  DecodeBody(state, "DynamoDB_20120810.BatchGetItem", BatchGetItemBody(1), decode::BatchGetItem);
}
void DecodeTransactWriteItems(benchmark::State& state) {
  const std::string body = TransactWriteItemsBody(1000, 1);
  DecodeBody(state, "DynamoDB_20120810.TransactWriteItems", body, [&body](const Members& members) {
    return decode::TransactWriteItems(members, body.size());
  });
}

const Registered kCases[] = {
    {"decode/GetItem", DecodeGetItem},
    {"decode/PutItem/400B", DecodePutItem},
    {"decode/PutItem/100KB", DecodeLargePutItem, kFewLaps},
    {"decode/UpdateItem", DecodeUpdateItem},
    {"decode/Query", DecodeQuery},
    {"decode/BatchGetItem/25", DecodeBatchGetItem},
    {"decode/TransactWriteItems/4", DecodeTransactWriteItems},
};

}  // namespace
}  // namespace trestle::bench
