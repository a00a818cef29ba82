#include "migration/state.h"

#include <array>
#include <cstdlib>
#include <utility>

#include "migration/messages.h"

namespace trestle::migration {
namespace {

constexpr std::array<std::pair<Phase, std::string_view>, 6> kPhases = {{
    {Phase::kPreparing, "preparing"},
    {Phase::kCopying, "copying"},
    {Phase::kFollowing, "following"},
    {Phase::kSwitched, "switched"},
    {Phase::kUndoing, "undoing"},
    {Phase::kFinalised, "finalised"},
}};

std::string Text(const Item& item, std::string_view name) {
  const AttributeValue* value = item.Find(name);
  const auto* text = value == nullptr ? nullptr : value->As<std::string>();
  return text == nullptr ? std::string() : *text;
}

std::int64_t Integer(const Item& item, std::string_view name) {
  const AttributeValue* value = item.Find(name);
  const auto* number = value == nullptr ? nullptr : value->As<Number>();
  return number == nullptr ? 0 : std::strtoll(number->ToString().c_str(), nullptr, 10);
}

bool Boolean(const Item& item, std::string_view name) {
  const AttributeValue* value = item.Find(name);
  const auto* flag = value == nullptr ? nullptr : value->As<bool>();
  return flag != nullptr && *flag;
}

AttributeValue Flag(bool value) { return AttributeValue::Of(AttributeValue::Variant(value)); }
AttributeValue Map(Item item) {
  return AttributeValue::Of(
      AttributeValue::Variant(std::in_place_type<AttributeMap>, std::move(item)));
}

}  // namespace

std::string_view NameOf(Phase phase) {
  for (const auto& [one, name] : kPhases) {
    if (one == phase) return name;
  }
  return "";
}

Item State::ToItem() const {
  List positions;
  for (const ShardPosition& shard : shards) {
    positions.push_back(Map({{"Id", AttributeValue::String(shard.id)},
                             {"Parent", AttributeValue::String(shard.parent)},
                             {"After", AttributeValue::String(shard.after)},
                             {"Done", Flag(shard.done)}}));
  }
  Item item = {{kStateKey, AttributeValue::String(name)},
               {"Phase", AttributeValue::String(std::string(NameOf(phase)))},
               {"Run", AttributeValue::Integer(run)},
               {"Stream", AttributeValue::String(stream)},
               {"Shards", AttributeValue::Of(AttributeValue::Variant(std::in_place_type<List>,
                                                                     std::move(positions)))},
               {"Copied", AttributeValue::Integer(copied)},
               {"Changes", AttributeValue::Integer(changes)},
               {"Refused", AttributeValue::Integer(refused)},
               {"Followed", AttributeValue::Integer(followed)},
               {"MadeSourceStream", Flag(made_source_stream)},
               {"MadeTargetStream", Flag(made_target_stream)}};
  if (scanned) item.Set("Scanned", Map(*scanned));
  return item;
}

Result<State> State::FromItem(const Item& item) {
  State state{.name = Text(item, kStateKey),
              .run = Integer(item, "Run"),
              .stream = Text(item, "Stream"),
              .shards = {},
              .scanned = {},
              .copied = Integer(item, "Copied"),
              .changes = Integer(item, "Changes"),
              .refused = Integer(item, "Refused"),
              .followed = Integer(item, "Followed"),
              .made_source_stream = Boolean(item, "MadeSourceStream"),
              .made_target_stream = Boolean(item, "MadeTargetStream")};
  bool known = false;
  const std::string phase = Text(item, "Phase");
  for (const auto& [one, name] : kPhases) {
    if (name != phase) continue;
    state.phase = one;
    known = true;
  }
  const AttributeValue* shards = item.Find("Shards");
  const auto* list = shards == nullptr ? nullptr : shards->As<List>();
  if (!known || state.name.empty() || list == nullptr) return messages::StateDamaged(kStateTable);
  for (const AttributeValue& one : *list) {
    const auto* map = one.As<AttributeMap>();
    if (map == nullptr) return messages::StateDamaged(kStateTable);
    state.shards.push_back({.id = Text(*map, "Id"),
                            .parent = Text(*map, "Parent"),
                            .after = Text(*map, "After"),
                            .done = Boolean(*map, "Done")});
  }
  const AttributeValue* scanned = item.Find("Scanned");
  if (scanned != nullptr && scanned->As<AttributeMap>() != nullptr) {
    state.scanned = *scanned->As<AttributeMap>();
  }
  return state;
}

}  // namespace trestle::migration
