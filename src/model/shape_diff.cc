#include <algorithm>

#include "model/design_diff.h"
#include "model/words.h"

namespace trestle::model {
namespace {

std::string StoredWord(Stored stored) {
  return stored == Stored::kText ? "text" : stored == Stored::kSeconds ? "seconds" : "milliseconds";
}

// A bound that came or moved inwards is stricter. `least`: larger is stricter.
template <class T, class Words>
void CompareBound(const std::optional<T>& before, const std::optional<T>& after, bool least,
                  const Words& words, ShapeChange& change) {
  if (before == after) return;
  const bool inwards = after && (!before || (least ? *before < *after : *after < *before));
  if (inwards) {
    change.stricter.push_back(std::string("must ") + words(*after));
  } else {
    change.other = true;
  }
}

void CompareValues(const Shape& before, const Shape& after, ShapeChange& change) {
  if (before.values == after.values) return;
  std::string gone;
  for (const std::string& value : before.values) {
    if (std::ranges::find(after.values, value) != after.values.end()) continue;
    gone.append(gone.empty() ? "'" : ", '").append(value).append("'");
  }
  if (gone.empty()) {
    change.other = true;
  } else {
    change.stricter.push_back("must not be " + gone + " any more");
  }
}

}  // namespace

ShapeChange CompareShapes(const Shape& before, const Shape& after) {
  ShapeChange change;
  const bool wider =
      after.type == Type::kAny || (before.type == Type::kEnum && after.type == Type::kString);
  if (before.type != after.type && wider) {
    change.other = true;
    return change;
  }
  if (before.type != after.type) {
    change.stricter.push_back("must be of type " + std::string(TypeWord(after.type)) +
                              " instead of " + std::string(TypeWord(before.type)));
    return change;
  }
  if (before.stored != after.stored) {
    change.stricter.push_back("must be stored as " + StoredWord(after.stored) + " instead of " +
                              StoredWord(before.stored));
  }
  CompareValues(before, after, change);
  CompareBound(
      before.min, after.min, true, [](const Number& n) { return "be at least " + n.ToString(); },
      change);
  CompareBound(
      before.max, after.max, false, [](const Number& n) { return "be at most " + n.ToString(); },
      change);
  const auto length = [](const char* bound) {
    return
        [bound](std::int64_t n) { return std::string(bound) + " " + std::to_string(n) + " long"; };
  };
  CompareBound(before.min_length, after.min_length, true, length("be at least"), change);
  CompareBound(before.max_length, after.max_length, false, length("be at most"), change);
  CompareBound(
      before.decimals, after.decimals, false,
      [](int n) { return "have at most " + std::to_string(n) + " decimals"; }, change);
  if (before.pattern != after.pattern) {
    if (after.pattern.empty()) {
      change.other = true;
    } else {
      change.stricter.push_back("must match " + after.pattern);
    }
  }
  return change;
}

}  // namespace trestle::model
