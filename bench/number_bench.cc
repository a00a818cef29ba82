// Decimal numbers: a short one as most are, and one of all 38 digits.

#include <array>
#include <string>

#include "base/check.h"
#include "bench_case.h"
#include "table/key_codec.h"
#include "value/number.h"

namespace trestle::bench {
namespace {

constexpr std::string_view kShort = "1234.25";
constexpr std::string_view kLong = "-12345678901234567890.123456789012345678";

void Parse(benchmark::State& state, std::string_view text) {
  for (auto _ : Laps(state)) {
    benchmark::DoNotOptimize(text);
    benchmark::DoNotOptimize(Number::Parse(text));
  }
}
void Add(benchmark::State& state, std::string_view text) {
  const Number number = *Number::Parse(text);
  const Number one = Number::FromInteger(1);
  for (auto _ : Laps(state)) {
    const Result<Number> sum = number.Plus(one);
    TRESTLE_CHECK(sum.has_value());
    benchmark::DoNotOptimize(sum);
  }
}
void Render(benchmark::State& state, std::string_view text) {
  const Number number = *Number::Parse(text);
  std::array<char, Number::kMaxTextBytes> buffer;
  for (auto _ : Laps(state)) benchmark::DoNotOptimize(number.Format(buffer));
}
// So that bytes compare as numbers do.
void EncodeOrdered(benchmark::State& state, std::string_view text) {
  const AttributeValue value = AttributeValue::Of(*Number::Parse(text));
  std::string key;
  for (auto _ : Laps(state)) {
    key.clear();
    AppendKeyPart(value, key);
    benchmark::DoNotOptimize(key);
  }
}

void ParseShort(benchmark::State& state) { Parse(state, kShort); }
void ParseLong(benchmark::State& state) { Parse(state, kLong); }
void AddShort(benchmark::State& state) { Add(state, kShort); }
void AddLong(benchmark::State& state) { Add(state, kLong); }
void RenderShort(benchmark::State& state) { Render(state, kShort); }
void RenderLong(benchmark::State& state) { Render(state, kLong); }
void EncodeShort(benchmark::State& state) { EncodeOrdered(state, kShort); }
void EncodeLong(benchmark::State& state) { EncodeOrdered(state, kLong); }

const Registered kCases[] = {
    {"number/parse/short", ParseShort},   {"number/parse/long", ParseLong},
    {"number/add/short", AddShort},       {"number/add/long", AddLong},
    {"number/render/short", RenderShort}, {"number/render/long", RenderLong},
    {"number/encode/short", EncodeShort}, {"number/encode/long", EncodeLong},
};

}  // namespace
}  // namespace trestle::bench
