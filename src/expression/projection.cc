#include "expression/projection.h"

#include <algorithm>
#include <optional>
#include <set>
#include <span>

#include "expression/binding.h"
#include "expression/messages.h"
#include "expression/parser.h"
#include "expression/path_overlap.h"
#include "expression/syntax_cache.h"

namespace trestle {
namespace {

using Paths = std::span<const DocumentPath>;  // in order, all the same up to a depth

// Splits off the paths that continue with the same step as the first one.
Paths TakeGroup(Paths& paths, std::size_t depth) {
  const auto& step = paths.front().steps[depth];
  std::size_t count = 1;
  while (count < paths.size() && paths[count].steps[depth] == step) ++count;
  const Paths group = paths.first(count);
  paths = paths.subspan(count);
  return group;
}

std::optional<AttributeValue> Select(const AttributeValue& value, Paths paths, std::size_t depth);

std::optional<AttributeValue> SelectMembers(const AttributeMap& map, Paths paths,
                                            std::size_t depth) {
  AttributeMap selected;
  while (!paths.empty()) {
    const Paths group = TakeGroup(paths, depth);
    const std::string* name = std::get_if<std::string>(&group.front().steps[depth]);
    const AttributeValue* member = name == nullptr ? nullptr : map.Find(*name);
    if (member == nullptr) continue;
    if (auto part = Select(*member, group, depth + 1)) selected.Set(*name, *std::move(part));
  }
  if (selected.empty()) return std::nullopt;
  return AttributeValue::Of(std::move(selected));
}

// Elements close up, in the order of their indexes.
std::optional<AttributeValue> SelectElements(const List& list, Paths paths, std::size_t depth) {
  List selected;
  while (!paths.empty()) {
    const Paths group = TakeGroup(paths, depth);
    const std::size_t* index = std::get_if<std::size_t>(&group.front().steps[depth]);
    if (index == nullptr || *index >= list.size()) continue;
    if (auto part = Select(list[*index], group, depth + 1)) selected.push_back(*std::move(part));
  }
  if (selected.empty()) return std::nullopt;
  return AttributeValue::Of(std::move(selected));
}

std::optional<AttributeValue> Select(const AttributeValue& value, Paths paths, std::size_t depth) {
  if (paths.front().steps.size() == depth) return value;  // the shortest path comes first
  if (const AttributeMap* map = value.As<AttributeMap>()) return SelectMembers(*map, paths, depth);
  if (const List* list = value.As<List>()) return SelectElements(*list, paths, depth);
  return std::nullopt;
}

std::string ColumnName(const DocumentPath& path) {
  std::string name = path.attribute;
  for (const auto& step : path.steps) {
    if (const std::string* member = std::get_if<std::string>(&step)) {
      name = *member;
    } else {
      name.append("[").append(std::to_string(std::get<std::size_t>(step))).append("]");
    }
  }
  return name;
}

}  // namespace

Result<Projection> Projection::Parse(std::string_view text, Substitutions& substitutions) {
  constexpr ExpressionKind kKind = ExpressionKind::kProjection;
  TRESTLE_TRY(const std::shared_ptr<const ProjectionSyntax> syntax,
              CachedSyntax<ProjectionSyntax>(text, [&] { return ParseProjection(text); }));
  Binder binder(kKind, syntax->slots, substitutions);
  for (std::size_t slot = 0; slot < syntax->slots.paths.size(); ++slot) {
    TRESTLE_RETURN_IF_ERROR(binder.BindPath(slot));
  }
  Binding binding = binder.Take();
  TRESTLE_RETURN_IF_ERROR(CheckPathsDistinct(kKind, binding.paths));
  return OfPaths(std::move(binding.paths));
}

Result<Projection> Projection::FromNames(const std::vector<std::string>& names) {
  std::set<std::string_view> seen;
  std::vector<DocumentPath> paths;
  for (const std::string& name : names) {
    if (!seen.insert(name).second) return messages::DuplicateAttributeToGet(name);
    paths.push_back(DocumentPath{name, {}});
  }
  return OfPaths(std::move(paths));
}

Projection Projection::OfPaths(std::vector<DocumentPath> paths) {
  Projection projection;
  projection.everything_ = false;
  if (paths.size() > 1) {
    projection.sorted_ = paths;
    std::sort(projection.sorted_.begin(), projection.sorted_.end());
  }
  projection.paths_ = std::move(paths);
  return projection;
}

Projection Projection::OfColumns(std::vector<DocumentPath> paths) {
  Projection projection;
  projection.everything_ = false;
  projection.columns_ = true;
  projection.paths_ = std::move(paths);
  return projection;
}

Item Projection::ApplyColumns(const Item& item) const {
  Item selected;
  for (const DocumentPath& path : paths_) {
    if (const AttributeValue* value = Resolve(item, path)) selected.Set(ColumnName(path), *value);
  }
  return selected;
}

Item Projection::Apply(const Item& item) const {
  if (everything_) return item;
  if (columns_) return ApplyColumns(item);
  Item selected;
  for (Paths rest(sorted_.empty() ? paths_ : sorted_); !rest.empty();) {
    const std::string& name = rest.front().attribute;
    const auto differs = [&](const DocumentPath& path) { return path.attribute != name; };
    const auto end = std::find_if(rest.begin(), rest.end(), differs);
    const Paths group = rest.first(static_cast<std::size_t>(end - rest.begin()));
    rest = rest.subspan(group.size());
    const AttributeValue* value = item.Find(name);
    if (value == nullptr) continue;
    if (auto part = Select(*value, group, 0)) selected.Set(name, *std::move(part));
  }
  return selected;
}

Result<EncodedItem> Projection::Apply(EncodedItemView item) const {
  if (everything_) return EncodedItem::FromStored(std::string(item.bytes()));
  std::vector<std::string_view> names;
  AddAttributes(names);
  TRESTLE_TRY(const Item named, item.DecodeSome(AttributeNames(std::move(names))));
  return EncodedItem::From(Apply(named));
}

void Projection::AddAttributes(std::vector<std::string_view>& names) const {
  for (const DocumentPath& path : paths_) names.push_back(path.attribute);
}

}  // namespace trestle
