#include <algorithm>
#include <array>
#include <string>

#include "expression/reserved_words.h"
#include "model/check_report.h"
#include "model/key_use.h"
#include "model/text_form.h"
#include "model/words.h"
#include "value/limits.h"

// Rules about the service's limits.
namespace trestle::model {
namespace {

constexpr std::size_t kMaxProjectedAttributes = 100;

// The longest that a key can be; absent where nothing bounds it.
std::optional<std::int64_t> LongestKey(const Model& model, const Entity& entity,
                                       const Template& text) {
  std::int64_t length = 0;
  for (const TemplatePart& part : text.parts) {
    length += static_cast<std::int64_t>(part.literal.size());
    if (part.reference.empty()) continue;
    const std::optional<Shape> shape = ShapeOf(model, entity, part.reference);
    if (!shape) return std::nullopt;
    const std::optional<std::int64_t> longest = LongestText(*shape, part.formats);
    if (!longest) return std::nullopt;
    length += *longest;
  }
  return length;
}

void KeyTooLong(const Model& model, Report& report) {
  for (const Entity& entity : model.entities) {
    const Table* table = TableOf(model, entity);
    if (table == nullptr) continue;
    for (const EntityKey& key : entity.keys) {
      const bool partition = std::ranges::any_of(
          KeysOf(*table), [&](const KeyView& view) { return view.IsPartition(key.attribute); });
      const std::size_t limit = partition ? kMaxPartitionKeyBytes : kMaxSortKeyBytes;
      const std::optional<std::int64_t> length = LongestKey(model, entity, key.value);
      if (!length || *length <= static_cast<std::int64_t>(limit)) continue;
      report.Add(About(entity), key.place,
                 key.attribute + " of " + entity.name + " can be " + std::to_string(*length) +
                     " bytes long, and a " + (partition ? "partition" : "sort") + " key at most " +
                     std::to_string(limit));
    }
  }
}

void ItemTooLarge(const Model& model, Report& report) {
  for (const Entity& entity : model.entities) {
    if (!entity.size || *entity.size <= static_cast<double>(kMaxItemBytes)) continue;
    report.Add(About(entity), {},
               "a " + entity.name + " of " + Bytes(*entity.size) +
                   " is larger than an item can be, 400 KB");
  }
}

void TooManyIndexes(const Model& model, Report& report) {
  for (const Table& table : model.tables) {
    const auto local =
        static_cast<std::size_t>(std::ranges::count_if(table.indexes, &Index::local));
    const std::size_t global = table.indexes.size() - local;
    if (global > kMaxGlobalIndexes) {
      report.Add(About(table), {},
                 table.name + " has " + std::to_string(global) + " global indexes, and a table " +
                     std::to_string(kMaxGlobalIndexes) + " at most");
    }
    if (local > kMaxLocalIndexes) {
      report.Add(About(table), {},
                 table.name + " has " + std::to_string(local) + " local indexes, and a table " +
                     std::to_string(kMaxLocalIndexes) + " at most");
    }
  }
}

void TooManyProjected(const Model& model, Report& report) {
  for (const Table& table : model.tables) {
    std::size_t projected = 0;
    for (const Index& index : table.indexes) projected += index.projection.attributes.size();
    if (projected <= kMaxProjectedAttributes) continue;
    report.Add(About(table), {},
               "the indexes of " + table.name + " project " + std::to_string(projected) +
                   " attributes by name, and may project " +
                   std::to_string(kMaxProjectedAttributes) + " in all");
  }
}

void ReservedWord(const Model& model, Report& report) {
  for (const Entity& entity : model.entities) {
    std::string reserved;
    Place place;
    for (const Attribute& attribute : entity.attributes) {
      if (!IsReservedWord(attribute.name)) continue;
      if (reserved.empty()) place = attribute.place;
      reserved += (reserved.empty() ? "" : ", ") + attribute.name;
    }
    if (reserved.empty()) continue;
    report.Add(About(entity), place,
               "expressions that clients write need a placeholder for these names of " +
                   entity.name + ": " + reserved);
  }
}

constexpr std::array kLimitsRules = {
    Rule{.id = "key-too-long",
         .severity = Severity::kError,
         .summary = "A key can be longer than the service allows.",
         .instead = "a smaller max_length, or a hash of the value",
         .check = KeyTooLong},
    Rule{.id = "item-too-large",
         .severity = Severity::kError,
         .summary = "An entity's items are larger than 400 KB.",
         .instead = "split the item, or keep the large part elsewhere",
         .check = ItemTooLarge},
    Rule{.id = "too-many-indexes",
         .severity = Severity::kError,
         .summary = "A table has more indexes than the service allows.",
         .instead = "let several entities share an index by overloading its keys",
         .check = TooManyIndexes},
    Rule{.id = "too-many-projected",
         .severity = Severity::kError,
         .summary = "A table's indexes project more attributes by name than the service allows.",
         .instead = "projection = \"all\" for the widest index",
         .check = TooManyProjected},
    Rule{.id = "reserved-word",
         .severity = Severity::kInfo,
         .summary = "Attributes have names that are reserved words.",
         .instead = "other names, or #placeholders in clients; models need none",
         .check = ReservedWord},
};

}  // namespace

std::span<const Rule> LimitRules() { return kLimitsRules; }

}  // namespace trestle::model
