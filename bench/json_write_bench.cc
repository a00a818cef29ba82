// Stored items to the JSON of replies.

#include <string>

#include "base/check.h"
#include "bench_case.h"
#include "protocol/encode.h"
#include "samples.h"

namespace trestle::bench {
namespace {

void WriteGetItem(benchmark::State& state, const Item& item) {
  const GetItemResponse response{.item = EncodedItem::From(item), .consumed = {}};
  std::size_t written = 0;
  for (auto _ : Laps(state)) {
    std::string body;
    TRESTLE_CHECK(encode::GetItem(response, ReturnConsumedCapacity::kNone, body).has_value());
    written += body.size();
    benchmark::DoNotOptimize(body);
  }
  state.SetBytesProcessed(static_cast<std::int64_t>(written));
}

void WriteSmall(benchmark::State& state) { WriteGetItem(state, SampleItem(1)); }
void WriteLarge(benchmark::State& state) { WriteGetItem(state, LargeSampleItem(1)); }

void WritePage(benchmark::State& state) {
  PageResponse response{.count = 20, .scanned_count = 20};
  for (std::size_t i = 0; i < 20; ++i)
    response.items.Append(EncodedItem::From(SampleItem(i)).bytes());
  for (auto _ : Laps(state)) {
    std::string body;
    TRESTLE_CHECK(encode::Page(response, ReturnConsumedCapacity::kNone, body).has_value());
    benchmark::DoNotOptimize(body);
  }
}

const Registered kCases[] = {
    {"json_write/GetItem/400B", WriteSmall},
    {"json_write/GetItem/100KB", WriteLarge, kFewLaps},
    {"json_write/Query/20", WritePage},
};

}  // namespace
}  // namespace trestle::bench
