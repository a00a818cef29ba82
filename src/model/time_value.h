#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "base/clock.h"
#include "model/model.h"

// Instants and dates as attributes of a model.
namespace trestle::model {

inline constexpr std::string_view kTimestampForm = "a time such as 2026-02-13T10:30:45.123Z";
inline constexpr std::string_view kDateForm = "a date such as 2026-02-13";

bool IsTimestampText(std::string_view text);  // with milliseconds and Z, as it is stored
bool IsDateText(std::string_view text);
std::string TimestampText(TimePoint time);
std::string DateText(TimePoint time);

// The instant as an attribute of this storage.
AttributeValue TimestampValue(TimePoint time, Stored stored);
// The instant that a stored value means: text in ISO 8601, or a number since 1970 as `shape` says,
// seconds without a shape.
std::optional<TimePoint> InstantOf(const AttributeValue& value, const Shape* shape);

}  // namespace trestle::model
