// The stored form of items.

#include "base/check.h"
#include "bench_case.h"
#include "samples.h"
#include "value/item_codec.h"
#include "value/item_size.h"

namespace trestle::bench {
namespace {

void Encode(benchmark::State& state, const Item& item) {
  for (auto _ : Laps(state)) benchmark::DoNotOptimize(EncodedItem::From(item));
}
void Decode(benchmark::State& state, const Item& item) {
  const EncodedItem encoded = EncodedItem::From(item);
  for (auto _ : Laps(state)) {
    const Result<Item> decoded = encoded.Decode();
    TRESTLE_CHECK(decoded.has_value());
    benchmark::DoNotOptimize(decoded);
  }
}
// What an update of a counter needs of the item: one attribute read, and another in its place.
void Change(benchmark::State& state, const Item& item) {
  const EncodedItem encoded = EncodedItem::From(item);
  const AttributeNames names({"cnt"});
  for (auto _ : Laps(state)) {
    const Result<Item> before = EncodedItemView(encoded).DecodeSome(names);
    TRESTLE_CHECK(before.has_value());
    const Result<EncodedItem> after =
        EncodedItem::WithPart(encoded, {.before = *before, .after = *before});
    TRESTLE_CHECK(after.has_value());
    benchmark::DoNotOptimize(after);
  }
}
void Size(benchmark::State& state, const Item& item) {
  for (auto _ : Laps(state)) benchmark::DoNotOptimize(ItemSize(item));
}

void EncodeSmall(benchmark::State& state) { Encode(state, SampleItem(1)); }
void EncodeLarge(benchmark::State& state) { Encode(state, LargeSampleItem(1)); }
void DecodeSmall(benchmark::State& state) { Decode(state, SampleItem(1)); }
void DecodeLarge(benchmark::State& state) { Decode(state, LargeSampleItem(1)); }
void ChangeSmall(benchmark::State& state) { Change(state, SampleItem(1)); }
void ChangeLarge(benchmark::State& state) { Change(state, LargeSampleItem(1)); }
void SizeSmall(benchmark::State& state) { Size(state, SampleItem(1)); }
void SizeLarge(benchmark::State& state) { Size(state, LargeSampleItem(1)); }

void FindAttribute(benchmark::State& state) {
  const EncodedItem encoded = EncodedItem::From(SampleItem(1));
  // A comparison takes more steps where a text lies across two pages: this one never does.
  alignas(16) static constexpr char kName[] = "price";
  for (auto _ : Laps(state)) benchmark::DoNotOptimize(encoded.Find(kName));
}

const Registered kCases[] = {
    {"codec/encode/400B", EncodeSmall}, {"codec/encode/100KB", EncodeLarge, kFewLaps},
    {"codec/decode/400B", DecodeSmall}, {"codec/decode/100KB", DecodeLarge, kFewLaps},
    {"codec/change/400B", ChangeSmall}, {"codec/change/100KB", ChangeLarge, kFewLaps},
    {"codec/size/400B", SizeSmall},     {"codec/size/100KB", SizeLarge, kFewLaps},
    {"codec/find/400B", FindAttribute},
};

}  // namespace
}  // namespace trestle::bench
