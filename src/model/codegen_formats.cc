#include "model/codegen_formats.h"

#include "model/code_text.h"

namespace trestle::model {
namespace {

// The values of an enum in their order.
std::string RankedValues(const Shape* shape, const FormatDialect& dialect) {
  std::string values;
  if (shape != nullptr) {
    for (const std::string& each : shape->values) {
      values.append(values.empty() ? "" : ", ").append(QuotedText(each));
    }
  }
  return std::string(dialect.list_open).append(values).append(dialect.list_close);
}

// What a helper is called with behind the value.
std::string FurtherArguments(const Format& format, const Shape* shape, const std::string& name,
                             const FormatDialect& dialect) {
  // A moment's units in a second, and how much of its text is wanted.
  const auto time = [&](const char* length) {
    const bool fine = shape != nullptr && shape->stored == Stored::kMilliseconds;
    return std::string(fine ? ", 1000, " : ", 1, ") + length;
  };
  switch (format.kind) {
    case Format::Kind::kGeohash:
    case Format::Kind::kShard:
      return ", " + std::to_string(format.first);
    case Format::Kind::kPad:
    case Format::Kind::kDescending:
      return ", " + std::to_string(format.first) + ", " + QuotedText(name);
    case Format::Kind::kFixed:
      return ", " + std::to_string(format.first) + ", " + std::to_string(format.second) + ", " +
             QuotedText(name);
    case Format::Kind::kDate:
      return time("10");
    case Format::Kind::kMonth:
      return time("7");
    case Format::Kind::kYear:
      return time("4");
    case Format::Kind::kHour:
      return time("13");
    case Format::Kind::kRank:
      return ", " + RankedValues(shape, dialect) + ", " + QuotedText(name);
    case Format::Kind::kLower:
    case Format::Kind::kUpper:
    case Format::Kind::kEscape:
      break;
  }
  return {};
}

}  // namespace

std::string FormatCalls(std::string value, const Shape* shape, const TemplatePart& part,
                        const FormatDialect& dialect) {
  for (const Format& format : part.formats) {
    const std::string_view helper = dialect.helpers[static_cast<std::size_t>(format.kind)];
    if (helper.empty()) continue;
    value = std::string(helper) + "(" + value +
            FurtherArguments(format, shape, part.reference, dialect) + ")";
  }
  return value;
}

}  // namespace trestle::model
