#include "expression/path_overlap.h"

#include <algorithm>

#include "expression/messages.h"

namespace trestle {
namespace {

enum class Relation { kApart, kOverlap, kConflict };

Relation RelationOf(const DocumentPath& a, const DocumentPath& b) {
  if (a.attribute != b.attribute) return Relation::kApart;
  const std::size_t common = std::min(a.steps.size(), b.steps.size());
  for (std::size_t i = 0; i < common; ++i) {
    if (a.steps[i] == b.steps[i]) continue;
    return a.steps[i].index() == b.steps[i].index() ? Relation::kApart : Relation::kConflict;
  }
  return Relation::kOverlap;
}

// In sorted order paths that are not apart stand side by side, which keeps the usual case cheap.
bool AllApart(const std::vector<DocumentPath>& paths) {
  std::vector<const DocumentPath*> sorted;
  sorted.reserve(paths.size());
  for (const DocumentPath& path : paths) sorted.push_back(&path);
  std::sort(sorted.begin(), sorted.end(), [](const auto* a, const auto* b) { return *a < *b; });
  const auto touching = std::adjacent_find(
      sorted.begin(), sorted.end(),
      [](const auto* a, const auto* b) { return RelationOf(*a, *b) != Relation::kApart; });
  return touching == sorted.end();
}

}  // namespace

Status CheckPathsDistinct(ExpressionKind kind, const std::vector<DocumentPath>& paths) {
  if (paths.size() < 2 || AllApart(paths)) return {};
  for (std::size_t later = 1; later < paths.size(); ++later) {
    for (std::size_t earlier = 0; earlier < later; ++earlier) {
      const DocumentPath& one = paths[earlier];
      const DocumentPath& two = paths[later];
      const Relation relation = RelationOf(one, two);
      if (relation == Relation::kOverlap)
        return messages::PathsOverlap(kind, ToString(one), ToString(two));
      if (relation == Relation::kConflict)
        return messages::PathsConflict(kind, ToString(one), ToString(two));
    }
  }
  return {};
}

}  // namespace trestle
