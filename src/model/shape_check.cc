#include "model/shape_check.h"

#include <re2/re2.h>

#include <algorithm>

#include "expression/comparison.h"
#include "model/geo_point.h"
#include "model/shape_messages.h"
#include "model/time_value.h"

namespace trestle::model {
namespace {

constexpr std::int64_t kMostPatternMemory = 1 << 20;

class Re2Pattern final : public CompiledPattern {
 public:
  explicit Re2Pattern(const std::string& pattern) : re2_(pattern, Options()) {}
  const re2::RE2& re2() const { return re2_; }
  bool Matches(std::string_view value) const override {
    return re2::RE2::FullMatch(re2::StringPiece(value.data(), value.size()), re2_);
  }

 private:
  static re2::RE2::Options Options() {
    re2::RE2::Options options;
    options.set_log_errors(false);
    options.set_max_mem(kMostPatternMemory);
    return options;
  }
  re2::RE2 re2_;
};

using Problem = std::optional<std::string>;

bool IsHex(char character) {
  return (character >= '0' && character <= '9') || (character >= 'a' && character <= 'f') ||
         (character >= 'A' && character <= 'F');
}

bool IsUuid(std::string_view text) {
  if (text.size() != 36) return false;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const bool dash = i == 8 || i == 13 || i == 18 || i == 23;
    if (dash ? text[i] != '-' : !IsHex(text[i])) return false;
  }
  return true;
}

bool IsUlid(std::string_view text) {
  constexpr std::string_view kAlphabet = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";
  return text.size() == 26 && text[0] <= '7' &&
         text.find_first_not_of(kAlphabet) == std::string_view::npos;
}

std::int64_t Characters(std::string_view text) {
  return std::ranges::count_if(
      text, [](char byte) { return (static_cast<unsigned char>(byte) & 0xC0) != 0x80; });
}

Problem LengthProblem(const Shape& shape, std::int64_t length) {
  if (shape.min_length && length < *shape.min_length) {
    return messages::TooShort(*shape.min_length);
  }
  if (shape.max_length && length > *shape.max_length) return messages::TooLong(*shape.max_length);
  return std::nullopt;
}

Problem NumberProblem(const Shape& shape, const AttributeValue& value) {
  const Number* number = value.As<Number>();
  if (number == nullptr) return messages::MustBe("a number");
  const int decimals = std::max(0, -number->exponent());
  if (shape.type == Type::kInteger && decimals > 0) return messages::MustBe("a whole number");
  if (shape.decimals && decimals > *shape.decimals)
    return messages::TooManyDecimals(*shape.decimals);
  if (shape.min && *number < *shape.min) return messages::TooSmall(shape.min->ToString());
  if (shape.max && *number > *shape.max) return messages::TooGreat(shape.max->ToString());
  return std::nullopt;
}

// A character has one to four bytes, so most texts need not be counted.
bool FitsByBytes(const Shape& shape, std::int64_t bytes) {
  return (!shape.max_length || bytes <= *shape.max_length) &&
         (!shape.min_length || (bytes + 3) / 4 >= *shape.min_length);
}

Problem StringProblem(const Shape& shape, const std::string& text) {
  if (!FitsByBytes(shape, static_cast<std::int64_t>(text.size()))) {
    if (auto problem = LengthProblem(shape, Characters(text))) return problem;
  }
  if (shape.pattern.empty()) return std::nullopt;
  std::shared_ptr<const CompiledPattern> compiled = shape.compiled;
  if (compiled == nullptr) compiled = CompilePattern(shape.pattern).value_or(nullptr);
  if (compiled != nullptr && compiled->Matches(text)) return std::nullopt;
  return messages::MustMatch(shape.pattern);
}

Problem TimestampProblem(const Shape& shape, const AttributeValue& value) {
  if (shape.stored == Stored::kText) {
    const std::string* text = value.As<std::string>();
    const bool fits = text != nullptr && IsTimestampText(*text);
    return fits ? std::nullopt : Problem(messages::MustBe(kTimestampForm));
  }
  const Number* number = value.As<Number>();
  const bool fits = number != nullptr && !number->IsNegative() && number->exponent() >= 0;
  return fits ? std::nullopt
              : Problem(messages::MustBe(shape.stored == Stored::kSeconds
                                             ? "a whole number of seconds since 1970"
                                             : "a whole number of milliseconds since 1970"));
}

// A text of a type whose values are texts.
Problem TextProblem(const Shape& shape, const AttributeValue& value) {
  const std::string* text = value.As<std::string>();
  if (text == nullptr) return messages::MustBe("a text");
  switch (shape.type) {
    case Type::kDate:
      return IsDateText(*text) ? std::nullopt : Problem(messages::MustBe(kDateForm));
    case Type::kUuid:
      return IsUuid(*text) ? std::nullopt : Problem(messages::MustBe("a UUID"));
    case Type::kUlid:
      return IsUlid(*text) ? std::nullopt : Problem(messages::MustBe("a ULID"));
    case Type::kEnum:
      if (std::ranges::find(shape.values, *text) != shape.values.end()) return std::nullopt;
      return messages::MustBeOneOf(shape.values);
    default:
      return StringProblem(shape, *text);
  }
}

Problem SizedProblem(const Shape& shape, const AttributeValue& value, AttributeType type,
                     std::string_view name) {
  if (value.type() != type) return messages::MustBe(name);
  return LengthProblem(shape, static_cast<std::int64_t>(SizeOf(value).value_or(0)));
}

}  // namespace

Result<std::shared_ptr<const CompiledPattern>> CompilePattern(const std::string& pattern) {
  auto compiled = std::make_shared<const Re2Pattern>(pattern);
  if (!compiled->re2().ok()) return Fail(ErrorCode::kValidation, compiled->re2().error());
  return std::shared_ptr<const CompiledPattern>(std::move(compiled));
}

std::optional<std::string> ShapeProblem(const Shape& shape, const AttributeValue& value) {
  switch (shape.type) {
    case Type::kString:
    case Type::kDate:
    case Type::kUuid:
    case Type::kUlid:
    case Type::kEnum:
      return TextProblem(shape, value);
    case Type::kNumber:
    case Type::kInteger:
    case Type::kDecimal:
      return NumberProblem(shape, value);
    case Type::kBoolean:
      if (value.type() == AttributeType::kBoolean) return std::nullopt;
      return messages::MustBe("true or false");
    case Type::kTimestamp:
      return TimestampProblem(shape, value);
    case Type::kGeo:
      if (GeoPointOf(value)) return std::nullopt;
      return messages::MustBe("a map of lat, -90 to 90, and lon, -180 to 180");
    case Type::kBinary:
      return SizedProblem(shape, value, AttributeType::kBinary, "binary");
    case Type::kList:
      return SizedProblem(shape, value, AttributeType::kList, "a list");
    case Type::kMap:
      return SizedProblem(shape, value, AttributeType::kMap, "a map");
    case Type::kStringSet:
      return SizedProblem(shape, value, AttributeType::kStringSet, "a set of texts");
    case Type::kNumberSet:
      return SizedProblem(shape, value, AttributeType::kNumberSet, "a set of numbers");
    case Type::kBinarySet:
      return SizedProblem(shape, value, AttributeType::kBinarySet, "a set of binaries");
    case Type::kAny:
      return std::nullopt;
  }
  return std::nullopt;
}

}  // namespace trestle::model
