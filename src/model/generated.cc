#include "model/generated.h"

#include <chrono>
#include <cstdint>
#include <random>
#include <string>
#include <variant>

#include "model/time_value.h"

namespace trestle::model {
namespace {

// Identifiers are to differ, not to be secret.
std::mt19937_64& Random() {
  thread_local std::mt19937_64 random = [] {
    std::random_device device;
    std::seed_seq seed{device(), device(), device(), device(), device(), device()};
    return std::mt19937_64(seed);
  }();
  return random;
}

std::string Uuid() {
  std::string uuid = "xxxxxxxx-xxxx-4xxx-yxxx-xxxxxxxxxxxx";
  std::uint64_t bits = 0;
  int left = 0;
  for (char& digit : uuid) {
    if (digit != 'x' && digit != 'y') continue;
    if (left == 0) {
      bits = Random()();
      left = 16;
    }
    digit = digit == 'x' ? "0123456789abcdef"[bits & 15] : "89ab"[bits & 3];
    bits >>= 4;
    --left;
  }
  return uuid;
}

// 48 bits of milliseconds, 80 of chance, five bits a character.
std::string Ulid(TimePoint now) {
  constexpr const char* kDigits = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";
  std::string ulid(26, '0');
  auto time = static_cast<std::uint64_t>(
      std::chrono::duration_cast<std::chrono::milliseconds>(now.time_since_epoch()).count());
  for (int place = 9; place >= 0; --place, time >>= 5) {
    ulid[static_cast<std::size_t>(place)] = kDigits[time & 31];
  }
  std::uint64_t chance = 0;
  for (std::size_t place = 10; place < 26; ++place, chance >>= 5) {
    if (place == 10 || place == 18) chance = Random()();
    ulid[place] = kDigits[chance & 31];
  }
  return ulid;
}

}  // namespace

AttributeValue Made(Generated what, const Shape* shape, TimePoint now) {
  switch (what) {
    case Generated::kUuid:
      return AttributeValue::String(Uuid());
    case Generated::kUlid:
      return AttributeValue::String(Ulid(now));
    case Generated::kToday:
      return AttributeValue::String(DateText(now));
    case Generated::kNow:
      if (shape != nullptr && shape->type == Type::kDate)
        return Made(Generated::kToday, shape, now);
      break;
  }
  return TimestampValue(now, shape != nullptr ? shape->stored : Stored::kText);
}

AttributeValue ValueNow(const Default& value, const Shape* shape, TimePoint now) {
  if (const auto* literal = std::get_if<AttributeValue>(&value)) return *literal;
  return Made(std::get<Generated>(value), shape, now);
}

}  // namespace trestle::model
