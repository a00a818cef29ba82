#include "operation/batch_get_item.h"

#include <algorithm>
#include <iterator>

#include "operation/consumed.h"
#include "operation/messages.h"
#include "operation/parameter_styles.h"
#include "value/limits.h"

namespace trestle {
namespace {

constexpr std::size_t kMaxKeys = 100;

// One table's part of the request, ready to be read.
struct TableReads {
  Projection projection;
  TablePtr table;
  std::vector<ItemKey> keys;
};

// One table may not use the expression where another uses the parameter that it replaced.
Status CheckOneStyle(const BatchGetItemRequest& request) {
  bool has_expression = false;
  bool has_legacy = false;
  for (const auto& [name, reads] : request.tables) {
    has_expression |= reads.projection.expression.has_value();
    has_legacy |= reads.projection.attributes_to_get.has_value();
  }
  return ParameterStyles()
      .Expression("ProjectionExpression", has_expression)
      .Legacy("AttributesToGet", has_legacy)
      .CheckNotMixed();
}

// Compares keys as they were written: here, unlike in BatchWriteItem, 1 and 1.0 are two keys.
bool HasDuplicates(const KeysAndAttributes& reads) {
  if (!reads.key_spellings.empty()) {
    std::vector<std::string_view> spellings(reads.key_spellings.begin(), reads.key_spellings.end());
    std::sort(spellings.begin(), spellings.end());
    return std::adjacent_find(spellings.begin(), spellings.end()) != spellings.end();
  }
  for (auto key = reads.keys.begin(); key != reads.keys.end(); ++key) {
    if (std::any_of(std::next(key), reads.keys.end(),
                    [&](const ParsedItem& other) { return **key == *other; })) {
      return true;
    }
  }
  return false;
}

Result<Projection> CheckedProjection(const KeysAndAttributes& reads) {
  TRESTLE_RETURN_IF_ERROR(CheckProjectionStyle(reads.projection, reads.substitutions));
  for (const ParsedItem& key : reads.keys) TRESTLE_RETURN_IF_ERROR(CheckWellFormed(key));
  if (HasDuplicates(reads)) return messages::DuplicateKeys();
  return ParseProjection(reads.projection, reads.substitutions);
}

// Everything that the service checks before it looks for a table.
Result<std::vector<TableReads>> CheckedReads(const BatchGetItemRequest& request) {
  TRESTLE_RETURN_IF_ERROR(CheckOneStyle(request));
  std::vector<TableReads> checked;
  std::size_t key_count = 0;
  for (const auto& [name, reads] : request.tables) {
    key_count += reads.keys.size();
    if (key_count > kMaxKeys) return messages::TooManyItems("BatchGetItem");
    TRESTLE_TRY(Projection projection, CheckedProjection(reads));
    checked.push_back({.projection = std::move(projection), .table = nullptr, .keys = {}});
  }
  return checked;
}

Status FindTables(const Catalog& catalog, const BatchGetItemRequest& request,
                  std::vector<TableReads>& reads) {
  for (std::size_t i = 0; i < reads.size(); ++i) {
    TRESTLE_TRY(reads[i].table, catalog.Find(request.tables[i].first));
  }
  for (std::size_t i = 0; i < reads.size(); ++i) {
    for (const ParsedItem& key : request.tables[i].second.keys) {
      TRESTLE_TRY(ItemKey place, reads[i].table->KeyOf(*key));
      reads[i].keys.push_back(std::move(place));
    }
  }
  return {};
}

Result<EncodedItem> Projected(const Projection& projection, EncodedItem item) {
  if (projection.IsEverything()) return item;
  TRESTLE_TRY(const Item whole, item.Decode());
  return EncodedItem::From(projection.Apply(whole));
}

// What the reply has no room for: the keys from `first_left` on, asked for as before.
KeysAndAttributes LeftOver(const KeysAndAttributes& asked, std::size_t first_left) {
  KeysAndAttributes left = asked;
  left.keys.erase(left.keys.begin(), left.keys.begin() + static_cast<std::ptrdiff_t>(first_left));
  left.key_spellings.clear();
  return left;
}

}  // namespace

Result<BatchGetItemResponse> BatchGetItem(OperationContext& context,
                                          const BatchGetItemRequest& request) {
  TRESTLE_TRY(std::vector<TableReads> reads, CheckedReads(request));
  TRESTLE_RETURN_IF_ERROR(FindTables(context.catalog, request, reads));

  BatchGetItemResponse response;
  ConsumedByTable consumed;
  std::size_t reply_bytes = 0;
  for (std::size_t i = 0; i < reads.size(); ++i) {
    const auto& [name, asked] = request.tables[i];
    const Table& table = *reads[i].table;
    const auto consistency =
        asked.consistent_read ? ReadConsistency::kStrong : ReadConsistency::kEventual;
    TRESTLE_TRY(auto stored, table.MultiGet(context.view(), reads[i].keys));
    auto& items = response.responses.emplace_back(name, std::vector<EncodedItem>()).second;
    for (std::size_t k = 0; k < stored.size(); ++k) {
      const std::size_t size = stored[k] ? stored[k]->SizeBytes() : 0;
      reply_bytes += size;
      if (reply_bytes > kMaxBatchReplyBytes) {
        response.unprocessed.emplace_back(name, LeftOver(asked, k));
        break;
      }
      consumed.Add(table.name(), ReadUnits(size, consistency));
      if (!stored[k]) continue;
      TRESTLE_TRY(EncodedItem item, Projected(reads[i].projection, *std::move(stored[k])));
      items.push_back(std::move(item));
    }
  }
  response.consumed = std::move(consumed).Take();
  return response;
}

}  // namespace trestle
