#include "expression/legacy_comparison.h"

#include "expression/comparison.h"
#include "expression/legacy_messages.h"

namespace trestle {
namespace {

bool CountFits(LegacyComparison comparison, std::size_t count) {
  switch (comparison) {
    case LegacyComparison::kNull:
    case LegacyComparison::kNotNull:
      return count == 0;
    case LegacyComparison::kBetween:
      return count == 2;
    case LegacyComparison::kIn:
      return count > 0;
    default:
      return count == 1;
  }
}

bool TypeFits(LegacyComparison comparison, AttributeType type) {
  switch (comparison) {
    case LegacyComparison::kEq:
    case LegacyComparison::kNe:
      return true;
    case LegacyComparison::kBeginsWith:
      return type == AttributeType::kString || type == AttributeType::kBinary;
    default:
      return type == AttributeType::kString || type == AttributeType::kNumber ||
             type == AttributeType::kBinary;
  }
}

}  // namespace

std::string_view Spelling(LegacyComparison comparison) {
  switch (comparison) {
    case LegacyComparison::kEq:
      return "EQ";
    case LegacyComparison::kNe:
      return "NE";
    case LegacyComparison::kIn:
      return "IN";
    case LegacyComparison::kLe:
      return "LE";
    case LegacyComparison::kLt:
      return "LT";
    case LegacyComparison::kGe:
      return "GE";
    case LegacyComparison::kGt:
      return "GT";
    case LegacyComparison::kBetween:
      return "BETWEEN";
    case LegacyComparison::kNotNull:
      return "NOT_NULL";
    case LegacyComparison::kNull:
      return "NULL";
    case LegacyComparison::kContains:
      return "CONTAINS";
    case LegacyComparison::kNotContains:
      return "NOT_CONTAINS";
    case LegacyComparison::kBeginsWith:
      return "BEGINS_WITH";
  }
  return "";
}

Status CheckLegacyArguments(LegacyComparison comparison,
                            const std::vector<AttributeValue>& values) {
  if (!CountFits(comparison, values.size()))
    return messages::LegacyArgumentCount(Spelling(comparison));
  for (const AttributeValue& value : values) {
    if (value.type() != values.front().type()) return messages::LegacyArgumentTypesDiffer();
  }
  if (!values.empty() && !TypeFits(comparison, values.front().type())) {
    return messages::LegacyArgumentType(Spelling(comparison), WireName(values.front().type()));
  }
  if (comparison == LegacyComparison::kBetween && std::is_gt(*Order(values[0], values[1]))) {
    return messages::LegacyBoundsReversed();
  }
  return {};
}

}  // namespace trestle
