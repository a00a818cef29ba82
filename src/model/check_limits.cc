#include <algorithm>
#include <array>
#include <cctype>
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
constexpr std::size_t kShortestName = 3;  // of a table or an index
constexpr std::size_t kLongestName = 255;

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

// Why the service takes no such name for a table or an index; empty if it does.
std::string NameComplaint(const std::string& name) {
  const bool plain = std::ranges::all_of(name, [](unsigned char c) {
    return std::isalnum(c) != 0 || c == '_' || c == '.' || c == '-';
  });
  if (plain && name.size() >= kShortestName && name.size() <= kLongestName) return {};
  return "the name " + name + " must have 3 to 255 letters, digits, '_', '.' and '-'";
}

// Why the service takes no such index; empty if it does.
std::string KeyComplaint(const Table& table, const Index& index) {
  if (index.local && !table.sort_key) {
    return table.name + " has no sort key, and without one a table has no local index " +
           index.name;
  }
  if (index.local && index.sort_key.size() > 1) {
    return "the local index " + index.name + " has " + std::to_string(index.sort_key.size()) +
           " sort attributes, and only a global one may have several";
  }
  std::vector<std::string_view> names;
  for (const std::vector<KeyAttribute>* keys : {&index.partition_key, &index.sort_key}) {
    for (const KeyAttribute& key : *keys) {
      if (std::ranges::find(names, key.name) != names.end()) {
        return key.name + " is twice in the key of " + index.name;
      }
      names.push_back(key.name);
    }
  }
  return {};
}

void TableNotAllowed(const Model& model, Report& report) {
  for (const Table& table : model.tables) {
    if (const std::string why = NameComplaint(table.name); !why.empty()) {
      report.Add(About(table), {}, why);
    }
    if (table.sort_key && table.sort_key->name == table.partition_key.name) {
      report.Add(About(table), {}, table.sort_key->name + " is twice in the key of " + table.name);
    }
    std::vector<const KeyAttribute*> known;
    for (const KeyView& view : KeysOf(table)) {
      const Subject subject = view.index == nullptr ? About(table) : About(table, *view.index);
      if (view.index != nullptr) {
        for (const std::string& why :
             {NameComplaint(view.index->name), KeyComplaint(table, *view.index)}) {
          if (!why.empty()) report.Add(subject, {}, why);
        }
      }
      std::vector<const KeyAttribute*> keys = view.partition;
      keys.insert(keys.end(), view.sort.begin(), view.sort.end());
      for (const KeyAttribute* key : keys) {
        const auto same = std::ranges::find(known, key->name, &KeyAttribute::name);
        if (same == known.end()) {
          known.push_back(key);
        } else if ((*same)->type != key->type) {
          report.Add(subject, {}, "the key " + key->name + " of " + table.name + " has two types");
        }
      }
    }
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
    Rule{.id = "table-not-allowed",
         .severity = Severity::kError,
         .summary = "The service creates no such table or index.",
         .instead = "names of 3 to 255 characters; one type for each key attribute, and one place "
                    "in a key; local indexes of one sort attribute, on tables with a sort key",
         .check = TableNotAllowed},
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
