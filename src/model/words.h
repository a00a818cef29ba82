#pragma once

#include <chrono>
#include <string>
#include <string_view>
#include <vector>

#include "model/model.h"

// The words of the model file and of the wire for what a model holds, and figures as people read
// them.
namespace trestle::model {

std::string_view KindWord(PatternKind kind);  // "query", "batch_get", ...
bool IsWrite(PatternKind kind);
std::string_view TypeWord(Type type);        // "string", "timestamp", ...
std::string_view StepWord(Step::Kind kind);  // "put", "update", "delete", "check"
std::string_view WireType(KeyType type);     // "S", "N", "B"
std::string_view WireView(StreamView view);  // "NEW_AND_OLD_IMAGES", ...; empty for none
std::string_view WireProjection(Projection::Kind kind);
std::string KeyNames(const std::vector<KeyAttribute>& keys);  // "Skill, Level"

// `value` with `decimals` digits behind the point.
std::string Fixed(double value, int decimals);
// The same without zeros at the end: "0.5", "12", "1250".
std::string Shortest(double value, int decimals);
// As few digits as say it, three behind the point at most: "0.5", "12", "1,250".
std::string Figure(double value);
// "$161.88", "$0.0025" where cents would say nothing.
std::string Dollars(double value);
// "20/s", "5/min", "1/day": in the largest unit that does not make a small figure of it.
std::string RateText(double each_second);
// "90 days", "24 hours", "1 minute".
std::string SpanText(std::chrono::seconds span);
// "512 B", "1.5 KB", "3.2 GB", of 1024 each.
std::string Bytes(double bytes);

}  // namespace trestle::model
