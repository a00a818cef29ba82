#include "model/partition_spread.h"

#include <algorithm>
#include <array>
#include <variant>

#include "model/text_form.h"

namespace trestle::model {
namespace {

bool IsMadeNow(const std::optional<Default>& value) {
  const Generated* const made = value ? std::get_if<Generated>(&*value) : nullptr;
  return made != nullptr && (*made == Generated::kNow || *made == Generated::kToday);
}

// A day, or another span, of a time that each item gets when it is written.
bool IsPresentSpan(const Entity& entity, const TemplatePart& part) {
  const Attribute* const attribute = entity.FindAttribute(part.reference);
  if (attribute == nullptr ||
      (!IsMadeNow(attribute->default_value) && !IsMadeNow(attribute->on_write))) {
    return false;
  }
  constexpr std::array kSpans = {Format::Kind::kDate, Format::Kind::kMonth, Format::Kind::kYear,
                                 Format::Kind::kHour};
  return attribute->shape.type == Type::kDate ||
         std::ranges::any_of(part.formats, [&](const Format& format) {
           return std::ranges::find(kSpans, format.kind) != kSpans.end();
         });
}

}  // namespace

std::optional<Spread> SpreadOf(const Model& model, const Entity& entity, const KeyView& view,
                               Period period) {
  Spread spread;
  for (const KeyAttribute* key : view.partition) {
    const Template text = Expanded(entity, KeyTemplate(entity, key->name));
    if (text.parts.empty()) return std::nullopt;
    for (const TemplatePart& part : text.parts) {
      if (part.reference.empty()) continue;
      const auto shard = std::ranges::find(part.formats, Format::Kind::kShard, &Format::kind);
      if (shard != part.formats.end()) {
        spread.shards *= std::max(shard->first, 1);
        continue;
      }
      if (period == Period::kNow && IsPresentSpan(entity, part)) continue;
      const std::optional<Shape> shape = ShapeOf(model, entity, part.reference);
      if (shape && shape->type == Type::kEnum) {
        spread.values *= static_cast<double>(std::max<std::size_t>(shape->values.size(), 1));
      } else if (shape && shape->type == Type::kBoolean) {
        spread.values *= 2;
      } else {
        return std::nullopt;
      }
    }
  }
  return spread;
}

}  // namespace trestle::model
