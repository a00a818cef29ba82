#pragma once

#include <string_view>

namespace trestle {

// Which request parameter holds an expression; error texts name it: ConditionExpression,
// FilterExpression, ... A Scan's filter has one text of its own.
enum class ExpressionKind { kCondition, kFilter, kScanFilter, kKeyCondition, kUpdate, kProjection };

constexpr std::string_view ParameterName(ExpressionKind kind) {
  switch (kind) {
    case ExpressionKind::kCondition:
      return "ConditionExpression";
    case ExpressionKind::kFilter:
    case ExpressionKind::kScanFilter:
      return "FilterExpression";
    case ExpressionKind::kKeyCondition:
      return "KeyConditionExpression";
    case ExpressionKind::kUpdate:
      return "UpdateExpression";
    case ExpressionKind::kProjection:
      return "ProjectionExpression";
  }
  return "";
}

}  // namespace trestle
