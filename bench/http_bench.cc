// The edges of a request: its head, its signature's parts, and the reply around a body.

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "auth/authorization.h"
#include "base/check.h"
#include "bench_case.h"
#include "http/head_parser.h"
#include "http/output.h"
#include "http/request_reader.h"
#include "protocol/replies.h"
#include "samples.h"
#include "served_database.h"

namespace trestle::bench {
namespace {

void ParseRequestHead(benchmark::State& state) {
  const std::string bytes = RequestBytes("GetItem", GetItemBody(1));
  const http::Limits limits;
  http::Request request;
  std::vector<http::Header> headers;
  for (auto _ : Laps(state)) {
    const http::Head head = http::ParseHead(bytes, limits, request, headers);
    TRESTLE_CHECK(head.state == http::Head::State::kComplete);
    benchmark::DoNotOptimize(request);
  }
}

// As a connection does it, the copy that stands for the socket's included.
void ReadWholeRequest(benchmark::State& state) {
  const std::string bytes = RequestBytes("GetItem", GetItemBody(1));
  const http::Limits limits;
  http::RequestReader reader(limits);
  for (auto _ : Laps(state)) {
    std::copy(bytes.begin(), bytes.end(), reader.Space().begin());
    reader.Added(bytes.size());
    TRESTLE_CHECK(reader.Next() == http::RequestReader::State::kReady);
    benchmark::DoNotOptimize(reader.request());
    reader.Consume();
  }
}

void ReadAuthorization(benchmark::State& state) {
  const ReadRequest request("GetItem", GetItemBody(1));
  const SignedParts parts{.authorization = (*request).Find("Authorization"), .has_date = true};
  for (auto _ : Laps(state)) {
    const Result<Authorization> authorization = ParseAuthorization(parts);
    TRESTLE_CHECK(authorization.has_value());
    benchmark::DoNotOptimize(authorization);
  }
}

// Headers with the body's checksum, then the bytes to send.
void BuildReply(benchmark::State& state, std::size_t body_bytes) {
  constexpr std::string_view kId = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789ABCDEF";
  const ReadRequest request("GetItem", GetItemBody(1));
  const std::string body(body_bytes, 'x');
  http::Output output;
  for (auto _ : Laps(state)) {
    output.Add(Reply(*request, kId, 200, kJsonContent, body),
               {.date = "Date: Sun, 06 Nov 1994 08:49:37 GMT\r\n"});
    benchmark::DoNotOptimize(output.Parts());
    output.Reset();
  }
  state.SetBytesProcessed(state.iterations() * static_cast<std::int64_t>(body_bytes));
}

void BuildSmallReply(benchmark::State& state) { BuildReply(state, 590); }
void BuildPageReply(benchmark::State& state) { BuildReply(state, 11'000); }

const Registered kCases[] = {
    {"http/head", ParseRequestHead},           {"http/request", ReadWholeRequest},
    {"auth/authorization", ReadAuthorization}, {"reply/GetItem", BuildSmallReply},
    {"reply/Query/20", BuildPageReply},
};

}  // namespace
}  // namespace trestle::bench
